import { assert, assertEquals } from "@std/assert";
import { blockSize } from "../../domain/rate_limit/allowance.ts";
import { denokvTest, type KvServer } from "../support/denokv.ts";
import { eventually } from "../support/eventually.ts";

const LIMIT = 200;
const WINDOW_MS = 500;
const BLOCK = blockSize(LIMIT);

/** What the processes allowed together in one window, and which of them refused. */
interface Window {
  passed: number;
  refused: Set<LimiterProcess>;
}

class Windows extends Map<number, Window> {
  at(startMs: number): Window {
    const window = this.get(startMs) ?? { passed: 0, refused: new Set() };
    this.set(startMs, window);
    return window;
  }

  /** Windows that all of these processes have seen spent. */
  spent(by: LimiterProcess[], afterMs = 0): [number, Window][] {
    return [...this].filter(([startMs, { refused }]) => {
      return startMs > afterMs && by.every((process) => refused.has(process));
    });
  }
}

/** `tests/support/rate_limit_process.ts` at work. */
class LimiterProcess implements AsyncDisposable {
  readonly #child: Deno.ChildProcess;
  readonly #reading: Promise<unknown>;
  #errors = "";

  constructor(kv: KvServer, readonly windows: Windows) {
    const script = new URL("../support/rate_limit_process.ts", import.meta.url).pathname;
    this.#child = new Deno.Command(Deno.execPath(), {
      args: ["run", "-A", "--no-check", "--unstable-kv", script, String(LIMIT), String(WINDOW_MS)],
      env: kv.environment(),
      stdout: "piped",
      stderr: "piped",
    }).spawn();
    this.#reading = Promise.all([this.#count(), this.#collectErrors()]);
  }

  async #count(): Promise<void> {
    let rest = "";
    for await (const text of this.#child.stdout.pipeThrough(new TextDecoderStream())) {
      const lines = (rest + text).split("\n");
      rest = lines.pop() ?? "";
      for (const line of lines) {
        const window = this.windows.at(Number(line.slice(1)));
        if (line.startsWith("+")) window.passed++;
        else window.refused.add(this);
      }
    }
  }

  async #collectErrors(): Promise<void> {
    for await (const text of this.#child.stderr.pipeThrough(new TextDecoderStream())) {
      this.#errors = (this.#errors + text).slice(-5_000);
    }
  }

  /** SIGKILL, after all of its output was read. Returns its error output. */
  async kill(): Promise<string> {
    try {
      this.#child.kill("SIGKILL");
    } catch {
      // It has ended already.
    }
    await this.#child.status;
    await this.#reading;
    return this.#errors;
  }

  async [Symbol.asyncDispose](): Promise<void> {
    await this.kill();
  }
}

async function spentWindows(
  windows: Windows,
  { by, count, afterMs }: { by: LimiterProcess[]; count: number; afterMs?: number },
): Promise<void> {
  const enough = () => windows.spent(by, afterMs).length >= count;
  await eventually(`${count} windows are spent by ${by.length} processes`, enough, 120_000);
}

function checkAll(windows: Windows, by: LimiterProcess[]): void {
  for (const [startMs, { passed }] of windows) {
    assert(passed <= LIMIT, `${passed} were let through in ${startMs}; the limit is ${LIMIT}`);
  }
  for (const [startMs, { passed }] of windows.spent(by)) {
    assert(passed >= LIMIT - 2 * BLOCK, `only ${passed} of ${LIMIT} were let through in ${startMs}`);
  }
}

denokvTest("two processes on one KV server never allow more than the limit", async (kv) => {
  const windows = new Windows();
  await using a = new LimiterProcess(kv, windows);
  await using b = new LimiterProcess(kv, windows);
  await spentWindows(windows, { by: [a, b], count: 6 });
  assertEquals([await a.kill(), await b.kill()], ["", ""]);
  checkAll(windows, [a, b]);
});

denokvTest(
  "a process killed during a window costs at most its block, and one that joins gains nothing",
  async (kv) => {
    const windows = new Windows();
    await using a = new LimiterProcess(kv, windows);
    await using b = new LimiterProcess(kv, windows);
    await spentWindows(windows, { by: [a, b], count: 2 });
    await b.kill();
    const killedMs = Date.now();
    await spentWindows(windows, { by: [a], count: 3, afterMs: killedMs });
    await using c = new LimiterProcess(kv, windows);
    await spentWindows(windows, { by: [a, c], count: 3 });
    assertEquals([await a.kill(), await c.kill()], ["", ""]);
    checkAll(windows, [a]);
    const alone = windows.spent([a], killedMs).filter(([, { refused }]) => !refused.has(c));
    assert(
      alone.some(([, { passed }]) => passed === LIMIT),
      "alone, a process lets exactly the limit through",
    );
  },
);

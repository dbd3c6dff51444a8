import { assert, assertEquals } from "@std/assert";
import {
  type PendingResponseOptions,
  ResponseDeadlines,
} from "../../../../cluster/forwarding/response_deadlines.ts";

const SILENCE_MS = 5_000, CHECK_MS = 100;

/** ResponseDeadlines with a manual clock. */
class ManualWaits {
  readonly ending = new AbortController();
  readonly waits: ResponseDeadlines;
  nowMs = 0;
  check: (() => void) | undefined;

  constructor() {
    this.waits = new ResponseDeadlines({
      silenceMs: SILENCE_MS,
      now: () => this.nowMs,
      ending: this.ending.signal,
      every: (ms, call) => {
        assertEquals(ms, CHECK_MS);
        this.check = call;
        return () => this.check = undefined;
      },
    });
  }

  begin(changes: Partial<PendingResponseOptions> = {}) {
    let over = 0;
    const ask = () => Promise.resolve(false);
    const wait = this.waits.begin({ firstMs: SILENCE_MS, isInVain: () => false, ask, ...changes });
    wait.onOver = () => void over++;
    return { wait, times: () => over };
  }

  /** Probes are answered before the next check. */
  async turn(ms: number): Promise<void> {
    for (const end = this.nowMs + ms; this.nowMs < end;) {
      this.nowMs += CHECK_MS;
      this.check?.();
      await Promise.resolve();
    }
  }
}

Deno.test("a wait ends once, after its first span without a sign of life, and not before", async () => {
  const manual = new ManualWaits();
  const [short, long] = [manual.begin({ firstMs: 1_000 }), manual.begin()];
  await manual.turn(900);
  assertEquals([short.wait.isOver, short.times()], [false, 0]);
  await manual.turn(100);
  assertEquals([short.wait.isOver, short.times(), long.times()], [true, 1, 0]);
  await manual.turn(4_000);
  assertEquals([short.times(), long.times()], [1, 1]);
});

Deno.test("a wait continues while signs of life arrive; it probes five times within the longest silence", async () => {
  const manual = new ManualWaits();
  let lives = true, asked = 0;
  const { wait } = manual.begin({
    ask: () => {
      asked++;
      return Promise.resolve(lives);
    },
  });
  await manual.turn(20_000);
  assertEquals([wait.isOver, asked], [false, 20]);
  lives = false;
  await manual.turn(4_900);
  assert(!wait.isOver);
  await manual.turn(100);
  assert(wait.isOver);
});

Deno.test("a wait without an answer ends at the next check; a disposed wait is no longer checked", async () => {
  const manual = new ManualWaits();
  let isInVain = false;
  const vain = manual.begin({ isInVain: () => isInVain }), left = manual.begin({ firstMs: 300 });
  await manual.turn(100);
  left.wait[Symbol.dispose]();
  isInVain = true;
  await manual.turn(CHECK_MS);
  assertEquals([vain.times(), left.times()], [1, 0]);
  await manual.turn(1_000);
  assertEquals([vain.times(), left.times(), left.wait.isOver], [1, 0, false]);
});

Deno.test("one timer serves all waits, and none runs when there is none", async () => {
  const manual = new ManualWaits();
  assertEquals(manual.check, undefined);
  const waits = [manual.begin(), manual.begin()], { check } = manual;
  assert(check !== undefined && manual.check === check);
  for (const { wait } of waits) wait[Symbol.dispose]();
  await manual.turn(CHECK_MS);
  assertEquals(manual.check, undefined);
  manual.begin();
  assert(manual.check !== undefined);
});

Deno.test("at the end all waits end, and one that begins after it ends at once", () => {
  const manual = new ManualWaits();
  const waits = [manual.begin(), manual.begin()];
  manual.ending.abort();
  assertEquals(waits.map(({ times }) => times()), [1, 1]);
  assertEquals([manual.begin().wait.isOver, manual.check], [true, undefined]);
});

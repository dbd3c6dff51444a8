import { promisify } from "node:util";
import { gzip } from "node:zlib";
import { sleep } from "../../concurrency/sleep.ts";
import type { Log } from "../../domain/shared/log.ts";
import { isMap } from "../../domain/shared/objects.ts";
import { isoFromMs, isoOrNull, type Ms } from "../../domain/shared/time.ts";
import type { PushAnswer } from "../../domain/source/types.ts";
import { parseJson, readBytes } from "../bounded_body.ts";
import type { OutboundGuard } from "../outbound.ts";
import { retryAfterMs } from "../retry.ts";
import type { ArrivalQueue, QueuedPage } from "../source.ts";
import { cutText, networkReason } from "../source_failure.ts";
import { SampleLines } from "./lines.ts";

const PAGE_SAMPLES = 10_000;
/** Pushes are so far apart, unless more waits than fits into one. */
const PACE_MS = 100;
/** While nothing comes, a life sign goes out so often. */
const LIFE_MS = 1_000;
const TIMEOUT_MS = 40_000, MOST_ANSWER = 4 * 1_024 * 1_024;
const FIRST_PAUSE_MS = 500, LONGEST_PAUSE_MS = 30_000, LONGEST_ASKED_MS = 60_000;
/** A problem that lasts is told so often. */
const TELL_MS = 60_000;

export interface ForwarderOptions {
  url: URL;
  key: string;
  outbound: OutboundGuard;
  /** The certificates (PEM) that sign Andon's; null: the public ones. */
  ca: string | null;
  now: () => Ms;
  random: () => number;
  log: Log;
}

/** Andon has not taken a push, for a reason that a person can act on. */
export class NotTaken extends Error {
  override readonly name = "NotTaken";
  constructor(reason: string, readonly status: number | null = null, readonly retryAfterMs: Ms = 0) {
    super(reason);
  }
}

/** Pushes what waits in a queue to Andon's `/ingest`, in order, until Andon has answered that all of it is on its disk. */
export class Forwarder {
  readonly #closing = new AbortController();
  readonly #lines = new SampleLines();
  #after: number | null = null;
  #lifeMs: Ms = -Infinity;
  #pushedMs: Ms = -Infinity;
  #toldMs: Ms | null = null;
  #rejected = 0;
  readonly #client: Deno.HttpClient;

  constructor(private readonly options: ForwarderOptions) {
    const { ca } = options;
    this.#client = Deno.createHttpClient(ca === null ? {} : { caCerts: [ca] });
  }

  /** Andon takes this key at this address. Throws NotTaken. */
  async test(): Promise<void> {
    await this.#post([], null);
  }

  /** Runs until `close`. */
  async run(queue: ArrivalQueue): Promise<void> {
    // What a former run has told is no sign of life.
    this.#lifeMs = queue.read(null, 1).upToMs ?? -Infinity;
    try {
      while (!this.#closing.signal.aborted) {
        const page = queue.read(this.#after, PAGE_SAMPLES);
        if (page.samples.length > 0 || this.#isLifeDue(page)) await this.#pass(page, queue);
        if (page.samples.length < PAGE_SAMPLES) await sleep(PACE_MS, this.#closing.signal);
      }
    } catch (error) {
      if (!this.#closing.signal.aborted) throw error;
    }
  }

  close(): void {
    this.#closing.abort();
    this.#client.close();
  }

  #isLifeDue({ upToMs }: QueuedPage): boolean {
    return upToMs !== null && upToMs > this.#lifeMs && this.options.now() >= this.#pushedMs + LIFE_MS;
  }

  async #pass(page: QueuedPage, queue: ArrivalQueue): Promise<void> {
    const bodies = [...this.#lines.bodies(page.samples)];
    for (const [i, lines] of bodies.entries()) {
      await this.#deliver(lines, { upToMs: i === bodies.length - 1 ? page.upToMs : null, queue });
    }
    this.#pushedMs = this.options.now();
    this.#lifeMs = page.upToMs ?? this.#lifeMs;
    this.#after = page.number;
    if (page.samples.length === 0) return;
    try {
      queue.remove(page.number);
    } catch (error) {
      // The next page removes it too; after a crash it is pushed again, which Andon takes as a repetition.
      this.options.log("warn", "What was pushed could not be removed from the queue", {
        reason: String(error),
      });
    }
  }

  /** Repeats a push until it is taken. */
  async #deliver(
    lines: readonly string[],
    { upToMs, queue }: { upToMs: Ms | null; queue: ArrivalQueue },
  ): Promise<void> {
    for (let pauseMs = FIRST_PAUSE_MS;; pauseMs = Math.min(LONGEST_PAUSE_MS, 2 * pauseMs)) {
      try {
        const answer = await this.#post(lines, upToMs);
        this.#tellRejected(answer, lines);
        return this.#tellBack(queue);
      } catch (error) {
        if (!(error instanceof NotTaken)) throw error;
        if (error.status === 413 && lines.length > 1) {
          const half = lines.length >> 1;
          await this.#deliver(lines.slice(0, half), { upToMs: null, queue });
          return await this.#deliver(lines.slice(half), { upToMs, queue });
        }
        this.#lines.describeAgain();
        this.#tellProblem(error, queue);
        const drawnMs = pauseMs * (0.5 + this.options.random() / 2);
        await sleep(Math.max(drawnMs, Math.min(LONGEST_ASKED_MS, error.retryAfterMs)), this.#closing.signal);
      }
    }
  }

  async #post(lines: readonly string[], upToMs: Ms | null): Promise<PushAnswer> {
    const { url, key, outbound, now } = this.options, { host } = url, address = new URL(url);
    if (upToMs !== null) address.searchParams.set("up_to", isoFromMs(upToMs));
    const body = await promisify(gzip)(lines.join("\n") + "\n", { level: 1 });
    let response: Response, answer: unknown;
    try {
      await outbound.check(address);
      response = await fetch(address, {
        client: this.#client,
        method: "POST",
        headers: {
          "authorization": `Bearer ${key}`,
          "content-type": "application/x-ndjson",
          "content-encoding": "gzip",
        },
        body: new Uint8Array(body),
        redirect: "manual",
        signal: AbortSignal.any([this.#closing.signal, AbortSignal.timeout(TIMEOUT_MS)]),
      });
      const bytes = await readBytes(response, { maxBytes: MOST_ANSWER, host });
      answer = parseJson(bytes, { ok: false, host, service: "Andon" });
    } catch (error) {
      this.#closing.signal.throwIfAborted();
      throw new NotTaken(reasonOf(error, host));
    }
    if (response.status !== 200) {
      const asked = retryAfterMs(response.headers.get("retry-after"), now());
      throw new NotTaken(`${host} answered ${response.status}${saidBy(answer, key)}`, response.status, asked);
    }
    if (isAnswerTo(lines, answer)) return answer;
    throw new NotTaken(`What answers at ${address.origin}${address.pathname} is no Andon`);
  }

  #tellRejected({ rejected }: PushAnswer, lines: readonly string[]): void {
    const [first] = rejected;
    if (first === undefined) return;
    this.#rejected += rejected.length;
    const { stream } = JSON.parse(lines[first.line - 1] ?? "{}");
    this.options.log("warn", "Andon rejected samples; they are not stored", {
      rejected: rejected.length,
      rejected_in_all: this.#rejected,
      stream,
      reason: first.reason,
    });
  }

  #tellProblem({ message }: NotTaken, queue: ArrivalQueue): void {
    const { now, log } = this.options;
    if (this.#toldMs !== null && now() < this.#toldMs + TELL_MS) return;
    this.#toldMs = now();
    log("warn", `Andon takes nothing, so samples wait: ${message}`, fillOf(queue));
  }

  #tellBack(queue: ArrivalQueue): void {
    if (this.#toldMs === null) return;
    this.#toldMs = null;
    this.options.log("info", "Andon takes samples again", fillOf(queue));
  }
}

/** What waits, for the log. */
export function fillOf(queue: ArrivalQueue) {
  const { samples, oldestMs, share } = queue.fill();
  return { samples, since: isoOrNull(oldestMs), full_percent: Math.round(100 * share) };
}

function reasonOf(error: unknown, host: string): string {
  const { name, details } = error as { name?: string; details?: { reason?: unknown } };
  if (name === "TimeoutError") return `${host} did not answer within ${TIMEOUT_MS / 1_000} s`;
  return typeof details?.reason === "string" ? details.reason : networkReason(error, host);
}

/** What Andon says of an error, unless it repeats the key. */
function saidBy(answer: unknown, key: string): string {
  const said = isMap(answer) ? answer.message ?? answer.error : undefined;
  return typeof said !== "string" || said.includes(key) ? "" : `: ${cutText(said)}`;
}

/** Each line is stored or rejected: nothing else than Andon answers so. */
function isAnswerTo(lines: readonly string[], answer: unknown): answer is PushAnswer {
  return isMap(answer) && Array.isArray(answer.rejected) && typeof answer.stored === "number" &&
    answer.stored + answer.rejected.length === lines.length;
}

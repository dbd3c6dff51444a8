import type { PendingResponse } from "./leader_client.ts";
import type { Ms } from "../../domain/shared/time.ts";

export interface ResponseDeadlinesOptions {
  /** The longest without a sign of life. */
  silenceMs: Ms;
  /** Steady. */
  now(): number;
  /** Ends all. */
  ending: AbortSignal;
  /** Calls again and again, until what it answers is called. */
  every?: (ms: Ms, call: () => void) => () => void;
}

export interface ResponseDeadlineOptions {
  /** The longest until the first sign of life. */
  firstMs: Ms;
  /** Nobody waits any more, or nobody can answer. */
  isInVain(): boolean;
  /** Whether there is a sign of life. */
  ask(): Promise<boolean>;
}

/** Whoever works on a request is asked so often within the longest silence. */
const ASKED = 5;
/** All waits are looked at so often within it. */
const LOOKS = 50;

/** ResponseDeadlines that end when nothing has been heard for too long. One timer serves them all: most are over before it comes. */
export class ResponseDeadlines {
  readonly #all = new Set<ResponseDeadline>();
  #stopLooking: (() => void) | undefined;

  constructor(readonly options: ResponseDeadlinesOptions) {
    options.ending.addEventListener("abort", () => this.#endAll(), { once: true });
  }

  begin(options: ResponseDeadlineOptions): ResponseDeadline {
    const { silenceMs, now, ending, every = repeat } = this.options;
    const wait = new ResponseDeadline({
      ...options,
      silenceMs,
      nowMs: now(),
      forget: () => this.#all.delete(wait),
    });
    this.#all.add(wait);
    if (ending.aborted) this.#endAll();
    else this.#stopLooking ??= every(silenceMs / LOOKS, () => this.#look());
    return wait;
  }

  #look(): void {
    const { now } = this.options;
    for (const wait of this.#all) wait.look(now(), now);
    if (this.#all.size === 0) this.#stop();
  }

  #endAll(): void {
    for (const wait of this.#all) wait.end();
    this.#stop();
  }

  #stop(): void {
    this.#stopLooking?.();
    this.#stopLooking = undefined;
  }
}

function repeat(ms: Ms, call: () => void): () => void {
  const timer = setInterval(call, ms);
  return () => clearInterval(timer);
}

class ResponseDeadline implements PendingResponse, Disposable {
  onOver: (() => void) | undefined;
  isOver = false;
  #untilMs: number;
  #askMs: number;

  constructor(
    private readonly options: ResponseDeadlineOptions & { silenceMs: Ms; nowMs: number; forget(): void },
  ) {
    const { nowMs, firstMs, silenceMs } = options;
    this.#untilMs = nowMs + firstMs;
    this.#askMs = nowMs + silenceMs / ASKED;
  }

  look(nowMs: number, now: () => number): void {
    if (nowMs >= this.#untilMs || this.options.isInVain()) return this.end();
    if (nowMs < this.#askMs) return;
    this.#askMs = nowMs + this.options.silenceMs / ASKED;
    void this.#ask(now);
  }

  end(): void {
    this.options.forget();
    this.isOver = true;
    this.onOver?.();
  }

  async #ask(now: () => number): Promise<void> {
    if (await this.options.ask()) this.#untilMs = Math.max(this.#untilMs, now() + this.options.silenceMs);
  }

  [Symbol.dispose](): void {
    this.options.forget();
  }
}

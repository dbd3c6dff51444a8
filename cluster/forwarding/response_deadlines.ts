import type { PendingResponse } from "./leader_client.ts";
import type { Ms } from "../../domain/shared/time.ts";

export interface ResponseDeadlinesOptions {
  /** The longest time without a sign of life. */
  silenceMs: Ms;
  /** Monotonic. */
  now(): number;
  /** Ends all waits. */
  ending: AbortSignal;
  /** Calls repeatedly until the returned function is called. */
  every?: (ms: Ms, call: () => void) => () => void;
}

export interface PendingResponseOptions {
  /** The longest time until the first sign of life. */
  firstMs: Ms;
  /** The client has left, or the leader has changed. */
  isInVain(): boolean;
  /** Asks for a sign of life. */
  ask(): Promise<boolean>;
}

/** Probes within the longest silence. */
const PROBES = 5;
/** Checks of all waits within the longest silence. */
const CHECKS = 50;

/**
 * Ends waits for responses after too long without a sign of life. One timer serves all of them, since most end
 * before it fires.
 */
export class ResponseDeadlines {
  readonly #all = new Set<ResponseDeadline>();
  #stopTimer: (() => void) | undefined;

  constructor(readonly options: ResponseDeadlinesOptions) {
    options.ending.addEventListener("abort", () => this.#endAll(), { once: true });
  }

  begin(options: PendingResponseOptions): ResponseDeadline {
    const { silenceMs, now, ending, every = repeat } = this.options;
    const wait = new ResponseDeadline({
      ...options,
      silenceMs,
      nowMs: now(),
      forget: () => this.#all.delete(wait),
    });
    this.#all.add(wait);
    if (ending.aborted) this.#endAll();
    else this.#stopTimer ??= every(silenceMs / CHECKS, () => this.#checkAll());
    return wait;
  }

  #checkAll(): void {
    const { now } = this.options;
    for (const wait of this.#all) wait.check(now(), now);
    if (this.#all.size === 0) this.#stop();
  }

  #endAll(): void {
    for (const wait of this.#all) wait.end();
    this.#stop();
  }

  #stop(): void {
    this.#stopTimer?.();
    this.#stopTimer = undefined;
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
    private readonly options: PendingResponseOptions & { silenceMs: Ms; nowMs: number; forget(): void },
  ) {
    const { nowMs, firstMs, silenceMs } = options;
    this.#untilMs = nowMs + firstMs;
    this.#askMs = nowMs + silenceMs / PROBES;
  }

  check(nowMs: number, now: () => number): void {
    if (nowMs >= this.#untilMs || this.options.isInVain()) return this.end();
    if (nowMs < this.#askMs) return;
    this.#askMs = nowMs + this.options.silenceMs / PROBES;
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

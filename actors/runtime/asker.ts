import { refusalFromData } from "../../domain/shared/refusal.ts";
import { failed, unavailable } from "./failure.ts";
import type { Outcome } from "./protocol.ts";
import type { Timers } from "./timers.ts";
import type { Address } from "./types.ts";

export const DEFAULT_DEADLINE_MS = 10_000;

/** Receives the outcome of a message. Only the first outcome counts. */
export interface Asker {
  settle(outcome: Outcome): void;
}

/** A message on its way into a turn. */
export interface Envelope {
  message: unknown;
  asker: Asker | undefined;
  /** After this instant the message gets no turn. Infinity: it always gets one. */
  expiresMs: number;
}

export interface PendingOptions {
  timers: Timers;
  deadlineMs: number;
  /** What the ask waits for, for the text of the refusal. */
  what: string;
}

/** A promise of an outcome with a deadline. */
export class PendingAsk implements Asker {
  readonly answer: Promise<unknown>;
  readonly expiresMs: number;
  #resolve: (value: unknown) => void = () => {};
  #reject: (error: Error) => void = () => {};
  #cancelTimer: () => void;
  #onSettled: (() => void) | undefined;
  #open = true;

  constructor(options: PendingOptions) {
    this.expiresMs = options.timers.now() + options.deadlineMs;
    this.answer = new Promise((resolve, reject) => {
      this.#resolve = resolve;
      this.#reject = reject;
    });
    this.#cancelTimer = options.timers.after(options.deadlineMs, () => {
      this.settle(failed(unavailable(`${options.what} gave no answer within ${options.deadlineMs} ms`)));
    });
  }

  /** Called when the wait ends, in any way. */
  onSettled(run: () => void): void {
    this.#onSettled = run;
  }

  settle(outcome: Outcome): void {
    if (!this.#open) return;
    this.#open = false;
    this.#cancelTimer();
    this.#onSettled?.();
    if (outcome.ok) this.#resolve(outcome.value);
    else this.#reject(refusalFromData(outcome.refusal));
  }
}

/** `counter "a"`, for texts. */
export function nameOf(address: Address): string {
  return `${address.kind} "${address.id}"`;
}

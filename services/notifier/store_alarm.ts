import { storeFailsMessage, storeWorksMessage } from "../../domain/notification/store_message.ts";
import type { ContactPointSender, OutgoingMessage } from "../../domain/notification/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { ServiceContext } from "../context.ts";

export interface StoreAlarmOptions extends ServiceContext {
  storeId: string;
  /** Why nothing can be recorded or told at present, as a sentence; null: the store works. */
  trouble(): string | null;
  /** Whether another process leads: it works, and this one is done. */
  isTakenOver(): boolean;
  /** The fallback's sender with its settings and secrets in memory; undefined: there is none. */
  fallback(): ContactPointSender | undefined;
  timeZone: string;
  publicUrl: string | null;
}

/** How long the store has to fail before a message leaves, and to work before the next one does. */
export const FAILS_FOR_MS: Ms = 60_000;
export const WORKS_FOR_MS: Ms = 15_000;
const CHECK_MS: Ms = 5_000;
const AGAIN_MS: Ms = 30_000;
const ATTEMPT_MS: Ms = 90_000;
/** How long the last message may take when Andon ends. */
const CLOSE_MS: Ms = 2_000;

/** One failure of the store. */
interface Failure {
  sinceMs: Ms;
  /** The reason of the last check. */
  reason: string;
  isReported: boolean;
  /** Since when the store works again. */
  worksSinceMs: Ms | undefined;
}

/**
 * When the store itself fails, nothing can be recorded: the process that leads tells the fallback contact point from
 * memory, once a failure, and once when it is over. A process that another one has replaced begins nothing.
 */
export class StoreAlarm {
  #failure: Failure | undefined;
  #triedMs: Ms = -Infinity;
  #sending: Promise<void> | undefined;
  #cancel: () => void = () => {};
  readonly #closing = new AbortController();

  constructor(readonly options: StoreAlarmOptions) {}

  start(): void {
    this.check();
    if (!this.#closing.signal.aborted) {
      this.#cancel = this.options.after(CHECK_MS, () => this.start());
    }
  }

  /** Looks at the store now; resolves when what it has to send has been attempted. */
  check(): Promise<void> {
    this.#observe();
    const message = this.#due();
    if (message === undefined) return this.#sending ?? Promise.resolve();
    return this.#sending ??= this.#send(message).finally(() => this.#sending = undefined);
  }

  async close(): Promise<void> {
    this.#cancel();
    const late = this.options.after(CLOSE_MS, () => this.#closing.abort(new Error("Andon ends")));
    if (this.#failure?.isReported && this.options.isTakenOver()) await this.check();
    else this.#closing.abort(new Error("Andon ends"));
    await this.#sending;
    late();
    this.#closing.abort(new Error("Andon ends"));
  }

  #observe(): void {
    const { trouble, isTakenOver, now } = this.options;
    const reason = isTakenOver() ? null : trouble(), nowMs = now();
    if (reason !== null) {
      this.#failure ??= { sinceMs: nowMs, reason, isReported: false, worksSinceMs: undefined };
      Object.assign(this.#failure, { reason, worksSinceMs: undefined });
    } else if (this.#failure?.isReported) {
      this.#failure.worksSinceMs ??= nowMs;
    } else if (this.#sending === undefined) {
      this.#failure = undefined;
    }
  }

  /** What is to be sent now. */
  #due(): OutgoingMessage | undefined {
    const failure = this.#failure,
      { storeId, timeZone, publicUrl, now, isTakenOver } = this.options,
      nowMs = now();
    if (failure === undefined || nowMs - this.#triedMs < AGAIN_MS && !isTakenOver()) return undefined;
    const { sinceMs, reason, isReported, worksSinceMs } = failure;
    const about = { storeId, sinceMs, reason, nowMs, timeZone, publicUrl };
    if (!isReported) return nowMs - sinceMs >= FAILS_FOR_MS ? storeFailsMessage(about) : undefined;
    if (worksSinceMs === undefined) return undefined;
    return nowMs - worksSinceMs >= WORKS_FOR_MS || isTakenOver() ? storeWorksMessage(about) : undefined;
  }

  async #send(message: OutgoingMessage): Promise<void> {
    const { fallback, log, now } = this.options;
    this.#triedMs = now();
    const words = await this.#attempt(fallback(), message);
    if (words !== null) {
      return log("error", "The fallback could not be told of the storage", { reason: words });
    }
    this.#triedMs = -Infinity;
    if (message.status === "resolved") this.#failure = undefined;
    else if (this.#failure !== undefined) this.#failure.isReported = true;
  }

  /** Null: the receiver took it. */
  async #attempt(sender: ContactPointSender | undefined, message: OutgoingMessage): Promise<string | null> {
    if (sender === undefined) return "No contact point is the fallback";
    const late = new AbortController(),
      cancel = this.options.after(ATTEMPT_MS, () => late.abort(new Error("Late")));
    try {
      const signal = AbortSignal.any([late.signal, this.#closing.signal]);
      const { outcome, words } = await sender.send(message, { signal });
      return outcome === "accepted" || outcome === "delivered" ? null : words;
    } catch (error) {
      return String(error);
    } finally {
      cancel();
    }
  }
}

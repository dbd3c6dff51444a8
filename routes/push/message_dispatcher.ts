import { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import type { PushClient } from "./client.ts";
import type { PushClock } from "./clock.ts";
import { errorData, MESSAGE_BYTES, parseMessage, subscriptionAfter } from "./subscription.ts";

/** A client without a message for this time gets the default subscription. */
export const FIRST_MESSAGE_MS: Ms = 1_000;
/** The most messages in a minute, because each can cause a replay. */
const MOST_MESSAGES = 60;
const WINDOW_MS = 60_000;

export interface MessageDispatcherOptions {
  clock: PushClock;
  assets: Pick<Storage["assets"], "streamByName">;
  /** A client waits for the newest values of streams that it named. */
  awaited: () => void;
  drop: (client: PushClient, why: { code: number; reason: string }) => void;
}

/** Handles the clients' messages. An invalid one is answered by an `error` frame and changes nothing. */
export class MessageDispatcher {
  readonly #windows = new WeakMap<PushClient, { startMs: Ms; count: number }>();

  constructor(readonly options: MessageDispatcherOptions) {}

  take(client: PushClient, data: unknown): void {
    const { clock, drop } = this.options;
    if (this.#isTooMany(client)) {
      return drop(client, { code: 1008, reason: `At most ${MOST_MESSAGES} messages a minute are accepted` });
    }
    if (bytesOf(data) > MESSAGE_BYTES) {
      return drop(client, { code: 1009, reason: "A message may hold 256 KiB" });
    }
    try {
      this.#obey(client, data);
    } catch (error) {
      if (!(error instanceof Refusal)) throw error;
      client.tell("error", errorData(error), clock.now());
    }
  }

  #obey(client: PushClient, data: unknown): void {
    if (typeof data !== "string") throw new Refusal("VALIDATION_FAILED", "A message must be text");
    const message = parseMessage(data);
    const { assets, awaited } = this.options;
    const next = subscriptionAfter(message, client.subscription, (name) => assets.streamByName(name)?.id);
    const waits = client.subscribe(next);
    if (message.after !== undefined) client.resume(message.after);
    if (waits) awaited();
  }

  #isTooMany(client: PushClient): boolean {
    const nowMs = this.options.clock.now();
    const window = this.#windows.get(client);
    if (window === undefined || nowMs - window.startMs >= WINDOW_MS) {
      this.#windows.set(client, { startMs: nowMs, count: 1 });
      return false;
    }
    return ++window.count > MOST_MESSAGES;
  }
}

/** A text has at least as many bytes in UTF-8 as units in UTF-16. */
function bytesOf(data: unknown): number {
  if (typeof data === "string") {
    return data.length > MESSAGE_BYTES ? data.length : new TextEncoder().encode(data).byteLength;
  }
  return data instanceof ArrayBuffer ? data.byteLength : 0;
}

/** Holds a new client's frames back until its first message, or until the time for one is over. */
export class FirstMessages {
  readonly #waiting = new Map<PushClient, () => void>();

  constructor(private readonly options: { clock: PushClock; wake: () => void; withinMs: Ms }) {}

  await(client: PushClient): void {
    const { clock, withinMs } = this.options;
    this.#waiting.set(client, clock.after(withinMs, () => this.came(client)));
  }

  came(client: PushClient): void {
    this.forget(client);
    client.started = true;
    this.options.wake();
  }

  forget(client: PushClient): void {
    this.#waiting.get(client)?.();
    this.#waiting.delete(client);
  }
}

import type { PushClient } from "./client.ts";
import type { PushClock } from "./clock.ts";

/** Each client is checked twice a second, a fifth of them at a time. */
const LOOK_MS = 100;
const LOOKS = 5;

export interface SessionWatchOptions {
  clients: ReadonlySet<PushClient>;
  clock: PushClock;
  drop: (client: PushClient, why: { code: number; reason: string }) => void;
}

/** Closes the sockets whose session, key or screen has ended: signed out, expired, deleted, or its user disabled. */
export class SessionWatch {
  readonly #looks = new WeakMap<PushClient, number>();
  #watched = 0;
  #look = 0;
  #cancel: (() => void) | undefined;

  constructor(readonly options: SessionWatchOptions) {}

  watch(client: PushClient): void {
    this.#looks.set(client, this.#watched++ % LOOKS);
    this.#later();
  }

  stop(): void {
    this.#cancel?.();
    this.#cancel = undefined;
  }

  #next(): void {
    this.#cancel = undefined;
    this.#look = (this.#look + 1) % LOOKS;
    const { clients, drop } = this.options;
    for (const client of clients) {
      if (this.#looks.get(client) !== this.#look || client.who.isSignedIn()) continue;
      drop(client, { code: 1008, reason: "The session has ended; sign in again" });
    }
    if (clients.size > 0) this.#later();
  }

  #later(): void {
    this.#cancel ??= this.options.clock.after(LOOK_MS, () => this.#next());
  }
}

import type { Pumped, PushClient } from "./client.ts";
import type { PushClock } from "./clock.ts";

/** After this time the event loop gets control. */
const SLICE_MS = 5;
/** When blocked clients are tried again: soon while they read, otherwise less and less often. */
const FIRST_RETRY_MS = 5;
const LONGEST_RETRY_MS = 50;

export interface ClientSchedulerOptions {
  clients: ReadonlySet<PushClient>;
  clock: PushClock;
  pump: (client: PushClient) => Pumped;
}

/** Serves the clients one after the other, in time slices that do not block the process. */
export class ClientScheduler {
  #running = false;
  #again = false;
  #round: Iterator<PushClient> = [].values();
  #blocked = false;
  #progress = false;
  #retryMs = FIRST_RETRY_MS;
  #cancelRetry: (() => void) | undefined;
  #stopped = false;

  constructor(readonly options: ClientSchedulerOptions) {}

  /** Some of the clients have new frames. */
  wake(): void {
    this.#again = true;
    if (this.#running || this.#stopped) return;
    this.#running = true;
    this.options.clock.soon(() => this.#run());
  }

  stop(): void {
    this.#stopped = true;
    this.#cancelRetry?.();
  }

  #run(): void {
    const { clock } = this.options;
    const until = clock.now() + SLICE_MS;
    for (let client = this.#nextClient(); client !== undefined; client = this.#nextClient()) {
      this.#note(this.options.pump(client));
      if (clock.now() >= until) return clock.soon(() => this.#run());
    }
    this.#running = false;
    if (this.#blocked) this.#retryLater();
  }

  #note(pumped: Pumped): void {
    if (pumped === "more") this.#again = true;
    if (pumped === "blocked" || pumped === "stuck") this.#blocked = true;
    if (pumped === "blocked") this.#progress = true;
  }

  #nextClient(): PushClient | undefined {
    const next = this.#round.next();
    if (next.done !== true) return next.value;
    if (!this.#again) return undefined;
    this.#again = false;
    this.#round = this.options.clients.values();
    const first = this.#round.next();
    return first.done === true ? undefined : first.value;
  }

  /** A socket does not signal when its bytes are sent, so it is polled. */
  #retryLater(): void {
    this.#retryMs = this.#progress ? FIRST_RETRY_MS : Math.min(2 * this.#retryMs, LONGEST_RETRY_MS);
    this.#blocked = false;
    this.#progress = false;
    if (this.#stopped) return;
    this.#cancelRetry ??= this.options.clock.after(this.#retryMs, () => {
      this.#cancelRetry = undefined;
      this.wake();
    });
  }
}

import { sleep } from "../../../concurrency/sleep.ts";

const PAUSE_MS = 100;
/** Only a hang runs into it, on a busy machine too. */
const DEADLINE_MS = 60_000;

/** Asks `/healthz` again and again, each time on a new connection, until it is ended. */
export class HealthWatch {
  #answered = 0;
  #ended = false;
  readonly #failures: string[] = [];
  readonly #asking: Promise<void>;

  constructor(private readonly baseUrl: string) {
    this.#asking = this.#ask();
  }

  /** What went wrong so far, and how many times it answered 200. */
  async end(): Promise<{ failures: string[]; answered: number }> {
    this.#ended = true;
    await this.#asking;
    return { failures: this.#failures, answered: this.#answered };
  }

  async #ask(): Promise<void> {
    while (!this.#ended) {
      await this.#askOnce().catch((error) => this.#failures.push(String(error)));
      await sleep(PAUSE_MS);
    }
  }

  async #askOnce(): Promise<void> {
    using client = Deno.createHttpClient({ poolMaxIdlePerHost: 0 });
    const answer = await fetch(`${this.baseUrl}/healthz`, {
      client,
      signal: AbortSignal.timeout(DEADLINE_MS),
    });
    await answer.body?.cancel();
    if (answer.status === 200) this.#answered++;
    else this.#failures.push(`status ${answer.status}`);
  }
}

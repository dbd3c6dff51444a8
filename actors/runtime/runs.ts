import type { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { Semaphore, type SemaphoreOptions } from "../../concurrency/semaphore.ts";

export interface RunsOptions {
  /** How many at once, how many more wait, and what they are: "backtests". */
  semaphore: SemaphoreOptions;
  deadlineMs: Ms;
  cancelled(): Refusal;
  tooLong(): Refusal;
}

/** Runs long work by name, until it is done, cancelled or too long. */
export class Runs {
  readonly #semaphore: Semaphore;
  readonly #underWay = new Map<string, AbortController>();

  constructor(private readonly options: RunsOptions) {
    this.#semaphore = new Semaphore(options.semaphore);
  }

  /** Carries `work` out; its signal ends with the run, waiting for a place included. */
  async run<T>(id: string, work: (signal: AbortSignal) => Promise<T>): Promise<T> {
    const { deadlineMs, tooLong } = this.options;
    const ended = new AbortController();
    this.#underWay.set(id, ended);
    const timer = setTimeout(() => ended.abort(tooLong()), deadlineMs);
    try {
      return await this.#semaphore.run(ended.signal, () => work(ended.signal));
    } finally {
      clearTimeout(timer);
      this.#underWay.delete(id);
    }
  }

  cancel(id: string): void {
    this.#underWay.get(id)?.abort(this.options.cancelled());
  }

  cancelAll(): void {
    for (const id of this.#underWay.keys()) this.cancel(id);
  }
}

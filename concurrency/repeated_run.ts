import type { Ms } from "../domain/shared/time.ts";
import { type After, afterTimeout } from "./after.ts";

/** The schedule of repeated runs. */
export interface Repetition<Answer> {
  firstMs: Ms;
  /** From the end of a run to the start of the next one. */
  everyMs: Ms;
  begin: () => Promise<Answer>;
  /** Called when a run fails; the next one still runs. */
  onError: (error: unknown) => void;
}

/** Repeats a task, one run at a time, until it is closed. */
export class RepeatedRun<Answer> {
  readonly #pauses = new Set<() => void>();
  #cancel: () => void = () => {};
  #running: Promise<Answer> | undefined;
  #isClosed = false;

  constructor(private readonly after: After = afterTimeout) {}

  get isClosed(): boolean {
    return this.#isClosed;
  }

  /** Starts a run, or joins the one under way. */
  join(begin: () => Promise<Answer>): Promise<Answer> {
    this.#running ??= begin().finally(() => this.#running = undefined);
    return this.#running;
  }

  repeat({ firstMs, ...rest }: Repetition<Answer>): void {
    if (this.#isClosed) return;
    this.#cancel = this.after(firstMs, () => {
      this.join(rest.begin)
        .catch(rest.onError)
        .finally(() => this.repeat({ firstMs: rest.everyMs, ...rest }));
    });
  }

  /** Resolves after a time, or on close. */
  async pause(ms: Ms): Promise<void> {
    if (this.#isClosed) return;
    const { promise: over, resolve: wake } = Promise.withResolvers<void>();
    this.#pauses.add(wake);
    const cancel = this.after(ms, wake);
    await over;
    cancel();
    this.#pauses.delete(wake);
  }

  /** Stops the repetition and waits for the run under way, whose pauses end at once. */
  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    for (const wake of this.#pauses) wake();
    await this.#running?.catch(() => {});
  }
}

import type { Log } from "./options.ts";
import type { Trouble } from "./trouble.ts";

export type StoreUse = "reads" | "writes";

export const TAKEN_OVER: Trouble = {
  why: "was taken over by another process",
  todo: "this one writes no more; stop it",
};

/**
 * Whether reads and writes go through, each for itself: a full disk can be read, and a read that succeeds says nothing
 * of writes. `onDown` is called when one of them ceases to.
 */
export class Health {
  readonly #troubles = new Map<StoreUse, Trouble>();
  /** What was told in the log since all was well: each trouble is told once. */
  readonly #told = new Set<string>();
  #suspected: Trouble | undefined;
  #fenced = false;
  readonly #takenOver = Promise.withResolvers<void>();

  constructor(readonly log: Log, readonly onDown: () => void = () => {}) {}

  get ok(): boolean {
    return this.#troubles.size === 0 && !this.#fenced;
  }

  get fenced(): boolean {
    return this.#fenced;
  }

  /** Resolves once another process writes in our place. */
  get takenOver(): Promise<void> {
    return this.#takenOver.promise;
  }

  /** What is wrong now; null: it goes through. */
  trouble(use: StoreUse): Trouble | null {
    if (this.#fenced && use === "writes") return TAKEN_OVER;
    return this.#troubles.get(use) ?? null;
  }

  up(use: StoreUse): void {
    if (use === "writes") this.#suspected = undefined;
    if (!this.#troubles.delete(use)) return;
    this.log("info", `The storage takes ${use} again`, {});
    if (this.#troubles.size === 0) this.#told.clear();
  }

  down(use: StoreUse, trouble: Trouble, error?: unknown): void {
    this.#troubles.set(use, trouble);
    const said = `${use} ${trouble.why}`;
    if (!this.#told.has(said)) {
      this.#told.add(said);
      const fields = error === undefined ? {} : { error: String(error) };
      this.log("error", `The storage ${trouble.why}; ${trouble.todo}`, { failing: use, ...fields });
    }
    this.onDown();
  }

  /** Why writes are tried again: what is wrong should they not come through in time. */
  suspect(trouble: Trouble): void {
    this.#suspected = trouble;
  }

  get suspected(): Trouble | undefined {
    return this.#suspected;
  }

  /** Another process writes in our place: this one writes no more. */
  fence(about: Record<string, unknown>): void {
    if (this.#fenced) return;
    this.#fenced = true;
    this.#takenOver.resolve();
    this.log("error", "Another process has taken over the storage; this one writes no more", about);
  }
}

import type { Log } from "../../domain/shared/log.ts";
import type { Trouble } from "./trouble.ts";

export type StoreUse = "reads" | "writes";

export const TAKEN_OVER: Trouble = {
  why: "is led by another process",
  todo: "this one no longer writes; stop it",
};

/**
 * Tracks reads and writes separately: a full disk can still be read, and a successful read says nothing about
 * writes. Calls `onDown` when one of them starts to fail.
 */
export class Health {
  readonly #troubles = new Map<StoreUse, Trouble>();
  /** What was logged since everything last worked: each trouble is logged once. */
  readonly #logged = new Set<string>();
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

  /** Resolves once another process leads. */
  get takenOver(): Promise<void> {
    return this.#takenOver.promise;
  }

  /** The present trouble; null: none. */
  trouble(use: StoreUse): Trouble | null {
    if (this.#fenced && use === "writes") return TAKEN_OVER;
    return this.#troubles.get(use) ?? null;
  }

  up(use: StoreUse): void {
    if (use === "writes") this.#suspected = undefined;
    if (!this.#troubles.delete(use)) return;
    this.log("info", `The storage takes ${use} again`, {});
    if (this.#troubles.size === 0) this.#logged.clear();
  }

  down(use: StoreUse, trouble: Trouble, error?: unknown): void {
    this.#troubles.set(use, trouble);
    const name = `${use} ${trouble.why}`;
    if (!this.#logged.has(name)) {
      this.#logged.add(name);
      const fields = error === undefined ? {} : { error: String(error) };
      this.log("error", `The storage ${trouble.why}; ${trouble.todo}`, { failing: use, ...fields });
    }
    this.onDown();
  }

  /** Why writes are being retried: the trouble to report if they do not succeed in time. */
  suspect(trouble: Trouble): void {
    this.#suspected = trouble;
  }

  get suspected(): Trouble | undefined {
    return this.#suspected;
  }

  /** Another process leads: this one writes no more. */
  fence(about: Record<string, unknown>): void {
    if (this.#fenced) return;
    this.#fenced = true;
    this.#takenOver.resolve();
    this.log("error", "Another process leads; this one no longer writes to the storage", about);
  }
}

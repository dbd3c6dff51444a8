import type { Log } from "./options.ts";

/** Whether the last commit or read went through. */
export class Health {
  #ok = true;
  #fenced = false;

  constructor(readonly log: Log) {}

  get ok(): boolean {
    return this.#ok && !this.#fenced;
  }

  get fenced(): boolean {
    return this.#fenced;
  }

  up(): void {
    if (this.#ok) return;
    this.#ok = true;
    this.log("info", "The storage answers again", {});
  }

  down(why: string): void {
    if (!this.#ok) return;
    this.#ok = false;
    this.log("warn", "The storage does not answer", { why });
  }

  /** Another process writes in our place: this one writes no more. */
  fence(lane: number): void {
    if (this.#fenced) return;
    this.#fenced = true;
    this.log("error", "Another process has taken over the storage; this one writes no more", { lane });
  }
}

import { keys } from "../keys.ts";
import type { KvBackend } from "./backend.ts";
import { type CallDeadline, jittered } from "./deadline.ts";
import type { Health } from "./health.ts";
import { troubleOf } from "./trouble.ts";

export interface ProbeContext {
  backend: KvBackend;
  health: Health;
  deadline: CallDeadline;
  random: () => number;
  isClosed: () => boolean;
}

const FIRST_MS = 50;
const LONGEST_MS = 1_000;
/** Nearly the largest value: if this does not fit on the disk, the next commit would not either. */
const BYTES = 60_000;

/** The most hanging attempts; the next one waits until one of them ends. */
const MOST_HANGING = 3;

/**
 * Probes a failed store until it works again, so that recovery is noticed without reads and writes. Its key has
 * no meaning.
 */
export class Probe {
  #isProbing = false;
  #hanging = 0;
  #wake: () => void = () => {};

  constructor(readonly context: ProbeContext) {}

  start(): void {
    if (this.#isProbing) return;
    this.#isProbing = true;
    this.#probe().finally(() => this.#isProbing = false);
  }

  /** Ends the pause between probes when the store closes. */
  stop(): void {
    this.#wake();
  }

  async #probe(): Promise<void> {
    const { health, random, isClosed } = this.context;
    for (let ms = FIRST_MS; !health.ok && !health.fenced; ms = Math.min(LONGEST_MS, 2 * ms)) {
      await this.#pause(jittered(ms, random));
      if (isClosed()) return;
      if (this.#hanging < MOST_HANGING) await this.#inTime();
    }
  }

  #pause(ms: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, ms);
      this.#wake = () => {
        clearTimeout(timer);
        resolve();
      };
    });
  }

  async #inTime(): Promise<void> {
    this.#hanging++;
    const attempt = this.#attempt().catch((error) => this.#note(error)).finally(() => this.#hanging--);
    await this.context.deadline.of(attempt, () => new Error("late")).catch(() => {});
  }

  async #attempt(): Promise<void> {
    const { backend, health } = this.context;
    const key = keys.meta("probe");
    if (health.trouble("reads") !== null) {
      await backend.getMany([key]);
      health.up("reads");
    }
    if (health.trouble("writes") === null) return;
    const value = new Uint8Array(BYTES);
    await backend.write({ checks: [], mutations: [{ type: "set", key, value }] });
    await backend.write({ checks: [], mutations: [{ type: "delete", key }] });
    health.up("writes");
  }

  /** The trouble may have changed. */
  #note(error: unknown): void {
    const { health } = this.context;
    const trouble = troubleOf(error);
    if (trouble === undefined) return;
    health.down(health.trouble("reads") === null ? "writes" : "reads", trouble, error);
  }
}

import type { Check, Key } from "../../domain/shared/commit.ts";
import type { Atomic, KvBackend } from "./backend.ts";
import { sleep } from "../../concurrency/sleep.ts";
import { type CallDeadline, jittered } from "./deadline.ts";
import type { Health } from "./health.ts";
import type { LaneValue } from "./lane_value.ts";
import { isTransient, LATE_READ, LATE_WRITE, type Trouble, troubleOf } from "./trouble.ts";

/**
 * How an atomic ended. `again`: it certainly did not land and may be tried once more. `failed`: it did not land, and
 * no other would now.
 */
export type Outcome =
  | { kind: "landed"; versionstamp: string }
  | { kind: "refused" }
  | { kind: "impossible"; error: Error }
  | { kind: "failed"; trouble: Trouble }
  | { kind: "again" }
  | { kind: "fenced" }
  | { kind: "closed" };

export interface LaneKeyContext {
  backend: KvBackend;
  health: Health;
  deadline: CallDeadline;
  owner: string;
  /** Checked by every atomic: once it fails, another process writes in our place. */
  fence?: Check;
  nextCommitId: () => string;
  random: () => number;
  isClosed: () => boolean;
}

interface Held {
  value: LaneValue;
  versionstamp: string;
}

/** An atomic that wrote `next` over `held`, if it landed; else its outcome is `otherwise`. */
interface Unsettled {
  held: Held;
  next: LaneValue;
  ended: boolean;
  otherwise: Outcome;
}

type Step = { versionstamp: string | null; next: LaneValue };

const RETRY_MS = 20;

/**
 * One lane's key. Every atomic checks and rewrites it: a client that repeats a commit blindly, or late, then fails
 * the check, and what became of a commit without an answer can be read from it.
 */
export class LaneKey {
  #held: Held | undefined;

  constructor(readonly key: Key, readonly context: LaneKeyContext) {}

  /** Writes the atomic that `make` builds; the lane is taken first, for as long as the write is `wanted`. */
  async write(make: (step: Step) => Atomic, wanted: () => boolean): Promise<Outcome> {
    while (this.#held === undefined && wanted() && this.#mayWrite()) await this.#take();
    if (this.context.isClosed()) return { kind: "closed" };
    if (this.context.health.fenced) return { kind: "fenced" };
    return this.#held === undefined ? { kind: "again" } : await this.#attempt(make, this.#held);
  }

  #mayWrite(): boolean {
    return !this.context.isClosed() && !this.context.health.fenced;
  }

  /** Takes the lane over from whoever had it: a write of theirs that is still on its way can no longer land. */
  async #take(): Promise<void> {
    try {
      const entry = await this.#read();
      if (entry === "fenced") return void this.#fence();
      // A take of ours whose answer was lost, or came wrong from a client that repeats blindly.
      if (entry?.value.commitId.startsWith(this.context.owner)) {
        this.#held = entry;
        return;
      }
      const epoch = (entry?.value.epoch ?? 0) + 1;
      const value: LaneValue = { v: 1, epoch, seq: 0, commitId: this.context.nextCommitId() };
      const result = await this.#inTime(
        this.context.backend.write(this.#rewrite(entry?.versionstamp ?? null, value)),
      );
      if (!result.ok) return;
      this.#held = { value, versionstamp: result.versionstamp };
      this.context.health.up("writes");
    } catch (error) {
      this.#noteFailedTake(error);
      await this.#pause();
    }
  }

  /** Tried again, whatever it was, until nobody waits for it any more. */
  #noteFailedTake(error: unknown): void {
    const trouble = error instanceof Late ? LATE_WRITE : troubleOf(error) ?? LATE_WRITE;
    this.context.health.suspect(trouble);
    if (!isTransient(error)) this.context.health.down("writes", trouble, error);
  }

  async #attempt(make: (step: Step) => Atomic, held: Held): Promise<Outcome> {
    const next: LaneValue = { ...held.value, seq: held.value.seq + 1, commitId: this.context.nextCommitId() };
    try {
      const result = await this.#inTime(
        this.context.backend.write(make({ versionstamp: held.versionstamp, next })),
      );
      if (!result.ok) return await this.#settle({ held, next, ended: true, otherwise: { kind: "refused" } });
      this.context.health.up("writes");
      this.#held = { value: next, versionstamp: result.versionstamp };
      return { kind: "landed", versionstamp: result.versionstamp };
    } catch (error) {
      return await this.#afterError(error, { held, next });
    }
  }

  async #afterError(error: unknown, about: { held: Held; next: LaneValue }): Promise<Outcome> {
    const { health } = this.context;
    if (error instanceof Late) {
      health.down("writes", LATE_WRITE);
      return await this.#settle({ ...about, ended: false, otherwise: { kind: "again" } });
    }
    const trouble = troubleOf(error);
    if (isTransient(error) && trouble !== undefined) {
      health.suspect(trouble);
      await this.#pause();
      return await this.#settle({ ...about, ended: true, otherwise: { kind: "again" } });
    }
    if (trouble !== undefined) health.down("writes", trouble, error);
    else health.log("error", "A commit was refused by the storage", { error: String(error) });
    return await this.#settle({ ...about, ended: true, otherwise: withoutTrouble(error, trouble) });
  }

  /**
   * Finds out what became of the atomic that wrote `next`. While its call has not `ended` it may land still: then
   * the key is rewritten, after which it cannot.
   */
  async #settle(about: Unsettled): Promise<Outcome> {
    while (!this.context.isClosed()) {
      try {
        const outcome = await this.#look(about);
        if (outcome !== undefined) return outcome;
      } catch (error) {
        this.#noteFailedLook(error);
      }
      await this.#pause();
    }
    return { kind: "closed" };
  }

  async #look({ held, next, ended, otherwise }: Unsettled): Promise<Outcome | undefined> {
    const entry = await this.#read();
    this.context.health.up("reads");
    if (entry === "fenced") return this.#fence();
    if (entry?.versionstamp === held.versionstamp) {
      if (ended) return otherwise;
      const bump: LaneValue = { ...next, commitId: this.context.nextCommitId() };
      await this.#inTime(this.context.backend.write(this.#rewrite(held.versionstamp, bump)));
      return undefined;
    }
    if (entry === undefined || !entry.value.commitId.startsWith(this.context.owner)) return this.#fence();
    this.#held = entry;
    if (entry.value.commitId !== next.commitId) return otherwise;
    return { kind: "landed", versionstamp: entry.versionstamp };
  }

  /** The read, or the write that rewrites the key. */
  #noteFailedLook(error: unknown): void {
    if (isTransient(error)) return;
    const late = error instanceof Late;
    this.context.health.down(
      late ? "reads" : "writes",
      late ? LATE_READ : troubleOf(error) ?? LATE_WRITE,
      error,
    );
  }

  #fence(): Outcome {
    this.context.health.fence({ lane: this.key[1] });
    return { kind: "fenced" };
  }

  async #read(): Promise<Held | undefined | "fenced"> {
    const { backend, fence } = this.context;
    const wanted = fence === undefined ? [this.key] : [this.key, fence.key];
    const [entry, epoch] = await this.#inTime(backend.getMany(wanted));
    if (fence !== undefined && epoch.versionstamp !== fence.versionstamp) return "fenced";
    return entry.versionstamp === null ? undefined : laneEntry(entry);
  }

  #rewrite(versionstamp: string | null, value: LaneValue): Atomic {
    const { fence } = this.context;
    return {
      checks: [{ key: this.key, versionstamp }, ...fence === undefined ? [] : [fence]],
      mutations: [{ type: "set", key: this.key, value }],
    };
  }

  #inTime<T>(promise: Promise<T>): Promise<T> {
    return this.context.deadline.of(promise, () => new Late());
  }

  #pause(): Promise<void> {
    return sleep(jittered(RETRY_MS, this.context.random));
  }
}

class Late extends Error {}

/** Lane keys are written by this file only. */
function laneEntry(entry: Deno.KvEntry<unknown>): Held {
  return { value: entry.value as LaneValue, versionstamp: entry.versionstamp };
}

/** A commit that failed with the whole store, or that can never be written. */
function withoutTrouble(error: unknown, trouble: Trouble | undefined): Outcome {
  if (trouble !== undefined) return { kind: "failed", trouble };
  return { kind: "impossible", error: error instanceof Error ? error : new TypeError(String(error)) };
}

import type { Check, Key } from "../../domain/shared/commit.ts";
import type { Atomic, KvBackend } from "./backend.ts";
import { sleep } from "../../concurrency/sleep.ts";
import { type CallDeadline, jittered } from "./deadline.ts";
import type { Health } from "./health.ts";
import { isTransient, LATE_READ, LATE_WRITE, type Trouble, troubleOf } from "./trouble.ts";

/**
 * The outcome of an atomic. `again`: it certainly did not commit and may be retried. `failed`: it did not
 * commit, and no other would at present.
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
  /** Checked by every atomic: once it fails, another process leads. */
  fence?: Check;
  nextCommitId: () => string;
  random: () => number;
  isClosed: () => boolean;
}

interface LaneEntry {
  value: LaneValue;
  versionstamp: string;
}

/** An atomic that replaces `held` by `next` if it commits; else its outcome is `otherwise`. */
interface Unsettled {
  held: LaneEntry;
  next: LaneValue;
  ended: boolean;
  otherwise: Outcome;
}

type Step = { versionstamp: string | null; next: LaneValue };

const RETRY_MS = 20;

/**
 * The key of a lane. Every atomic checks and rewrites it, so a repeated or late commit fails its check, and the
 * key shows whether a commit without a response took effect.
 */
export class LaneKey {
  #held: LaneEntry | undefined;

  constructor(readonly key: Key, readonly context: LaneKeyContext) {}

  /** Writes the atomic that `make` builds; acquires the lane first, as long as the write is `wanted`. */
  async write(make: (step: Step) => Atomic, isNeeded: () => boolean): Promise<Outcome> {
    while (this.#held === undefined && isNeeded() && this.#mayWrite()) await this.#acquire();
    if (this.context.isClosed()) return { kind: "closed" };
    if (this.context.health.fenced) return { kind: "fenced" };
    return this.#held === undefined ? { kind: "again" } : await this.#attempt(make, this.#held);
  }

  #mayWrite(): boolean {
    return !this.context.isClosed() && !this.context.health.fenced;
  }

  /** Acquires the lane, so that pending writes of its previous owner can no longer commit. */
  async #acquire(): Promise<void> {
    try {
      const entry = await this.#read();
      if (entry === "fenced") return void this.#fence();
      // This process acquired it already: the response was lost, or wrong because the client repeated the write.
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
      this.#noteFailedAcquire(error);
      await this.#pause();
    }
  }

  /** Retried after any error, until no caller waits any more. */
  #noteFailedAcquire(error: unknown): void {
    const trouble = error instanceof Late ? LATE_WRITE : troubleOf(error) ?? LATE_WRITE;
    this.context.health.suspect(trouble);
    if (!isTransient(error)) this.context.health.down("writes", trouble, error);
  }

  async #attempt(make: (step: Step) => Atomic, held: LaneEntry): Promise<Outcome> {
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

  async #afterError(error: unknown, about: { held: LaneEntry; next: LaneValue }): Promise<Outcome> {
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
    else health.log("error", "The storage refused a commit", { error: String(error) });
    return await this.#settle({ ...about, ended: true, otherwise: withoutTrouble(error, trouble) });
  }

  /**
   * Determines whether the atomic that writes `next` has committed. While its call has not `ended` it may still
   * commit; the key is then rewritten to prevent that.
   */
  async #settle(about: Unsettled): Promise<Outcome> {
    while (!this.context.isClosed()) {
      try {
        const outcome = await this.#settleOnce(about);
        if (outcome !== undefined) return outcome;
      } catch (error) {
        this.#noteFailedCheck(error);
      }
      await this.#pause();
    }
    return { kind: "closed" };
  }

  async #settleOnce({ held, next, ended, otherwise }: Unsettled): Promise<Outcome | undefined> {
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

  /** Either the read or the rewrite of the key failed. */
  #noteFailedCheck(error: unknown): void {
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

  async #read(): Promise<LaneEntry | undefined | "fenced"> {
    const { backend, fence } = this.context;
    const recordKeys = fence === undefined ? [this.key] : [this.key, fence.key];
    const [entry, epoch] = await this.#inTime(backend.getMany(recordKeys));
    if (fence !== undefined && epoch?.versionstamp !== fence.versionstamp) return "fenced";
    return entry === undefined || entry.versionstamp === null ? undefined : laneEntry(entry);
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

/** Only this file writes lane keys. */
function laneEntry(entry: Deno.KvEntry<unknown>): LaneEntry {
  return { value: entry.value as LaneValue, versionstamp: entry.versionstamp };
}

/** Either the store as a whole fails, or this commit can never be written. */
function withoutTrouble(error: unknown, trouble: Trouble | undefined): Outcome {
  if (trouble !== undefined) return { kind: "failed", trouble };
  return { kind: "impossible", error: error instanceof Error ? error : new TypeError(String(error)) };
}

/** The value of a lane's key. Acquiring a lane raises its epoch; each atomic writes its own commitId. */
export interface LaneValue {
  v: 1;
  epoch: number;
  seq: number;
  commitId: string;
}

import { keys } from "../keys.ts";
import type { Check } from "../../domain/shared/commit.ts";
import type { Fifo } from "../../domain/shared/fifo.ts";
import type { Atomic, KvBackend } from "./backend.ts";
import type { AppendLog } from "./rows.ts";
import { LIMITS } from "./size.ts";
import { type GuardCheck, type QueuedCommit, RESERVED } from "./queued_commit.ts";
import type { LaneValue } from "./lane_key.ts";

/** The commits for one atomic: as many from the head of the queue as fit together. */
export function takeGroup(queue: Fifo<QueuedCommit>): QueuedCommit[] {
  const group = new Group();
  for (let queued = queue.peek(); queued !== undefined; queued = queue.peek()) {
    if (!queued.settled && !group.tryAdd(queued)) break;
    queue.shift();
  }
  return group.commits;
}

class Group {
  readonly commits: QueuedCommit[] = [];
  /** How many of the commits are in the sets, which are filled only when a conflict is possible. */
  #indexed = 0;
  #hasSums = false;
  readonly #checks = new Set<string>();
  readonly #written = new Set<string>();
  readonly #summed = new Set<string>();
  #mutations: number = RESERVED.mutations;
  #payloadBytes: number = RESERVED.payloadBytes;
  #keyBytes: number = RESERVED.keyBytes;
  readonly #logged = new Map<AppendLog, number>();

  /** Adds the commit, or returns false when it must wait for the next group. */
  tryAdd(queued: QueuedCommit): boolean {
    if (
      this.commits.length > 0 &&
      (!this.#hasRoom(queued) || (this.#mayConflict(queued) && this.#conflicts(queued)))
    ) {
      return false;
    }
    this.#add(queued);
    return true;
  }

  #hasRoom(queued: QueuedCommit): boolean {
    return this.#mutations + queued.mutations.length <= LIMITS.mutations &&
      this.#payloadBytes + queued.payloadBytes <= LIMITS.payloadBytes &&
      this.#keyBytes + queued.keyBytes <= LIMITS.allKeyBytes &&
      queued.appends.every(({ log, bytes }) => (this.#logged.get(log) ?? 0) + bytes <= log.mostBytes) &&
      (queued.checks.length === 0 || this.#hasRoomFor(queued.checks));
  }

  #hasRoomFor(checks: readonly GuardCheck[]): boolean {
    this.#index();
    const newChecks = checks.filter(({ whole }) => !this.#checks.has(whole)).length;
    return this.#checks.size + newChecks <= LIMITS.guardChecks;
  }

  /** Commits that only set and delete never conflict. */
  #mayConflict(queued: QueuedCommit): boolean {
    return this.#hasSums || queued.checks.length > 0 || queued.summed.length > 0;
  }

  /**
   * A check would not see the writes of an earlier commit, and sums are applied first, whatever the position of
   * their commit.
   */
  #conflicts(queued: QueuedCommit): boolean {
    this.#index();
    return queued.checks.some(({ text }) => this.#written.has(text) || this.#summed.has(text)) ||
      queued.written().some((text) => this.#summed.has(text)) ||
      queued.summed.some((text) => this.#written.has(text));
  }

  #index(): void {
    for (; this.#indexed < this.commits.length; this.#indexed++) {
      const queued = this.commits[this.#indexed]!;
      for (const { whole } of queued.checks) this.#checks.add(whole);
      for (const text of queued.written()) this.#written.add(text);
      for (const text of queued.summed) this.#summed.add(text);
    }
  }

  #add(queued: QueuedCommit): void {
    this.commits.push(queued);
    this.#hasSums ||= queued.summed.length > 0;
    this.#mutations += queued.mutations.length;
    this.#payloadBytes += queued.payloadBytes;
    this.#keyBytes += queued.keyBytes;
    for (const { log, bytes } of queued.appends) this.#logged.set(log, bytes + (this.#logged.get(log) ?? 0));
  }
}

export interface LaneStep {
  lane: number;
  /** A check in every atomic of the process. */
  fence?: Check;
  /** Of the lane key as stored. */
  versionstamp: string | null;
  next: LaneValue;
}

/** The atomic of all commits: it checks and rewrites the lane's key. */
export function atomicOf(commits: QueuedCommit[], step: LaneStep, backend: KvBackend): Atomic {
  const checks = new Map<string, Deno.AtomicCheck>();
  for (const queued of commits) {
    for (const { key, versionstamp, whole } of queued.checks) checks.set(whole, { key, versionstamp });
  }
  const laneKey = keys.lane(step.lane);
  return {
    checks: [
      { key: laneKey, versionstamp: step.versionstamp },
      ...step.fence === undefined ? [] : [step.fence],
      ...checks.values(),
    ],
    mutations: [
      ...sumsOf(commits),
      { type: "set", key: laneKey, value: step.next },
      ...setsOf(commits),
      ...logged(commits, backend),
    ],
  };
}

function setsOf(commits: QueuedCommit[]): Deno.KvMutation[] {
  const sets: Deno.KvMutation[] = [];
  for (const queued of commits) {
    for (const mutation of queued.mutations) if (mutation.type !== "sum") sets.push(mutation);
  }
  return sets;
}

/** The sums of all commits, one per key. They come first, so that a failing sum leaves no partial write. */
function sumsOf(commits: QueuedCommit[]): Deno.KvMutation[] {
  const sums = new Map<string, { key: Deno.KvKey; by: number }>();
  for (const queued of commits) {
    let next = 0;
    for (const mutation of queued.mutations) {
      if (mutation.type !== "sum") continue;
      const text = queued.summed[next++]!;
      sums.set(text, { key: mutation.key, by: mutation.value + (sums.get(text)?.by ?? 0) });
    }
  }
  return [...sums.values()].map(({ key, by }) => ({ type: "sum", key, value: counterOf(by) }));
}

/** A whole number as an unsigned 64-bit counter; a negative one wraps, so that adding it subtracts. */
function counterOf(value: number): Deno.KvU64 {
  return new Deno.KvU64(BigInt.asUintN(64, BigInt(value)));
}

/** The entries of the logs, under the versionstamp of the atomic. */
function logged(commits: QueuedCommit[], backend: KvBackend): Deno.KvMutation[] {
  const logs = new Map<AppendLog, { items: unknown[]; bytes: number }>();
  for (const { appends } of commits) {
    for (const { log, items, bytes } of appends) {
      const all = logs.get(log) ?? { items: [], bytes: 0 };
      for (const item of items) all.items.push(item);
      all.bytes += bytes;
      logs.set(log, all);
    }
  }
  return [...logs].flatMap(([log, { items, bytes }]) =>
    log.valuesOf(items, bytes).map((value, i): Deno.KvMutation => (
      { type: "set", key: [...log.prefix(i), backend.versionstampPart()], value }
    ))
  );
}

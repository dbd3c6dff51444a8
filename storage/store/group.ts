import { keys } from "../keys.ts";
import type { Check } from "../../domain/shared/commit.ts";
import type { Fifo } from "../../domain/shared/fifo.ts";
import type { Atomic, KvBackend } from "./backend.ts";
import type { LaneValue } from "./lane_value.ts";
import type { AppendLog } from "./rows.ts";
import { LIMITS } from "./size.ts";
import { type GuardCheck, RESERVED, type Turn } from "./turn.ts";

/** The turns for one atomic: as many from the head of the queue as fit together. */
export function takeGroup(queue: Fifo<Turn>): Turn[] {
  const group = new Group();
  for (let turn = queue.peek(); turn !== undefined; turn = queue.peek()) {
    if (!turn.settled && !group.tryAdd(turn)) break;
    queue.shift();
  }
  return group.turns;
}

class Group {
  readonly turns: Turn[] = [];
  /** How many of the turns are in the sets, which are filled only when a conflict is possible. */
  #indexed = 0;
  #hasSums = false;
  readonly #checks = new Set<string>();
  readonly #written = new Set<string>();
  readonly #summed = new Set<string>();
  #mutations: number = RESERVED.mutations;
  #payloadBytes: number = RESERVED.payloadBytes;
  #keyBytes: number = RESERVED.keyBytes;
  readonly #logged = new Map<AppendLog, number>();

  /** Adds the turn, or returns false when it must wait for the next group. */
  tryAdd(turn: Turn): boolean {
    if (
      this.turns.length > 0 && (!this.#hasRoom(turn) || (this.#mayConflict(turn) && this.#conflicts(turn)))
    ) {
      return false;
    }
    this.#add(turn);
    return true;
  }

  #hasRoom(turn: Turn): boolean {
    return this.#mutations + turn.mutations.length <= LIMITS.mutations &&
      this.#payloadBytes + turn.payloadBytes <= LIMITS.payloadBytes &&
      this.#keyBytes + turn.keyBytes <= LIMITS.allKeyBytes &&
      turn.appends.every(({ log, bytes }) => (this.#logged.get(log) ?? 0) + bytes <= log.mostBytes) &&
      (turn.checks.length === 0 || this.#hasRoomFor(turn.checks));
  }

  #hasRoomFor(checks: readonly GuardCheck[]): boolean {
    this.#index();
    const newChecks = checks.filter(({ whole }) => !this.#checks.has(whole)).length;
    return this.#checks.size + newChecks <= LIMITS.guardChecks;
  }

  /** Turns that only set and delete never conflict. */
  #mayConflict(turn: Turn): boolean {
    return this.#hasSums || turn.checks.length > 0 || turn.summed.length > 0;
  }

  /**
   * A check would not see the writes of an earlier turn, and sums are applied first, whatever the position of
   * their turn.
   */
  #conflicts(turn: Turn): boolean {
    this.#index();
    return turn.checks.some(({ text }) => this.#written.has(text) || this.#summed.has(text)) ||
      turn.written().some((text) => this.#summed.has(text)) ||
      turn.summed.some((text) => this.#written.has(text));
  }

  #index(): void {
    for (; this.#indexed < this.turns.length; this.#indexed++) {
      const turn = this.turns[this.#indexed]!;
      for (const { whole } of turn.checks) this.#checks.add(whole);
      for (const text of turn.written()) this.#written.add(text);
      for (const text of turn.summed) this.#summed.add(text);
    }
  }

  #add(turn: Turn): void {
    this.turns.push(turn);
    this.#hasSums ||= turn.summed.length > 0;
    this.#mutations += turn.mutations.length;
    this.#payloadBytes += turn.payloadBytes;
    this.#keyBytes += turn.keyBytes;
    for (const { log, bytes } of turn.appends) this.#logged.set(log, bytes + (this.#logged.get(log) ?? 0));
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

/** The atomic of all turns: it checks and rewrites the lane's key. */
export function atomicOf(turns: Turn[], step: LaneStep, backend: KvBackend): Atomic {
  const checks = new Map<string, Deno.AtomicCheck>();
  for (const turn of turns) {
    for (const { key, versionstamp, whole } of turn.checks) checks.set(whole, { key, versionstamp });
  }
  const laneKey = keys.lane(step.lane);
  return {
    checks: [
      { key: laneKey, versionstamp: step.versionstamp },
      ...step.fence === undefined ? [] : [step.fence],
      ...checks.values(),
    ],
    mutations: [
      ...sumsOf(turns),
      { type: "set", key: laneKey, value: step.next },
      ...setsOf(turns),
      ...logged(turns, backend),
    ],
  };
}

function setsOf(turns: Turn[]): Deno.KvMutation[] {
  const sets: Deno.KvMutation[] = [];
  for (const turn of turns) {
    for (const mutation of turn.mutations) if (mutation.type !== "sum") sets.push(mutation);
  }
  return sets;
}

/** The sums of all turns, one per key. They come first, so that a failing sum leaves no partial write. */
function sumsOf(turns: Turn[]): Deno.KvMutation[] {
  const sums = new Map<string, { key: Deno.KvKey; by: number }>();
  for (const turn of turns) {
    let next = 0;
    for (const mutation of turn.mutations) {
      if (mutation.type !== "sum") continue;
      const text = turn.summed[next++]!;
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
function logged(turns: Turn[], backend: KvBackend): Deno.KvMutation[] {
  const logs = new Map<AppendLog, { items: unknown[]; bytes: number }>();
  for (const { appends } of turns) {
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

import { keys } from "../keys.ts";
import type { Check, FrameDraft } from "../../domain/shared/commit.ts";
import type { Fifo } from "../../domain/shared/fifo.ts";
import type { Atomic, KvBackend } from "./backend.ts";
import type { LaneValue } from "./lane_value.ts";
import { FRAMES_BYTES, FRAMES_VALUE_BYTES, LIMITS, valueBytes } from "./size.ts";
import { type GuardCheck, RESERVED, type Turn } from "./turn.ts";

/** The turns that go into one atomic: as many from the queue's head as fit beside each other. */
export function takeGroup(queue: Fifo<Turn>): Turn[] {
  const group = new Group();
  for (let turn = queue.peek(); turn !== undefined; turn = queue.peek()) {
    if (!turn.settled && !group.takes(turn)) break;
    queue.shift();
  }
  return group.turns;
}

class Group {
  readonly turns: Turn[] = [];
  /** So many of the turns are in the sets: those that were looked at because another may meet them. */
  #indexed = 0;
  #hasSums = false;
  readonly #checks = new Set<string>();
  readonly #written = new Set<string>();
  readonly #summed = new Set<string>();
  #mutations: number = RESERVED.mutations;
  #payloadBytes: number = RESERVED.payloadBytes;
  #keyBytes: number = RESERVED.keyBytes;
  #framesBytes = 0;

  /** Takes the turn in, or answers false when it must wait for the next group. */
  takes(turn: Turn): boolean {
    if (this.turns.length > 0 && (!this.#hasRoom(turn) || (this.#mayMeet(turn) && this.#meets(turn)))) {
      return false;
    }
    this.#add(turn);
    return true;
  }

  #hasRoom(turn: Turn): boolean {
    return this.#mutations + turn.mutations.length <= LIMITS.mutations &&
      this.#payloadBytes + turn.payloadBytes + turn.framesBytes <= LIMITS.payloadBytes &&
      this.#keyBytes + turn.keyBytes <= LIMITS.allKeyBytes &&
      this.#framesBytes + turn.framesBytes <= FRAMES_BYTES &&
      (turn.checks.length === 0 || this.#hasRoomFor(turn.checks));
  }

  #hasRoomFor(checks: readonly GuardCheck[]): boolean {
    this.#index();
    const newChecks = checks.filter(({ whole }) => !this.#checks.has(whole)).length;
    return this.#checks.size + newChecks <= LIMITS.guardChecks;
  }

  /** Turns that only set and delete never meet. */
  #mayMeet(turn: Turn): boolean {
    return this.#hasSums || turn.checks.length > 0 || turn.summed.length > 0;
  }

  /** A check would not see what an earlier turn writes; a counter's sums go first, whatever their turn's place. */
  #meets(turn: Turn): boolean {
    this.#index();
    return turn.checks.some(({ text }) => this.#written.has(text) || this.#summed.has(text)) ||
      turn.written().some((text) => this.#summed.has(text)) ||
      turn.summed.some((text) => this.#written.has(text));
  }

  #index(): void {
    for (; this.#indexed < this.turns.length; this.#indexed++) {
      const turn = this.turns[this.#indexed];
      for (const { whole } of turn.checks) this.#checks.add(whole);
      for (const text of turn.written()) this.#written.add(text);
      for (const text of turn.summed) this.#summed.add(text);
    }
  }

  #add(turn: Turn): void {
    this.turns.push(turn);
    this.#hasSums ||= turn.summed.length > 0;
    this.#mutations += turn.mutations.length;
    this.#payloadBytes += turn.payloadBytes + Math.min(turn.framesBytes, FRAMES_BYTES);
    this.#keyBytes += turn.keyBytes;
    this.#framesBytes += turn.framesBytes;
  }
}

export interface LaneStep {
  lane: number;
  /** What else every atomic of the process checks. */
  fence?: Check;
  /** The lane key as it stands. */
  versionstamp: string | null;
  next: LaneValue;
}

/** One atomic of all the turns: it checks and rewrites the lane's key, and logs the frames. */
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
      ...pushOf(turns, backend),
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

/** The sums of all turns, one a key. They stand first: one that fails then leaves nothing half written. */
function sumsOf(turns: Turn[]): Deno.KvMutation[] {
  const sums = new Map<string, { key: Deno.KvKey; by: number }>();
  for (const turn of turns) {
    let next = 0;
    for (const mutation of turn.mutations) {
      if (mutation.type !== "sum") continue;
      const text = turn.summed[next++];
      sums.set(text, { key: mutation.key, by: mutation.value + (sums.get(text)?.by ?? 0) });
    }
  }
  const audits = turns.reduce((sum, turn) => sum + turn.audits, 0);
  if (audits !== 0) sums.set("audits", { key: keys.count("audit"), by: audits });
  return [...sums.values()].map(({ key, by }) => ({ type: "sum", key, value: counterOf(by) }));
}

/** A whole number as a 64-bit counter's; a negative one wraps, so that adding it subtracts. */
function counterOf(value: number): Deno.KvU64 {
  return new Deno.KvU64(BigInt.asUintN(64, BigInt(value)));
}

function pushOf(turns: Turn[], backend: KvBackend): Deno.KvMutation[] {
  const frames = turns.flatMap((turn) => turn.frames);
  if (frames.length === 0) return [];
  const [prefix] = keys.push(""), at = backend.versionstampPart();
  const bytes = turns.reduce((sum, turn) => sum + turn.framesBytes, 0);
  if (bytes > FRAMES_BYTES) return [{ type: "set", key: [prefix, at], value: { v: 1, resync: true } }];
  const [first, ...more] = bytes > FRAMES_VALUE_BYTES ? framesByValue(frames) : [frames];
  const value = more.length === 0 ? { v: 1, frames: first } : { v: 1, frames: first, more: more.length };
  return [
    { type: "set", key: [prefix, at], value },
    ...more.map((frames, i): Deno.KvMutation => ({
      type: "set",
      key: [...keys.morePushed(i, "").slice(0, -1), at],
      value: { v: 1, frames },
    })),
  ];
}

/** As many in each value as fit. */
function framesByValue(frames: FrameDraft[]): FrameDraft[][] {
  const values: FrameDraft[][] = [];
  let bytes = Infinity;
  for (const frame of frames) {
    const size = valueBytes(frame);
    if (bytes + size > FRAMES_VALUE_BYTES) [bytes] = [0, values.push([])];
    values[values.length - 1].push(frame);
    bytes += size;
  }
  return values;
}

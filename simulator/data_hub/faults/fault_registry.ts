import { isoFromMs, type Ms } from "../../../domain/shared/time.ts";
import { mix, uniform } from "../pseudo_random.ts";
import { badRequest } from "../http/answers.ts";
import { patternMatcher } from "./pattern.ts";
import { type FaultKind, type FaultSpec, isDataSpec, type RequestSpec, type SpecOf } from "./schema.ts";

/** A fault that was set: in force from `startMs` until `endMs` of the simulator's clock. */
export interface SetFault<S extends FaultSpec = FaultSpec> {
  id: string;
  /** Counts from 1. */
  number: number;
  spec: S;
  seed: number;
  startMs: Ms;
  /** Infinity until the fault is ended. */
  endMs: Ms;
  /** Requests that match the fault, and those that it affected. */
  matched: number;
  hits: number;
}

/** A fault as clients see it: its parameters, when it is in force, and how many requests it affected. */
export type FaultState = Record<string, unknown> & {
  id: string;
  kind: FaultKind;
  state: "waiting" | "in_force" | "ended";
  starts_at: string;
  ends_at: string | null;
  hits: number;
};

/** All faults of a simulator, in the order they were set. */
export interface FaultRegistry {
  set<S extends FaultSpec>(spec: S, nowMs: Ms): SetFault<S>;
  find(id: string): SetFault | undefined;
  list(): readonly SetFault[];
  /** Ends a fault now; no effect on one that has ended. */
  end(fault: SetFault, nowMs: Ms): void;
  /** The faults of a kind that are in force. */
  inForce<K extends FaultKind>(kind: K, nowMs: Ms): SetFault<SpecOf<K>>[];
  /** The faults of a kind, in force or not. */
  ofKind<K extends FaultKind>(kind: K): SetFault<SpecOf<K>>[];
  /** A version that changes whenever faults change streams, their samples or what signups feed. */
  stamp(nowMs: Ms): string;
}

const MAX_FAULTS = 1_000;

export function createFaultRegistry(seed: number): FaultRegistry {
  let faults: SetFault[] = [];
  let version = 0;
  let newest = 0;
  const ofKind = <K extends FaultKind>(kind: K) => faults.filter((each) => isOfKind(each, kind));
  /** Data faults and changes of streams determine the plant's past, so they are never dropped. */
  const makeRoom = (nowMs: Ms) => {
    if (faults.length < MAX_FAULTS) return;
    const oldest = faults.find((each) => each.endMs <= nowMs && !affectsPast(each.spec));
    if (oldest === undefined) throw badRequest(`There are ${MAX_FAULTS} faults already.`);
    faults = faults.filter((each) => each !== oldest);
  };
  return {
    set(spec, nowMs) {
      makeRoom(nowMs);
      const fault = newFault(spec, { nowMs, number: ++newest, seed });
      faults.push(fault);
      if (affectsPlant(spec)) version++;
      return fault;
    },
    find: (id) => faults.find((each) => each.id === id),
    list: () => faults,
    end(fault, nowMs) {
      if (fault.endMs <= nowMs) return;
      fault.endMs = nowMs;
      fault.startMs = Math.min(fault.startMs, nowMs);
      if (affectsPlant(fault.spec)) version++;
    },
    ofKind,
    stamp(nowMs) {
      if (version === 0) return "";
      const shaping = faults.filter((each) => affectsPlant(each.spec) && isInForce(each, nowMs));
      return `${version}:${shaping.map((each) => each.number).join()}`;
    },
    inForce: (kind, nowMs) =>
      faults.length === 0 ? [] : ofKind(kind).filter((each) => isInForce(each, nowMs)),
  };
}

function newFault<S extends FaultSpec>(
  spec: S,
  at: { nowMs: Ms; number: number; seed: number },
): SetFault<S> {
  const startMs = at.nowMs + ("after_seconds" in spec ? Math.round(spec.after_seconds * 1000) : 0);
  const durationMs = "seconds" in spec && spec.seconds !== undefined
    ? Math.round(spec.seconds * 1000)
    : Infinity;
  const ownSeed = "seed" in spec ? spec.seed : undefined;
  return {
    id: `F${at.number}`,
    number: at.number,
    spec,
    seed: ownSeed ?? mix(at.seed, at.number),
    startMs,
    endMs: "after_seconds" in spec ? startMs + durationMs : startMs,
    matched: 0,
    hits: 0,
  };
}

function isOfKind<K extends FaultKind>(fault: SetFault, kind: K): fault is SetFault<SpecOf<K>> {
  return fault.spec.kind === kind;
}

export function isInForce(fault: SetFault, nowMs: Ms): boolean {
  const count = "count" in fault.spec && "path" in fault.spec ? fault.spec.count ?? Infinity : Infinity;
  return nowMs >= fault.startMs && nowMs < fault.endMs && fault.hits < count;
}

function affectsPast(spec: FaultSpec): boolean {
  return isDataSpec(spec) || spec.kind === "streams_added" || spec.kind === "streams_changed" ||
    spec.kind === "types_changed";
}

function affectsPlant(spec: FaultSpec): boolean {
  return affectsPast(spec) || spec.kind === "resource_refused" || spec.kind === "other_case";
}

/** Draws whether a fault affects a matching request, and counts it. Draws follow the order of the requests. */
export function hitsRequest(
  fault: SetFault<RequestSpec>,
  request: { method: string; path: string },
): boolean {
  const { spec } = fault;
  if (spec.method !== undefined && spec.method !== request.method) return false;
  if (!patternMatcher(spec.path)(request.path)) return false;
  if (uniform(fault.seed, fault.matched++) >= spec.share) return false;
  fault.hits++;
  return true;
}

export function faultState(fault: SetFault, nowMs: Ms): FaultState {
  const { spec } = fault;
  const hasEnded = fault.endMs <= nowMs || (nowMs >= fault.startMs && !isInForce(fault, nowMs));
  return {
    ...spec,
    id: fault.id,
    state: hasEnded ? "ended" : nowMs < fault.startMs ? "waiting" : "in_force",
    starts_at: isoFromMs(fault.startMs),
    ends_at: fault.endMs === Infinity ? null : isoFromMs(fault.endMs),
    hits: fault.hits,
    seed: fault.seed,
  };
}

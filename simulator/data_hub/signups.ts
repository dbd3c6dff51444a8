import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { FeedMark } from "./bookmark.ts";
import type { FeedPlan } from "./feed_plan.ts";
import type { SignupResource } from "./signup_resource.ts";

export type SignupState = "Activating" | "Active" | "Expired" | "Failed";

export interface Signup {
  id: string;
  name: string;
  createdMs: Ms;
  modifiedMs: Ms;
  lastQueriedMs: Ms;
  state: SignupState;
  /** Start of the feed; null until active. */
  start: FeedMark | null;
  /** By lower-case stream id. */
  resources: Map<string, SignupResource>;
  /** The plan of its pages; created on demand, dropped when the resources change. */
  plan: FeedPlan | null;
  /** The state of the faults that the plan is for; see FaultRegistry.stamp. */
  planStamp: string;
}

/** A signup as plain data, for a later run of the server. */
export interface SignupSnapshot {
  id: string;
  name: string;
  createdMs: Ms;
  lastQueriedMs: Ms;
  startAt: Ticks | null;
  resources: { id: string; since: Ticks | null }[];
}

export type Signups = Map<string, Signup>;

export const MAX_SIGNUPS = 10_000;
export const MAX_RESOURCES = 1_000_000;
const EXPIRES_AFTER_MS = 24 * 3_600_000;

/** Expires a signup that was not queried for a day. */
export function expireUnused(signup: Signup, nowMs: Ms): void {
  if (nowMs - signup.lastQueriedMs > EXPIRES_AFTER_MS) signup.state = "Expired";
}

/** The original streams of a signup are fed from any valid bookmark on. */
export function resourcesFromStart(ids: readonly string[]): Signup["resources"] {
  return new Map(ids.map((id) => [id.toLowerCase(), { id, since: -Infinity, sinceSeq: 0 }]));
}

export function snapshotOf(signup: Signup): SignupSnapshot {
  return {
    id: signup.id,
    name: signup.name,
    createdMs: signup.createdMs,
    lastQueriedMs: signup.lastQueriedMs,
    startAt: signup.start?.at ?? null,
    resources: [...signup.resources.values()].map(({ id, since }) => ({
      id,
      since: since === -Infinity ? null : since,
    })),
  };
}

/** A signup of an earlier run. The log of writes is empty again, so every write of this run is fed to it. */
export function restoredSignup(from: SignupSnapshot): Signup {
  const resources = from.resources.map(({ id, since }): [string, SignupResource] => [
    id.toLowerCase(),
    { id, since: since ?? -Infinity, sinceSeq: 0 },
  ]);
  return {
    id: from.id,
    name: from.name,
    createdMs: from.createdMs,
    modifiedMs: from.createdMs,
    lastQueriedMs: from.lastQueriedMs,
    state: from.startAt === null ? "Activating" : "Active",
    start: from.startAt === null ? null : { at: from.startAt, seq: 0 },
    resources: new Map(resources),
    plan: null,
    planStamp: "",
  };
}

import type { EventRecord } from "../event/types.ts";
import type { Issue } from "../shared/refusal.ts";
import type { Ms } from "../shared/time.ts";
import { FURTHEST_AHEAD_MS, LONGEST_MS, OUT_OF_SERVICE_LIMITS } from "./limits.ts";
import type { OutOfServiceRecord, OutOfServiceState, Scope } from "./schema.ts";

export type Interval = Pick<OutOfServiceRecord, "starts_at" | "ends_at" | "ended_at">;

/** What is looked up: an event, or an alarm at its plant node. */
export type Placed = Pick<EventRecord, "instance_id" | "rule_id" | "plant_node_floc_id">;

export function startMs({ starts_at }: Interval): Ms {
  return Date.parse(starts_at);
}

export function endMs({ ends_at, ended_at }: Interval): Ms {
  return Date.parse(ended_at ?? ends_at);
}

/** Its end does not belong to it. */
export function holdsAt(interval: Interval, atMs: Ms): boolean {
  return startMs(interval) <= atMs && atMs < endMs(interval);
}

export function stateAt(interval: Interval, nowMs: Ms): OutOfServiceState {
  if (interval.ended_at !== null || endMs(interval) <= nowMs) return "ended";
  return startMs(interval) > nowMs ? "planned" : "running";
}

/** What is wrong with the times of an interval; `before`: as it was until now. */
export function spanIssues(after: Interval, { before, nowMs }: { before?: Interval; nowMs: Ms }): Issue[] {
  const start = startMs(after), end = endMs(after), issues: Issue[] = [];
  if (before !== undefined && startMs(before) <= nowMs && start !== startMs(before)) {
    issues.push({ path: "starts_at", message: "It has begun, so its begin stays as it is" });
  }
  if (start > nowMs + FURTHEST_AHEAD_MS) {
    const { daysAhead } = OUT_OF_SERVICE_LIMITS;
    issues.push({ path: "starts_at", message: `Must be at most ${daysAhead} days from now` });
  }
  if (end <= nowMs) issues.push({ path: "ends_at", message: "Must be in the future" });
  else if (end <= start) issues.push({ path: "ends_at", message: "Must be after `starts_at`" });
  if (end - start > LONGEST_MS) {
    const { days } = OUT_OF_SERVICE_LIMITS;
    issues.push({ path: "ends_at", message: `Must be at most ${days} days after it begins` });
  }
  return issues;
}

/** A scope as one text. */
export function scopeKey(scope: Scope): string {
  switch (scope.kind) {
    case "alarm":
      return `alarm ${scope.instance_id} ${scope.rule_id}`;
    case "instance":
      return `instance ${scope.instance_id}`;
    case "plant_node":
      return `node ${scope.plant_node_floc_id}`;
  }
}

/** The most nodes above a node, so that a loop in a damaged store ends. */
const MOST_ABOVE = 100;

/** The keys of all scopes that hold an alarm: itself, its instance, its plant node and those above. */
export function* scopesOver(
  { instance_id, rule_id, plant_node_floc_id }: Placed,
  parentOf: (flocId: string) => string | null | undefined,
): Generator<string> {
  yield scopeKey({ kind: "alarm", instance_id, rule_id });
  yield scopeKey({ kind: "instance", instance_id });
  let at = plant_node_floc_id;
  for (let left = MOST_ABOVE; at !== null && left > 0; left--) {
    yield scopeKey({ kind: "plant_node", plant_node_floc_id: at });
    at = parentOf(at) ?? null;
  }
}

export interface Lookup<T extends Interval> {
  of(scopeKey: string): readonly T[];
  parentOf(flocId: string): string | null | undefined;
}

/** The interval in which an alarm is out of service at a time; of several, the one that ends last. */
export function intervalAt<T extends Interval>(
  placed: Placed,
  { of, parentOf, atMs }: Lookup<T> & { atMs: Ms },
): T | undefined {
  let last: T | undefined;
  for (const key of scopesOver(placed, parentOf)) {
    for (const one of of(key)) {
      if (holdsAt(one, atMs) && (last === undefined || endMs(one) > endMs(last))) last = one;
    }
  }
  return last;
}

import { hoursBefore, isoFromMs, type Ms } from "../shared/time.ts";
import type { EventFact } from "./fact.ts";
import type { SeverityCounts } from "./schema.ts";
import { SEVERITIES } from "./types.ts";

export const WALL_LAYOUTS = ["template", "category", "timeline"] as const;
export type WallLayout = (typeof WALL_LAYOUTS)[number];

/** Most events on one wall. Its counts include all events. */
export const WALL_EVENTS = 5_000;
/** Buckets of a timeline. */
export const WALL_BUCKETS = 60;

/** The name and the colour of a group. */
export interface WallHead {
  key: string;
  title: string;
  color: string;
}

export interface WallInput {
  layout: WallLayout;
  hours: number;
  nowMs: Ms;
  /** Newest start first. May include events that were not active in the span. */
  facts: readonly EventFact[];
  isShelved: (fact: EventFact) => boolean;
  isOutOfService: (fact: EventFact) => boolean;
  headOf: (fact: EventFact) => WallHead;
  /** Most events shown; the default is 5,000. */
  most?: number;
}

export interface WallGroup extends WallHead {
  active: number;
  counts: SeverityCounts;
  /** The events shown, newest start first. */
  facts: EventFact[];
}

/** A wall before its event records are read. */
export interface WallPlan {
  layout: WallLayout;
  hours: number;
  generated_at: string;
  /** All events of the wall, shown or not, and the events left out because their key is shelved. */
  total: number;
  shelved: number;
  /** The events left out because their alarm, instance or plant node is out of service, shelved or not. */
  out_of_service: number;
  truncated: boolean;
  /** Worst severity first. */
  groups: WallGroup[];
  buckets: WallBucket[];
}

/** The events active at some time in a bucket, by severity. */
export interface WallBucket {
  start: string;
  counts: SeverityCounts;
}

/** Groups the events active at any time in the last `hours`. Shelved events, and those out of service, are only counted. */
export function planWall(input: WallInput): WallPlan {
  const { layout, hours, nowMs, facts, isShelved, isOutOfService, most = WALL_EVENTS } = input;
  const sinceMs = hoursBefore(hours, nowMs);
  const inTime = facts.filter((fact) => wasActive(fact, sinceMs));
  const inService = inTime.filter((fact) => !isOutOfService(fact));
  const seen = inService.filter((fact) => !isShelved(fact));
  return {
    layout,
    hours,
    generated_at: isoFromMs(nowMs),
    total: seen.length,
    shelved: inService.length - seen.length,
    out_of_service: inTime.length - inService.length,
    truncated: seen.length > most,
    groups: groupsOf(seen, { ...input, most }),
    buckets: layout === "timeline" ? bucketsOf(seen, { sinceMs, nowMs }) : [],
  };
}

/**
 * Whether an event began in the span or was still active in it; an end exactly at the start of the span does
 * not count.
 */
function wasActive({ start_ms, end_ms }: EventFact, sinceMs: Ms): boolean {
  return end_ms === null || end_ms > sinceMs || start_ms >= sinceMs;
}

function groupsOf(
  seen: EventFact[],
  { headOf, most }: Pick<WallInput, "headOf"> & { most: number },
): WallGroup[] {
  const groups = new Map<string, WallGroup>();
  seen.forEach((fact, index) => {
    const head = headOf(fact);
    let group = groups.get(head.key);
    if (group === undefined) {
      groups.set(head.key, group = { ...head, active: 0, counts: noCounts(), facts: [] });
    }
    group.counts[fact.severity]++;
    if (fact.end_ms === null) group.active++;
    if (index < most) group.facts.push(fact);
  });
  return [...groups.values()].sort(worstFirst);
}

function worstFirst(a: WallGroup, b: WallGroup): number {
  const order = worst(b.counts) - worst(a.counts) || b.active - a.active;
  if (order !== 0) return order;
  const [one, other] = a.title === b.title ? [a.key, b.key] : [a.title, b.title];
  return one < other ? -1 : 1;
}

function worst(counts: SeverityCounts): number {
  return SEVERITIES.findLastIndex((severity) => counts[severity] > 0);
}

function noCounts(): SeverityCounts {
  return { info: 0, warning: 0, error: 0, critical: 0 };
}

/** Adds up the changes from bucket to bucket, so that long events cost no more than short ones. */
function bucketsOf(seen: EventFact[], { sinceMs, nowMs }: { sinceMs: Ms; nowMs: Ms }): WallBucket[] {
  const widthMs = (nowMs - sinceMs) / WALL_BUCKETS;
  const changes = Array.from({ length: WALL_BUCKETS + 1 }, noCounts);
  for (const { start_ms, end_ms, severity } of seen) {
    const first = bucketAt(Math.floor((start_ms - sinceMs) / widthMs));
    const last = bucketAt(Math.ceil(((end_ms ?? nowMs) - sinceMs) / widthMs) - 1);
    changes[first]![severity]++;
    changes[Math.max(first, last) + 1]![severity]--;
  }
  const counts = noCounts();
  return changes.slice(0, WALL_BUCKETS).map((change, i) => {
    for (const severity of SEVERITIES) counts[severity] += change[severity];
    return { start: isoFromMs(sinceMs + i * widthMs), counts: { ...counts } };
  });
}

function bucketAt(index: number): number {
  return Math.min(WALL_BUCKETS - 1, Math.max(0, index));
}

import { lostSourceOf } from "../../../domain/event/own_event.ts";
import type { RuleEvent, Severity } from "../../api/client.ts";
import { severityInfo } from "../../parts/severity.ts";

/** All events of one rule on one instance, shown as one tile. */
export interface WallItem {
  key: string;
  /** The active one, else the newest that waits, else the newest. */
  event: RuleEvent;
  /** Those that returned to normal and wait for an acknowledgement. */
  waiting: readonly RuleEvent[];
  /** The number of events in the selected time. */
  count: number;
  isChattering: boolean;
}

type Ordered = Pick<WallItem, "event" | "waiting">;

/**
 * The order of the whole wall: the lost source, active before returned before ended, then severity, then
 * unacknowledged, then the newest.
 */
export function itemOrder(one: Ordered, other: Ordered): number {
  const { event: a } = one, { event: b } = other;
  return stage(one) - stage(other) ||
    rank(a.severity) - rank(b.severity) ||
    Number(a.acknowledged_at !== null) - Number(b.acknowledged_at !== null) ||
    (isBefore(a, b) ? 1 : -1);
}

function stage({ event, waiting }: Ordered): number {
  if (event.is_active) return isSourceLost(event) ? 0 : 1;
  return waiting.length > 0 ? 2 : 3;
}

export function isBefore(a: RuleEvent, b: RuleEvent): boolean {
  return a.start_time < b.start_time || (a.start_time === b.start_time && a.id < b.id);
}

export function rank(severity: Severity): number {
  return severityInfo(severity).rank;
}

/** Andon's own event that says that a data source is lost. */
export function isSourceLost({ instance_id, rule_id }: Pick<RuleEvent, "instance_id" | "rule_id">): boolean {
  return instance_id === null && lostSourceOf(rule_id) !== undefined;
}

/** The highest severity rank of the active items, 1 for critical; Infinity without any. */
export function worstRank(items: readonly Ordered[]): number {
  return Math.min(...items.filter(({ event }) => event.is_active).map(({ event }) => rank(event.severity)));
}

/**
 * The tiles that stay visible of a section: the first `most`, and beyond them every critical, every one of the wall's
 * worst severity and the lost source.
 */
export function unfolded<Item extends Ordered>(
  items: readonly Item[],
  { most, worst }: { most: number; worst: number },
): Item[] {
  return items.filter(({ event }, index) =>
    index < most ||
    event.is_active && (rank(event.severity) <= Math.max(1, worst) || isSourceLost(event))
  );
}

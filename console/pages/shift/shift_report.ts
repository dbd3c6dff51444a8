import type { RuleEvent } from "../../api/client.ts";
import { worstFirst } from "../../events/event_order.ts";
import { eventState, isWaiting } from "../../parts/event_state.ts";
import { isHidden, keyOfEvent, lengthMs } from "../../parts/event_text.ts";
import { severityInfo } from "../../parts/severity.ts";
import { type Counts, noCounts } from "../../parts/severity_counts.ts";

/** Events of one rule, instance and severity. */
export interface Repeated {
  key: string;
  /** The active one, else the newest. */
  event: RuleEvent;
  events: readonly RuleEvent[];
  /** How long they were active in all. */
  activeMs: number;
  /** How many of them returned to normal and wait for an acknowledgement. */
  unacknowledged: number;
}

/** What happened since a person came on shift. Every list has the highest severity first. */
export interface ShiftReport {
  /** Active or returned to normal, whenever they were raised; without shelved ones. */
  unacknowledged: Repeated[];
  /** Raised since then and active. */
  active: RuleEvent[];
  /** Raised since then and ended. */
  ended: Repeated[];
  /** Active, and raised before. */
  standing: RuleEvent[];
  /** How many events were raised since then. */
  raised: Counts;
}

export interface ShiftSpan {
  fromMs: number;
  nowMs: number;
  /** Since when the plant keeps unacknowledged events; Infinity: it does not. */
  retainedSinceMs: number;
}

/** Leaves out events that corrected data have shown never to have happened. */
export function shiftReport(events: Iterable<RuleEvent>, span: ShiftSpan): ShiftReport {
  const { fromMs, nowMs, retainedSinceMs } = span;
  const real = [...events].filter(({ flags }) => !flags.includes("retracted"));
  const isNew = ({ start_time }: RuleEvent) => Date.parse(start_time) >= fromMs;
  const raised = real.filter(isNew);
  const waits = (event: RuleEvent) =>
    event.is_active ? event.acknowledged_at === null : isWaiting(event, retainedSinceMs);
  return {
    unacknowledged: repeatedOf(real.filter((event) => waits(event) && !isHidden(event, nowMs)), nowMs),
    active: raised.filter(({ is_active }) => is_active).sort(worstFirst),
    ended: repeatedOf(raised.filter(({ is_active }) => !is_active), nowMs),
    standing: real.filter((event) => event.is_active && !isNew(event)).sort(worstFirst),
    raised: countsOf(raised),
  };
}

/** Highest severity first, then active events, then the newest. */
function activeFirst(a: RuleEvent, b: RuleEvent): number {
  return severityInfo(a.severity).rank - severityInfo(b.severity).rank ||
    Number(b.is_active) - Number(a.is_active) || (a.start_time < b.start_time ? 1 : -1);
}

function countsOf(events: readonly RuleEvent[]): Counts {
  const counts = noCounts();
  for (const { severity } of events) counts[severity]++;
  return counts;
}

/** One row for each rule and instance, so that an event that chatters does not hide the others. */
function repeatedOf(events: readonly RuleEvent[], nowMs: number): Repeated[] {
  const groups = Map.groupBy(events, (event) => `${keyOfEvent(event)}/${event.severity}`);
  const rows = [...groups].map(([key, same]) => ({
    key,
    event: same.toSorted(activeFirst)[0]!,
    events: same,
    activeMs: same.reduce((sum, event) => sum + lengthMs(event, nowMs), 0),
    unacknowledged: same.filter((event) => eventState(event) === "returned").length,
  }));
  return rows.sort((a, b) => activeFirst(a.event, b.event));
}

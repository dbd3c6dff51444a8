import { endOf } from "../event/deleted.ts";
import type { EventFlag, EventRecord } from "../event/types.ts";
import { isoFromMs, type Ms, type Ticks } from "../shared/time.ts";
import { BACKFILLED_DEPLOYMENT } from "./types.ts";

/** The events of a run that began and ended in its span, and the numbers of those that did not. */
export interface RunEvents {
  whole: EventRecord[];
  begunBefore: number;
  openAtEnd: number;
}

/** Sorts out the events of a backtest. An event that was active at the start has the flag `initial`. */
export function wholeEvents(records: readonly EventRecord[]): RunEvents {
  const begun = records.filter(({ flags }) => !flags.includes("initial"));
  const whole = begun.filter(({ is_active }) => !is_active);
  return {
    whole,
    begunBefore: records.length - begun.length,
    openAtEnd: begun.length - whole.length,
  };
}

/** The span of an existing event of a rule, in ticks. A retracted event ends at its onset. */
export interface HadEvent {
  ruleId: string;
  onset: Ticks;
  end: Ticks;
}

/** Whether the event exists already: one of the same rule with the same onset, or one that overlaps it. */
export function isKnown(record: EventRecord, had: readonly HadEvent[]): boolean {
  const { rule_id, onset } = record, end = endOf(record);
  return had.some((event) =>
    event.ruleId === rule_id && (event.onset === onset || (event.onset < end && onset < event.end))
  );
}

/** The record of a backtest's event, as a backfill stores it. */
export function backfilledRecord(record: EventRecord, { id, nowMs }: { id: number; nowMs: Ms }): EventRecord {
  const flags: EventFlag[] = [...record.flags, "backfilled"];
  return { ...record, id, recorded_at: isoFromMs(nowMs), deployment: BACKFILLED_DEPLOYMENT, flags };
}

import { endOf } from "../event/deleted.ts";
import type { EventFlag, EventRecord } from "../event/types.ts";
import { isoFromMs, type Ms, type Ticks } from "../shared/time.ts";
import { BACKFILLED_DEPLOYMENT } from "./types.ts";

/** What is taken of a run: the events that began and ended in its span. Of others nobody knows both. */
export interface RunEvents {
  whole: EventRecord[];
  begunBefore: number;
  openAtEnd: number;
}

/** Parts the events of a backtest. One that is active at its beginning carries the flag `initial`. */
export function wholeEvents(records: readonly EventRecord[]): RunEvents {
  const begun = records.filter(({ flags }) => !flags.includes("initial"));
  const whole = begun.filter(({ is_active }) => !is_active);
  return {
    whole,
    begunBefore: records.length - begun.length,
    openAtEnd: begun.length - whole.length,
  };
}

/** A time in which a rule had an event. Ticks; `end` is the onset of one that never was. */
export interface HadEvent {
  ruleId: string;
  onset: Ticks;
  end: Ticks;
}

/** Whether an event is there already: of the same onset, or one that overlaps it. */
export function isKnown(record: EventRecord, had: readonly HadEvent[]): boolean {
  const { rule_id, onset } = record, end = endOf(record);
  return had.some((event) =>
    event.ruleId === rule_id && (event.onset === onset || (event.onset < end && onset < event.end))
  );
}

/** The record of a backtest's event as it is stored. */
export function backfilledRecord(record: EventRecord, { id, nowMs }: { id: number; nowMs: Ms }): EventRecord {
  const flags: EventFlag[] = [...record.flags, "backfilled"];
  return { ...record, id, recorded_at: isoFromMs(nowMs), deployment: BACKFILLED_DEPLOYMENT, flags };
}

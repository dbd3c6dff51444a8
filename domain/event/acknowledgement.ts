import { isoFromMs, type Ms } from "../shared/time.ts";
import { MOST_ACKNOWLEDGEMENTS } from "./limits.ts";
import type { Acknowledgement } from "./schema.ts";
import type { EventRecord } from "./types.ts";

export type { Acknowledgement } from "./schema.ts";

/** All acknowledgements of an event, the first one first. Those of an older program stand in its other fields. */
export function acknowledgementsOf(
  { acknowledgements, acknowledged_at: at, acknowledged_by: by }: Pick<
    EventRecord,
    "acknowledgements" | "acknowledged_at" | "acknowledged_by"
  >,
): readonly Acknowledgement[] {
  return acknowledgements ?? (at === null ? [] : [{ by, at, via: null }]);
}

/** An event with one more acknowledgement, which counts until a re-alarm. */
export function acknowledged(record: EventRecord, given: Acknowledgement): EventRecord {
  const { re_alarm: _, ...kept } = record;
  const before = acknowledgementsOf(record);
  const [first, ...later] = [...before, given];
  return {
    ...kept,
    acknowledged_at: given.at,
    acknowledged_by: given.by,
    acknowledgements: [first, ...later.slice(1 - MOST_ACKNOWLEDGEMENTS)],
  };
}

const MINUTE = 60_000;
/** A re-alarm that comes later than this after it was due says so: nobody waits for it. */
const LATE_MS = MINUTE;

/**
 * When an event needs a new acknowledgement: `minutes` after the last one, and not before its shelf ends. Undefined
 * for an event that is over or not acknowledged.
 */
export function reAlarmAt(
  { is_active, acknowledged_at, shelved_until }: Pick<
    EventRecord,
    "is_active" | "acknowledged_at" | "shelved_until"
  >,
  minutes: number,
): Ms | undefined {
  if (!is_active || acknowledged_at === null) return undefined;
  const due = Date.parse(acknowledged_at) + minutes * MINUTE;
  return shelved_until === null ? due : Math.max(due, Date.parse(shelved_until));
}

/** An acknowledged event that needs a new acknowledgement. Its list keeps the earlier ones. */
export function reAlarmed(
  record: EventRecord,
  { minutes, nowMs }: { minutes: number; nowMs: Ms },
): EventRecord {
  const due = record.acknowledged_at === null ? nowMs : Date.parse(record.acknowledged_at) + minutes * MINUTE;
  return {
    ...record,
    acknowledged_at: null,
    acknowledged_by: null,
    acknowledgements: [...acknowledgementsOf(record)],
    re_alarm: { at: isoFromMs(nowMs), is_late: nowMs - due > LATE_MS },
  };
}

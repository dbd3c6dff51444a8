import { type Ms, type Ticks, ticksFromMs } from "../shared/time.ts";
import type { EventRecord } from "./types.ts";

/** The tombstone of an event that was deleted by hand, so that no replay raises it again. */
export interface DeletedEvent {
  v: 1;
  id: number;
  instance_id: number;
  rule_id: string;
  deployment: number;
  onset: Ticks;
  end: Ticks;
}

/** An event's end in ticks: Infinity while it is active, its onset if it is retracted. */
export function endOf(record: EventRecord): Ticks {
  if (record.flags.includes("retracted")) return record.onset;
  return record.end_time === null ? Infinity : ticksFromMs(Date.parse(record.end_time));
}

export function deletedEvent(record: EventRecord, nowMs: Ms): DeletedEvent {
  const { id, instance_id, rule_id, deployment, onset } = record;
  const end = Math.min(endOf(record), Math.max(onset, ticksFromMs(nowMs)));
  return { v: 1, id, instance_id, rule_id, deployment, onset, end };
}

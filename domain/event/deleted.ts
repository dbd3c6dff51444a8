import { type Ms, type Ticks, ticksFromMs } from "../shared/time.ts";
import type { EventRecord } from "./types.ts";

/** What is left of an event that was deleted by hand, so that no replay brings it back. */
export interface DeletedEvent {
  v: 1;
  id: number;
  instance_id: number;
  rule_id: string;
  deployment: number;
  onset: Ticks;
  end: Ticks;
}

/** An event's span in ticks: Infinity while it is active; one that never was ends where it starts. */
export function endOf(record: EventRecord): Ticks {
  if (record.flags.includes("retracted")) return record.onset;
  return record.end_time === null ? Infinity : ticksFromMs(Date.parse(record.end_time));
}

export function deletedEvent(record: EventRecord, nowMs: Ms): DeletedEvent {
  const { id, instance_id, rule_id, deployment, onset } = record;
  const end = Math.min(endOf(record), Math.max(onset, ticksFromMs(nowMs)));
  return { v: 1, id, instance_id, rule_id, deployment, onset, end };
}

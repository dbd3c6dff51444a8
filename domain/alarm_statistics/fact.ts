import { type EventFact, factOf } from "../event/fact.ts";
import type { EventRecord } from "../event/types.ts";
import type { Ms } from "../shared/time.ts";

/** What statistics need of an event. */
export interface AlarmFact extends EventFact {
  /** When it came: the end of its on-delay. */
  activated_ms: Ms;
  plant_node_floc_id: string | null;
  chattering: boolean;
  /** Made of the past on request: nobody was told when it happened. */
  backfilled: boolean;
  /** Its condition ended it, not a person or an undeployment. */
  cleared: boolean;
}

export function alarmFactOf(record: EventRecord): AlarmFact {
  return {
    ...factOf(record),
    activated_ms: Date.parse(record.activated_at),
    plant_node_floc_id: record.plant_node_floc_id,
    chattering: record.flags.includes("chattering"),
    backfilled: record.flags.includes("backfilled"),
    cleared: record.close_reason === "condition_cleared" || record.close_reason === "data_correction",
  };
}

/** Whether an event counts: one that never was, or that nobody was told of in its time, does not. */
export function isCounted({ flags }: Pick<EventRecord, "flags">): boolean {
  return !flags.includes("retracted") && !flags.includes("backfilled");
}

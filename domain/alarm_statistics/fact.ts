import { type EventFact, factOf } from "../event/fact.ts";
import type { EventRecord } from "../event/types.ts";
import type { Ms } from "../shared/time.ts";

/** The fields of an event that statistics need. */
export interface AlarmFact extends EventFact {
  /** The activation, at the end of the on-delay. */
  activated_ms: Ms;
  chattering: boolean;
  /** Added by a backfill, after it happened. */
  backfilled: boolean;
  /** Closed by its condition, not by a person or an undeployment. */
  cleared: boolean;
}

export function alarmFactOf(record: EventRecord): AlarmFact {
  return {
    ...factOf(record),
    activated_ms: Date.parse(record.activated_at),
    chattering: record.flags.includes("chattering"),
    backfilled: record.flags.includes("backfilled"),
    cleared: record.close_reason === "condition_cleared" || record.close_reason === "data_correction",
  };
}

/** Whether an event counts in statistics. Retracted and backfilled events do not. */
export function isCounted({ flags }: Pick<EventRecord, "flags">): boolean {
  return !flags.includes("retracted") && !flags.includes("backfilled");
}

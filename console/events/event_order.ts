import type { RuleEvent } from "../api/client.ts";
import { severityInfo } from "../parts/severity.ts";

/** Highest severity first, unacknowledged before acknowledged, then the newest. */
export function worstFirst(a: RuleEvent, b: RuleEvent): number {
  return severityInfo(a.severity).rank - severityInfo(b.severity).rank ||
    Number(a.acknowledged_at !== null) - Number(b.acknowledged_at !== null) ||
    (a.start_time < b.start_time ? 1 : -1);
}

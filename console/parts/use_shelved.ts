import { useComputed } from "@preact/signals";
import { type RuleEvent } from "../api/client.ts";
import { useRead } from "../live/use_read.ts";
import { useConsole } from "../shell/console.ts";
import { useNow } from "../shell/now_context.ts";
import { isOutOfService, shelvedIn } from "./event_text.ts";

/**
 * One event for each rule and instance that is shelved now, also while its alarm is normal: its active event, else the
 * one through which it was shelved. Until the shelves are read, the active ones only.
 */
export function useShelved(): readonly RuleEvent[] {
  const { live } = useConsole();
  const nowMs = useNow();
  const rows = useRead("/api/shelves", { changes: ["shelf"], keep: true }).state;
  return useComputed(() => {
    const shelves = rows.value.value;
    if (shelves === undefined) return shelvedIn(live.events.value.values());
    return shelves.flatMap(({ event, until }) =>
      event !== null && Date.parse(until) > nowMs.value && !isOutOfService(event, nowMs.value) ? [event] : []
    );
  }).value;
}

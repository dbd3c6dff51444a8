import { endedDrill, isDrill } from "../../domain/event/drill.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { eventFrame, saveEvent } from "../../storage/writes/event.ts";
import type { Effects } from "../runtime/types.ts";
import { audited, type CommandInput } from "./command.ts";
import type { InstanceMessage } from "./contract.ts";
import type { EventReads } from "./event.ts";

/** Acknowledges an event, active or closed. A second acknowledgement changes nothing. A drill ends with the first. */
export function decideAcknowledge(
  { record, check }: EventReads,
  given: CommandInput,
): Effects<InstanceMessage> {
  if (record.acknowledged_at !== null) return { answer: record };
  const at = isoFromMs(given.nowMs);
  const acknowledged = { ...record, acknowledged_at: at, acknowledged_by: given.by.name };
  const after = isDrill(record) && record.is_active ? endedDrill(acknowledged, given.nowMs) : acknowledged;
  const audit = { action: "acknowledged", resource_type: "rule_event", resource_id: record.id } as const;
  return {
    commits: [{
      checks: [check],
      mutations: [...saveEvent(record, after), audited({ ...audit, before: record, after }, given)],
      frames: [eventFrame("event_updated", after, at)],
    }],
    committed: () => given.shard.eventChanged(after),
    answer: after,
  };
}

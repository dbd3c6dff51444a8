import {
  acknowledged,
  type Acknowledgement,
  reAlarmAt,
  reAlarmed,
} from "../../domain/event/acknowledgement.ts";
import { endedDrill, isDrill } from "../../domain/event/drill.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { saveEvent } from "../../storage/writes/event.ts";
import type { Effects } from "../runtime/types.ts";
import { audited, type CommandInput } from "./command.ts";
import type { InstanceMessage } from "./contract.ts";
import type { EventReads } from "./event.ts";

/**
 * Acknowledges an event, active or closed. While an acknowledgement counts, another one changes nothing. A drill ends
 * with the first.
 */
export function decideAcknowledge(
  reads: EventReads,
  { via = null }: { via?: Acknowledgement["via"] },
  given: CommandInput,
): Effects<InstanceMessage> {
  const { record } = reads;
  if (record.acknowledged_at !== null) return { answer: record };
  const answered = acknowledged(record, { by: given.by.name, at: isoFromMs(given.nowMs), via });
  const after = isDrill(record) && record.is_active ? endedDrill(answered, given.nowMs) : answered;
  return write(reads, { action: "acknowledged", after }, given);
}

/** An event that is still active long after its acknowledgement needs a new one. */
export function decideReAlarm(
  reads: EventReads,
  { minutes }: { minutes: number },
  given: CommandInput,
): Effects<InstanceMessage> {
  const { record } = reads, { nowMs } = given;
  if ((reAlarmAt(record, minutes) ?? Infinity) > nowMs) return { answer: record };
  return write(reads, { action: "re_alarmed", after: reAlarmed(record, { minutes, nowMs }) }, given);
}

function write(
  { record, check }: EventReads,
  { action, after }: { action: "acknowledged" | "re_alarmed"; after: EventRecord },
  given: CommandInput,
): Effects<InstanceMessage> {
  const audit = { action, resource_type: "rule_event", resource_id: record.id } as const;
  const writes = saveEvent({ before: record, after }, given.nowMs);
  writes.mutations.push(audited({ ...audit, before: record, after }, given));
  return {
    commits: [{ checks: [check], ...writes }],
    committed: () => given.shard.eventChanged(after),
    answer: after,
  };
}

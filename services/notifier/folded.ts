import { type DeliveryRecord, newDelivery } from "../../domain/notification/delivery.ts";
import { drillMark } from "../../domain/notification/message.ts";
import type { DecisionContext, Escalation, Step } from "../../domain/notification/engine_types.ts";
import { digestMessageKey } from "../../domain/notification/message_keys.ts";
import { escalationKey } from "../../domain/notification/state_keys.ts";

export interface FoldedOptions {
  escalations: ReadonlyMap<string, Escalation>;
  newId(): string;
  context: Pick<DecisionContext, "now_ms" | "store_id" | "restored_at_ms">;
}

/** What the log shows of messages that a digest contains. */
export function foldedDeliveries(
  { folded, escalations: changed }: Pick<Step, "folded" | "escalations">,
  { escalations, newId, context }: FoldedOptions,
): DeliveryRecord[] {
  const nowMs = context.now_ms;
  return folded.map(({ event_id, policy_id, user_id, contact_point_id, digest, reason }) => {
    const key = escalationKey({ event_id, policy_id });
    const escalation = changed.set.get(key) ?? escalations.get(key);
    const into = digestMessageKey({ user_id, contact_point_id }, { ...context, number: digest });
    const record = newDelivery({
      key: `${into}/${event_id}`,
      event_key: null,
      reason,
      target: { contact_point_id, user_id, address: null },
      policy_id,
      step: escalation?.step ?? 0,
      round: escalation?.round ?? 0,
      event_ids: [event_id],
      severity: escalation?.event.severity ?? "info",
      ...escalation !== undefined && drillMark(escalation.event),
      escalates: false,
      due_at_ms: nowMs,
      otherwise: [],
    }, { id: newId(), nowMs });
    return { ...record, state: "folded", next_attempt_at_ms: null, settled_at_ms: nowMs, folded_into: into };
  });
}

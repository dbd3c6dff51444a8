import type { Escalation, NotifiableEvent } from "./engine_types.ts";
import { whileHidden } from "./hide.ts";
import type { PolicyRecord } from "../notification_policy/schema.ts";
import { begun, isAnswered, newEscalation, stepDue, withForgetting } from "./run.ts";
import { stopped } from "./stop.ts";
import type { WorkingState } from "./working_state.ts";
import { isDrill } from "../event/drill.ts";

/** Opens the escalations of an event by all policies that take it and have none of it. */
export function openFor(
  work: WorkingState,
  event: NotifiableEvent,
  { reason, once }: { reason?: Escalation["reason"]; once?: boolean } = {},
): void {
  if (event.flags.includes("backfilled") || event.flags.includes("retracted")) return;
  const taken = new Set(work.ofEvent(event.id).map(({ policy_id }) => policy_id));
  for (const policy of work.context.policies.matching(event)) {
    if (taken.has(policy.id)) continue;
    const group_key = groupKeyOf(event, policy);
    const fresh = newEscalation(event, { policy_id: policy.id, group_key, now: work.now });
    work.put(withForgetting(opened(work, fresh, { policy, reason, once }), work.context));
  }
}

function opened(
  work: WorkingState,
  fresh: Escalation,
  { policy, reason, once }: { policy: PolicyRecord; reason?: Escalation["reason"]; once?: boolean },
): Escalation {
  const { event } = fresh, { stop_on } = policy;
  const hiding = work.context.hidingOf(event, work.now);
  if (isOverBeforeItsCommit(event)) {
    return begun(work, { ...fresh, stopped: "closed" }, {
      policy,
      reason: "digest",
      at: work.now,
      once: true,
    });
  }
  const isAcknowledged = stop_on.includes("acknowledge") && isAnswered(fresh);
  if (isAcknowledged && once !== true) return { ...fresh, stopped: "acknowledged" };
  if (!event.is_active && stop_on.includes("close")) return closed(work, fresh, policy);
  if (hiding !== undefined) return whileHidden(work, fresh, { policy, hiding });
  const initial = event.flags.includes("initial") ? "digest" : "opened";
  const at = reason === undefined ? fresh.opened_at_ms : work.now;
  return begun(work, fresh, { policy, reason: reason ?? initial, at, once: isAcknowledged });
}

/**
 * Closing ends an escalation. Where the first step was due and its message has not left, such as while it waits for
 * its group, a digest tells of the event: an event is never over without a word.
 */
export function closed(work: WorkingState, escalation: Escalation, policy: PolicyRecord): Escalation {
  const ended = stopped(work, escalation, "closed");
  const wasDue = stepDue(escalation, policy, 0) <= work.now;
  if (ended.known !== null || !wasDue) return ended;
  return begun(work, ended, { policy, reason: "digest", at: escalation.began_at_ms, once: true });
}

/** Such as an event that was found after an outage: it is told, but nobody needs to act. */
function isOverBeforeItsCommit({ is_active, flags, closed_at, recorded_at }: NotifiableEvent): boolean {
  if (is_active) return false;
  return flags.includes("late_detected") || (closed_at !== null && closed_at < recorded_at);
}

/**
 * What the events of a group have in common, such as `plant_node=P-3&category=health`; empty: all are one group. A
 * drill is a group of its own, so that no event waits for it or shares a message with it.
 */
function groupKeyOf(event: NotifiableEvent, { group_by }: Pick<PolicyRecord, "group_by">): string {
  if (isDrill(event)) return `drill=${event.id}`;
  const values = {
    plant_node: event.plant_node_floc_id ?? "",
    template: event.template_id,
    category: event.category,
    instance: event.instance_id,
  };
  return group_by.map((field) => `${field}=${encodeURIComponent(values[field])}`).join("&");
}

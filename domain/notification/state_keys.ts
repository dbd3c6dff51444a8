import type { Escalation, NotificationGroup, RecipientBudget } from "./engine_types.ts";

export function escalationKey(one: Pick<Escalation, "event_id" | "policy_id">): string {
  return `${one.event_id}/${one.policy_id}`;
}

export function groupKey(one: Pick<NotificationGroup, "policy_id" | "group_key">): string {
  return `${one.policy_id}/${one.group_key}`;
}

/** `u7/c1`, or `c1` for the contact point's own receiver. */
export function recipientKey(one: Pick<RecipientBudget, "user_id" | "contact_point_id">): string {
  const point = `c${one.contact_point_id}`;
  return one.user_id === null ? point : `u${one.user_id}/${point}`;
}

/** A digest of a recipient. */
export function digestKey(
  one: Pick<RecipientBudget, "user_id" | "contact_point_id">,
  number: number,
): string {
  return `${recipientKey(one)}/${number}`;
}

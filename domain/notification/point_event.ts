import { OWN_ID } from "../event/own_event.ts";
import type { EventRecord } from "../event/types.ts";

const PREFIX = "contact_point_";

/** The rule id of Andon's own event about a contact point that fails. */
export function pointRuleId(contactPointId: number): string {
  return `${PREFIX}${contactPointId}`;
}

/** The contact point that an event reports as failing; null: it reports something else. */
export function failingContactPointOf(
  { instance_id, rule_id }: Pick<EventRecord, "instance_id" | "rule_id">,
): number | null {
  if (instance_id !== OWN_ID || !rule_id.startsWith(PREFIX)) return null;
  return Number(rule_id.slice(PREFIX.length));
}

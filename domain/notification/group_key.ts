import { isDrill } from "../event/drill.ts";
import type { PolicyRecord } from "../notification_policy/schema.ts";
import type { NotifiableEvent } from "./engine_types.ts";

/**
 * What the events of a group have in common, such as `plant_node=P-3&category=health`; empty: all are one group. A
 * drill is a group of its own, so that no event waits for it or shares a message with it.
 */
export function groupKeyOf(event: NotifiableEvent, { group_by }: Pick<PolicyRecord, "group_by">): string {
  if (isDrill(event)) return `drill=${event.id}`;
  const values = {
    plant_node: event.plant_node_floc_id ?? "",
    template: event.template_id,
    category: event.category,
    instance: event.instance_id,
  };
  return group_by.map((field) => `${field}=${encodeURIComponent(values[field])}`).join("&");
}

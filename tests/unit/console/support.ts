import type { ToldEvent } from "../../../console/live/known_events.ts";

/** An active event, told at 8:00. */
export function event(id: number, changes: Partial<ToldEvent> = {}): ToldEvent {
  return {
    ...{ id, event_name: `Event ${id}`, event_description: "", severity: "warning", is_active: true },
    ...{ start_time: "2026-01-31T08:00:00.000Z", activated_at: "2026-01-31T08:00:00.000Z", end_time: null },
    ...{ closed_at: null, recorded_at: "2026-01-31T08:00:01.000Z", close_reason: null, enrichment: {} },
    ...{ template_instance: "Pump", category: "health", template_id: 1, template_version: 1, instance_id: 1 },
    ...{ rule_id: "r", plant_node_floc_id: null, acknowledged_at: null, acknowledged_by: null, note: null },
    ...{ shelved_until: null, shelve_reason: null, data_state: "known", flags: [], revision: 1, trigger: [] },
    ...changes,
  };
}

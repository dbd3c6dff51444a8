import type { Ms } from "../shared/time.ts";
import type { EventRecord, Severity } from "./types.ts";

/** The fields by which events are counted: span, groups and place. `end_ms` is null while the event is active. */
export interface EventFact {
  id: number;
  start_ms: Ms;
  end_ms: Ms | null;
  severity: Severity;
  category: string;
  template_id: number;
  instance_id: number;
  rule_id: string;
  /** The node that the event recorded. */
  plant_node_floc_id: string | null;
}

export function factOf(record: EventRecord): EventFact {
  const { id, severity, category, template_id, instance_id, rule_id, plant_node_floc_id, end_time } = record;
  return {
    id,
    start_ms: Date.parse(record.start_time),
    end_ms: end_time === null ? null : Date.parse(end_time),
    severity,
    category,
    template_id,
    instance_id,
    rule_id,
    plant_node_floc_id,
  };
}

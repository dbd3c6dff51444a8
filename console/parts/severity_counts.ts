import type { RuleEvent, Severity } from "../api/client.ts";
import type { PlantLocation } from "./plant_paths.ts";

export type Counts = Record<Severity, number>;

export function noCounts(): Counts {
  return { critical: 0, error: 0, warning: 0, info: 0 };
}

export function totalOf(counts: Counts): number {
  return counts.critical + counts.error + counts.warning + counts.info;
}

/** Active events at and below each node; nodes without any have no entry. */
export function byNode(
  events: readonly RuleEvent[],
  places: ReadonlyMap<string, PlantLocation>,
): ReadonlyMap<string, Counts> {
  const nodes = new Map<string, Counts>();
  for (const { plant_node_floc_id, severity } of events) {
    const place = plant_node_floc_id === null ? undefined : places.get(plant_node_floc_id);
    for (const id of place?.ids ?? []) {
      let counts = nodes.get(id);
      if (counts === undefined) nodes.set(id, counts = noCounts());
      counts[severity]++;
    }
  }
  return nodes;
}

import type { AreaRecord } from "../area/schema.ts";
import type { NotifiableEvent, PolicyTable } from "../notification/engine_types.ts";
import type { PlantNodeRecord } from "../plant/schema.ts";
import type { PolicyMatch, PolicyRecord } from "./schema.ts";

/** The plant as policies see it. */
export interface PolicyPlant {
  nodes: readonly PlantNodeRecord[];
  areas: readonly AreaRecord[];
}

type MatchedFields = Pick<
  NotifiableEvent,
  "severity" | "category" | "template_id" | "plant_node_floc_id" | "flags"
>;

/** Prepares policies, in their order, for matching many events. Prepare again when a policy or the plant changes. */
export function policyTable(policies: readonly PolicyRecord[], plant: PolicyPlant): PolicyTable {
  const below = belowIn(plant.nodes);
  const compiled = policies.map((policy) => ({ policy, takes: matcher(policy.match, { plant, below }) }));
  const byId = new Map(policies.map((policy) => [policy.id, policy]));
  return {
    get: (id) => byId.get(id),
    matching(event) {
      const found: PolicyRecord[] = [];
      for (const { policy, takes } of compiled) {
        if (!takes(event)) continue;
        found.push(policy);
        if (!policy.continue) break;
      }
      return found;
    },
  };
}

interface Places {
  plant: PolicyPlant;
  /** The ids of nodes with those of all nodes below them. */
  below(ids: readonly string[]): Set<string>;
}

/** Whether an event matches each list that is not empty. */
function matcher(match: PolicyMatch, places: Places): (event: MatchedFields) => boolean {
  const severities = anyOf(match.severities), categories = anyOf(match.categories);
  const templates = anyOf(match.template_ids), nodes = nodesOf(match, places);
  const { flags } = match;
  return (event) =>
    (severities === null || severities.has(event.severity)) &&
    (categories === null || categories.has(event.category)) &&
    (templates === null || templates.has(event.template_id)) &&
    (nodes === null || (event.plant_node_floc_id !== null && nodes.has(event.plant_node_floc_id))) &&
    (flags.length === 0 || flags.some((flag) => event.flags.includes(flag)));
}

function anyOf<T>(items: readonly T[]): ReadonlySet<T> | null {
  return items.length === 0 ? null : new Set(items);
}

/** All plant nodes in the areas or at or below the nodes; null: the policy names neither. */
function nodesOf({ area_ids, plant_node_ids }: PolicyMatch, { plant, below }: Places) {
  if (area_ids.length === 0 && plant_node_ids.length === 0) return null;
  const inAreas = plant.areas.filter(({ id }) => area_ids.includes(id));
  return below([...plant_node_ids, ...inAreas.flatMap((area) => area.plant_node_ids)]);
}

function belowIn(nodes: readonly PlantNodeRecord[]): Places["below"] {
  const children = Map.groupBy(nodes, ({ parent_id }) => parent_id);
  return (ids) => {
    const found = new Set<string>(), open = [...ids];
    for (let id = open.pop(); id !== undefined; id = open.pop()) {
      if (found.has(id)) continue;
      found.add(id);
      for (const child of children.get(id) ?? []) open.push(child.floc_id);
    }
    return found;
  };
}

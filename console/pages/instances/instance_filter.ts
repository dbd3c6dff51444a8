import { type Instance, type InstanceStatus, statusOf } from "../../instances/instance_text.ts";
import type { SourceState } from "../../live/source_state.ts";
import type { PlantLocation } from "../../parts/plant_paths.ts";

/** The filter of the instance list, kept in the address. Empty texts do not filter. */
export interface InstanceFilter {
  find: string;
  template: string;
  /** A status, or `deployed` for `running` and `no_data`. */
  state: string;
  /** A plant node; matches instances at and below it. */
  node: string;
  /** `name`, `-since` … */
  sort: string;
}

const KEYS = ["find", "template", "state", "node", "sort"] as const;
const STATES = ["running", "no_data", "not_deployed", "deployed"];

export const STATE_OPTIONS: readonly (readonly [string, string])[] = [
  ["deployed", "Deployed"],
  ["not_deployed", "Not deployed"],
  ["running", "Running"],
  ["no_data", "No data"],
];

/** The filter in an address; invalid values are ignored. */
export function instanceFilter(query: Readonly<Record<string, string>>): InstanceFilter {
  const { find = "", template = "", state = "", node = "", sort = "" } = query;
  return {
    find,
    node,
    sort,
    template: /^[1-9]\d{0,14}$/.test(template) ? template : "",
    state: STATES.includes(state) ? state : "",
  };
}

export function instanceAddress(filter: InstanceFilter): string {
  const query = new URLSearchParams();
  for (const key of KEYS) if (filter[key] !== "") query.set(key, filter[key]);
  return query.size === 0 ? "/instances" : `/instances?${query}`;
}

export function isFiltered({ sort: _, ...filter }: InstanceFilter): boolean {
  return Object.values(filter).some((value) => value !== "");
}

export interface FilterContext {
  source: SourceState | null;
  places: ReadonlyMap<string, PlantLocation>;
}

/** The instances that match; each typed word must occur in the names or bindings. */
export function matchingInstances(
  instances: readonly Instance[],
  filter: InstanceFilter,
  { source, places }: FilterContext,
): Instance[] {
  const words = filter.find.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return instances.filter((instance) =>
    (filter.template === "" || String(instance.template_id) === filter.template) &&
    hasState(statusOf(instance, source), filter.state) &&
    (filter.node === "" || isAt(instance, filter.node, places)) &&
    (words.length === 0 || containsAll(instance, words))
  );
}

function hasState(status: InstanceStatus, filter: string): boolean {
  return filter === "" || status === filter || (filter === "deployed" && status !== "not_deployed");
}

/** Whether an instance is at or below a node. */
export function isAt(
  { plant_node_floc_id: id }: Pick<Instance, "plant_node_floc_id">,
  node: string,
  places: ReadonlyMap<string, PlantLocation>,
): boolean {
  return id !== null && (id === node || places.get(id)?.ids.includes(node) === true);
}

function containsAll({ instance_name, template, placeholder_mappings }: Instance, words: readonly string[]) {
  const text = [instance_name, template.name, ...Object.values(placeholder_mappings)].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

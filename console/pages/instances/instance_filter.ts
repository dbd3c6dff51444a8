import { type Instance, type Standing, standingOf } from "../../instances/instance_words.ts";
import type { SourceState } from "../../live/source_state.ts";
import type { PlantPlace } from "../../parts/plant_paths.ts";

/** What of the list of instances stands in its address. Empty: not filtered. */
export interface InstanceFilter {
  find: string;
  template: string;
  /** `judging`, `blind`, `idle`, or `deployed` for both of the first. */
  state: string;
  /** A plant node: what stands at and below it. */
  node: string;
  /** `name`, `-since` … */
  sort: string;
}

const KEYS = ["find", "template", "state", "node", "sort"] as const;
const STATES = ["judging", "blind", "idle", "deployed"];

export const STATE_OPTIONS: readonly (readonly [string, string])[] = [
  ["deployed", "Deployed"],
  ["idle", "Not deployed"],
  ["judging", "Judging"],
  ["blind", "Blind"],
];

/** The filter of an address; what cannot be meant is passed over. */
export function instanceFilter(query: Readonly<Record<string, string>>): InstanceFilter {
  const { find = "", template = "", state = "", node = "", sort = "" } = query;
  return {
    ...{ find, node, sort },
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
  places: ReadonlyMap<string, PlantPlace>;
}

/** The instances that fit; all of the words typed must occur in their names or bindings. */
export function instancesFitting(
  instances: readonly Instance[],
  filter: InstanceFilter,
  { source, places }: FilterContext,
): Instance[] {
  const words = filter.find.toLowerCase().split(/\s+/).filter((word) => word !== "");
  return instances.filter((instance) =>
    (filter.template === "" || String(instance.template_id) === filter.template) &&
    standsAs(standingOf(instance, source), filter.state) &&
    (filter.node === "" || isAt(instance, filter.node, places)) &&
    (words.length === 0 || holdsAll(instance, words))
  );
}

function standsAs(standing: Standing, wanted: string): boolean {
  return wanted === "" || standing === wanted || (wanted === "deployed" && standing !== "idle");
}

/** At a node or below it. */
export function isAt(
  { plant_node_floc_id: id }: Pick<Instance, "plant_node_floc_id">,
  node: string,
  places: ReadonlyMap<string, PlantPlace>,
): boolean {
  return id !== null && (id === node || places.get(id)?.ids.includes(node) === true);
}

function holdsAll({ instance_name, template, placeholder_mappings }: Instance, words: readonly string[]) {
  const text = [instance_name, template.name, ...Object.values(placeholder_mappings)].join(" ").toLowerCase();
  return words.every((word) => text.includes(word));
}

import { type Area, useAreas } from "../parts/areas.ts";
import { countText } from "../parts/numbers.ts";
import { usePlant } from "../parts/shared_resources.ts";
import { useConsole } from "../shell/console.ts";

/** The areas that this browser limits lists and the wall to; none: the whole plant. */
export interface MyAreas {
  areas: readonly Area[];
  /** For the `area` of a query; undefined: the whole plant. */
  query: string | undefined;
  /** The plant nodes that they name. */
  nodes: readonly string[];
  /** False while areas are chosen whose places are not known yet. */
  isRead: boolean;
  /** Whether a plant node belongs to them; without areas, every one and none (null) does. */
  has(flocId: string | null): boolean;
}

/** "My areas" of this browser. Deleted areas are left out. */
export function useMyAreas(): MyAreas {
  const { preferences } = useConsole();
  const all = useAreas().state.value;
  const plant = usePlant().state.value;
  const places = plant.value?.places;
  const ids = preferences.areas.value.split(",");
  const areas = (all.value ?? []).filter(({ id }) => ids.includes(String(id)));
  const nodes = areas.flatMap(({ plant_node_ids }) => plant_node_ids);
  const isKnown = [all, plant].every(({ value, problem }) => value !== undefined || problem !== undefined);
  return {
    areas,
    query: areas.length === 0 ? undefined : areas.map(({ id }) => id).join(","),
    nodes,
    isRead: preferences.areas.value === "" || isKnown,
    has: (flocId) =>
      nodes.length === 0 ||
      flocId !== null && (places?.get(flocId)?.ids ?? [flocId]).some((id) => nodes.includes(id)),
  };
}

/** The most areas whose names are listed. */
const MOST_NAMED = 5;

/** "Hall", "Hall and North", "Hall, North and 4 more areas". */
export function namesText(areas: readonly { name: string }[]): string {
  const more = areas.length - MOST_NAMED;
  const names = areas.slice(0, MOST_NAMED).map(({ name }) => name);
  const last = more > 0 ? countText(more, "more area") : names.pop();
  return names.length === 0 ? last ?? "" : `${names.join(", ")} and ${last}`;
}

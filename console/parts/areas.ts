import { type Schemas, unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { mayIn } from "../session/may.ts";
import type { Call } from "../session/may.ts";
import { useConsole } from "../shell/console.ts";
import { countText, numberText } from "./numbers.ts";
import type { PlantLocation } from "./plant_paths.ts";
import { usePlant } from "./shared_resources.ts";

export type Area = Schemas["Area"];

/** The areas of responsibility, by name. */
export function useAreas(): ResourceHandle<readonly Area[]> {
  const { api } = useConsole();
  return useResource("areas", async (signal) => {
    const { data } = await unwrap(api.GET("/api/areas", { signal }));
    return data.toSorted((a, b) => a.name.localeCompare(b.name));
  }, { changes: ["area"], keep: true });
}

/** The areas that a plant node belongs to; `places`: all nodes by id. */
export function areasAt(
  flocId: string | null,
  { areas, places }: { areas: readonly Area[]; places: ReadonlyMap<string, PlantLocation> },
): Area[] {
  const line = flocId === null ? [] : places.get(flocId)?.ids ?? [flocId];
  return areas.filter(({ plant_node_ids }) => plant_node_ids.some((id) => line.includes(id)));
}

/**
 * Whether the user may make a call about a thing at a plant node (null: nowhere). While the areas are read, only roles
 * in the whole plant count.
 */
export function useMayAt(): (call: Call, flocId: string | null) => boolean {
  const { session } = useConsole();
  const areas = useAreas().state.value.value ?? [];
  const places = usePlant().state.value.value?.places ?? new Map<string, PlantLocation>();
  return (call, flocId) => {
    const user = session.user.value;
    if (user === null) return false;
    return mayIn(user, { call, areaIds: areasAt(flocId, { areas, places }).map(({ id }) => id) });
  };
}

/** Those of several things that the user may make a call about, and how many stand elsewhere. */
export interface Parted<T> {
  own: T[];
  outside: number;
}

interface Placed {
  plant_node_floc_id: string | null;
}

/** Parts a selection into what the user may make a call about, and the rest. */
export function useOwnOf(): <T extends Placed>(call: Call, all: readonly T[]) => Parted<T> {
  const mayAt = useMayAt();
  return (call, all) => {
    const own = all.filter(({ plant_node_floc_id }) => mayAt(call, plant_node_floc_id));
    return { own, outside: all.length - own.length };
  };
}

export interface Outside {
  outside: number;
  total: number;
  /** "selected instance" */
  noun: string;
}

/** How many of some things stand outside the user's areas, and what becomes of them. */
export function outsideText({ outside, total, noun }: Outside): string {
  if (outside === total) {
    return total === 1
      ? `You act in your areas only; this ${noun} belongs to none of them.`
      : `You act in your areas only; none of the ${countText(total, noun)} belongs to them.`;
  }
  const verb = outside === 1 ? "is" : "are";
  const stay = outside === 1 ? "stays as it is" : "stay as they are";
  return `${numberText(outside)} of ${countText(total, noun)} ${verb} outside your areas and ${stay}.`;
}

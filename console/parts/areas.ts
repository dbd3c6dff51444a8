import { roleIn } from "../../domain/access/grants.ts";
import { type Schemas, unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { mayIn } from "../session/may.ts";
import type { Call } from "../session/may.ts";
import { useConsole } from "../shell/console.ts";
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

/** The areas in which the user has a higher role than in the whole plant, with that role. */
export function useOwnAreas(): { area: Area; role: string }[] {
  const { session } = useConsole();
  const areas = useAreas().state.value.value ?? [];
  const user = session.user.value;
  if (user === null) return [];
  return areas.flatMap((area) => {
    const role = roleIn(user, [area.id]);
    return role === user.role ? [] : [{ area, role }];
  });
}

import { told } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";
import { type PlantPlace, plantPlaces, type PlantTree } from "./plant_paths.ts";
import type { Schemas } from "../api/client.ts";

/** All templates by id. */
export function useTemplates(): ResourceHandle<ReadonlyMap<number, Schemas["Template"]>> {
  const { api } = useConsole();
  return useResource("templates", async (signal) => {
    const { data } = await told(api.GET("/api/templates", { signal }));
    return new Map(data.map((template) => [template.id, template]));
  }, { changes: ["template"] });
}

/** The plant: its roots, and every node by id. */
export function usePlant(): ResourceHandle<
  { roots: readonly PlantTree[]; places: ReadonlyMap<string, PlantPlace> }
> {
  const { api } = useConsole();
  return useResource("plant", async (signal) => {
    const { data } = await told(api.GET("/api/plant-model", { signal }));
    return { roots: data, places: plantPlaces(data) };
  }, { changes: ["plant_node"] });
}

/** The streams that deployed instances are bound to, by name. */
export function useBoundStreams(): ResourceHandle<ReadonlyMap<string, Schemas["BoundStream"]>> {
  const { api } = useConsole();
  return useResource("bound streams", async (signal) => {
    const { data } = await told(api.GET("/api/streams/active", { signal }));
    return new Map(data.map((stream) => [stream.stream_name, stream]));
  }, { changes: ["instance", "asset"] });
}

import { type Schemas, unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";

/** Since when events wait for an acknowledgement, in milliseconds since 1970. Infinity: none wait, or it is not known. */
export function keptSinceMs(settings: Schemas["PlantSettings"] | undefined): number {
  const since = settings?.keep_unacknowledged_since ?? null;
  return since === null ? Infinity : Date.parse(since);
}

/** What the plant has set for everybody. */
export function usePlantSettings(): ResourceHandle<Schemas["PlantSettings"]> {
  const { api } = useConsole();
  return useResource("plant settings", async (signal) => {
    return (await unwrap(api.GET("/api/plant-settings", { signal }))).data;
  }, { changes: ["plant_settings"] });
}

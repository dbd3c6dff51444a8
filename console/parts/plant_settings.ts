import { type Schemas } from "../api/client.ts";
import { type ResourceHandle } from "../live/use_resource.ts";
import { useRead } from "../live/use_read.ts";

/** Since when events wait for an acknowledgement, in milliseconds since 1970. Infinity: none wait, or it is not known. */
export function retainedSinceMs(settings: Schemas["PlantSettings"] | undefined): number {
  const since = settings?.keep_unacknowledged_since ?? null;
  return since === null ? Infinity : Date.parse(since);
}

/** What the plant has set for everybody. */
export function usePlantSettings(): ResourceHandle<Schemas["PlantSettings"]> {
  return useRead("/api/plant-settings", { changes: ["plant_settings"] });
}

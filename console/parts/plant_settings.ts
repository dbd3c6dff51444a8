import { type Schemas, unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";

/** What the plant has set for everybody. */
export function usePlantSettings(): ResourceHandle<Schemas["PlantSettings"]> {
  const { api } = useConsole();
  return useResource("plant settings", async (signal) => {
    return (await unwrap(api.GET("/api/plant-settings", { signal }))).data;
  }, { changes: ["plant_settings"] });
}

import { unwrap } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { useConsole } from "../../shell/console.ts";

/** Counts of what is monitored. */
export interface Watched {
  templates: number;
  instances: number;
  deployed: number;
  streams: number;
  /** Streams whose newest value has bad quality. */
  bad: number;
}

/** Uses the totals of paged lists, so that no instances are loaded. */
export function useWatched(): ResourceHandle<Watched> {
  const { api } = useConsole();
  return useResource("watched", async (signal) => {
    const one = { limit: 1 };
    const [templates, instances, deployed, streams] = await Promise.all([
      unwrap(api.GET("/api/templates", { params: { query: { ...one, detail: "brief" } }, signal })),
      unwrap(api.GET("/api/instances", { params: { query: one }, signal })),
      unwrap(api.GET("/api/instances", { params: { query: { ...one, is_deployed: true } }, signal })),
      unwrap(api.GET("/api/streams/active", { signal })),
    ]);
    return {
      templates: templates.pagination?.total ?? 0,
      instances: instances.pagination?.total ?? 0,
      deployed: deployed.pagination?.total ?? 0,
      streams: streams.data.length,
      bad: streams.data.filter(({ quality }) => quality === "bad").length,
    };
  }, { changes: ["instance", "template", "configuration"] });
}

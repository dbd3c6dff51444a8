import { type Api, unwrap } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import type { SourceState } from "../../live/source_state.ts";
import { useConsole } from "../../shell/console.ts";

/** Counts of what is monitored. */
export interface Watched {
  templates: number;
  instances: number;
  deployed: number;
  /** The instances in "my areas"; without them, in the whole plant. */
  own: { instances: number; deployed: number };
  streams: number;
  /** Streams whose newest value has bad quality. */
  bad: number;
}

/** Whether events can be raised at all. */
export function isMonitored({ deployed }: Watched, source: SourceState | null): boolean {
  return deployed > 0 && source?.state !== "none";
}

/** Uses the totals of paged lists, so that no instances are loaded. */
export function useWatched(area: string | undefined): ResourceHandle<Watched> {
  const { api } = useConsole();
  return useResource(`watched ${area}`, async (signal) => {
    const [templates, all, own, streams] = await Promise.all([
      unwrap(api.GET("/api/templates", { params: { query: { limit: 1, detail: "brief" } }, signal })),
      instanceCounts(api, { signal }),
      area === undefined ? undefined : instanceCounts(api, { area, signal }),
      unwrap(api.GET("/api/streams/active", { signal })),
    ]);
    return {
      ...all,
      own: own ?? all,
      templates: templates.pagination?.total ?? 0,
      streams: streams.data.length,
      bad: streams.data.filter(({ quality }) => quality === "bad").length,
    };
  }, { changes: ["instance", "template", "configuration"] });
}

async function instanceCounts(
  api: Api,
  { area, signal }: { area?: string; signal: AbortSignal },
): Promise<{ instances: number; deployed: number }> {
  const totalOf = async (query: { is_deployed?: boolean }) => {
    const params = { query: { ...query, area, limit: 1 } };
    return (await unwrap(api.GET("/api/instances", { params, signal }))).pagination?.total ?? 0;
  };
  const [instances, deployed] = await Promise.all([totalOf({}), totalOf({ is_deployed: true })]);
  return { instances, deployed };
}

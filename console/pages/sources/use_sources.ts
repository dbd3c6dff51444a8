import { unwrap } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { useInterval } from "../../parts/use_interval.ts";
import { useConsole } from "../../shell/console.ts";
import { type Source, type SourceKind, sourceKinds } from "./source_model.ts";

/** No frame tells the state of each source. */
const REPEAT_MS = 15_000;
const CHANGES = ["source", "configuration"];

export function useSources(): ResourceHandle<readonly Source[]> {
  const { api } = useConsole();
  const sources = useResource(
    "sources",
    async (signal): Promise<readonly Source[]> => (await unwrap(api.GET("/api/sources", { signal }))).data,
    { changes: CHANGES },
  );
  useRepeated("sources", sources);
  return sources;
}

export function useSource(id: number): ResourceHandle<Source> {
  const { api } = useConsole();
  const source = useResource(
    `source ${id}`,
    async (signal) => (await unwrap(api.GET("/api/sources/{id}", { params: { path: { id } }, signal }))).data,
    { changes: CHANGES },
  );
  useRepeated("source", source);
  return source;
}

export function useSourceKinds(): ResourceHandle<readonly SourceKind[]> {
  const { api } = useConsole();
  return useResource(
    "source kinds",
    async (signal) => sourceKinds((await unwrap(api.GET("/api/source-kinds", { signal }))).data),
    { keep: true },
  );
}

function useRepeated(key: string, { reload }: ResourceHandle<unknown>): void {
  const { live } = useConsole();
  useInterval(() => live.background.soon(key, reload), REPEAT_MS);
}

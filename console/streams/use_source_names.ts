import { unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";
import { type SourceNames, sourceNames } from "./source_names.ts";

export function useSourceNames(): ResourceHandle<SourceNames> {
  const { api } = useConsole();
  return useResource(
    "source names",
    async (signal) => sourceNames((await unwrap(api.GET("/api/sources", { signal }))).data),
    { changes: ["source", "configuration"], keep: true },
  );
}

import { type Api, told } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { useConsole } from "../../shell/console.ts";

/** The age past which the source's values are unknown, in seconds; 0: none, or not configured. */
export function useSourceMaxAge(): ResourceHandle<number> {
  const { api } = useConsole();
  return useResource("source max age", (signal) => readMaxAge(api, signal), { changes: ["configuration"] });
}

async function readMaxAge(api: Api, signal: AbortSignal): Promise<number> {
  const read = told(api.GET("/api/configuration", { signal }));
  return (await read.catch(() => undefined))?.data?.max_age_seconds ?? 0;
}

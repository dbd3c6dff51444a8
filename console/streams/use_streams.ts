import { unwrap } from "../api/client.ts";
import { type ResourceHandle, useResource } from "../live/use_resource.ts";
import { useConsole } from "../shell/console.ts";
import { type StreamIndex, streamIndex } from "./stream_index.ts";

/** All discovered streams. */
export function useStreams(): ResourceHandle<StreamIndex> {
  const { api } = useConsole();
  return useResource("streams", async (signal) => {
    const { data } = await unwrap(api.GET("/api/monitored-assets", { signal }));
    return streamIndex(data);
  }, { changes: ["asset", "configuration"], keep: true });
}

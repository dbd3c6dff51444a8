import { unwrap } from "../../api/client.ts";
import { type ResourceHandle, useResource } from "../../live/use_resource.ts";
import { useConsole } from "../../shell/console.ts";
import type { Heartbeat, HeartbeatStatus } from "./heartbeat_model.ts";

/** The heartbeats of other systems, by name. */
export function useHeartbeats(): ResourceHandle<readonly Heartbeat[]> {
  const { api } = useConsole();
  return useResource(
    "heartbeats",
    async (signal) => (await unwrap(api.GET("/api/heartbeats", { signal }))).data,
    { changes: ["heartbeat"], events: true },
  );
}

/** What became of Andon's own heartbeat. */
export function useHeartbeatStatus(): ResourceHandle<HeartbeatStatus> {
  const { api } = useConsole();
  return useResource(
    "heartbeat status",
    async (signal) => (await unwrap(api.GET("/api/heartbeat-status", { signal }))).data,
    { changes: ["contact_point"] },
  );
}

import { type ResourceHandle } from "../../live/use_resource.ts";
import { useRead } from "../../live/use_read.ts";
import type { Heartbeat, HeartbeatStatus } from "./heartbeat_model.ts";

/** The heartbeats of other systems, by name. */
export function useHeartbeats(): ResourceHandle<readonly Heartbeat[]> {
  return useRead("/api/heartbeats", { changes: ["heartbeat"], events: true });
}

/** What became of Andon's own heartbeat. */
export function useHeartbeatStatus(): ResourceHandle<HeartbeatStatus> {
  return useRead("/api/heartbeat-status", { changes: ["contact_point"] });
}

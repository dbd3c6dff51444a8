import { DISCOVERY_PROGRESS, SOURCE_STATUS, worstStatus } from "../actors/source/contract.ts";
import type { Log } from "../domain/shared/log.ts";
import { openSocket } from "../http/socket_upgrade.ts";
import { openPushHub, type PushHub } from "../routes/push/hub.ts";
import type { Storage } from "../storage/contract.ts";
import type { Plant } from "./system.ts";

/** Opens the push hub and connects it to what the actors publish. */
export async function startPush(
  { storage, plant, log }: { storage: Storage; plant: Plant; log: Log },
): Promise<PushHub> {
  const { system, live } = plant;
  const hub = await openPushHub({ storage, live, log, upgrade: openSocket });
  live.onChange((streamIds) => hub.streamsChanged(streamIds));
  system.onPublish(SOURCE_STATUS, () => hub.sourceStatus(worstStatus(plant.sourceStatuses())));
  system.onPublish(DISCOVERY_PROGRESS, (progress) => hub.discoveryProgress(progress));
  return hub;
}

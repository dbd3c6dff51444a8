import type { SeenProcess } from "../routes/deps.ts";
import type { Settings } from "../settings/types.ts";
import type { FrontDoor } from "./front_door.ts";

/** The processes over the store, as this one sees them. Without a door there are no others. */
export function seenProcesses(
  door: Pick<FrontDoor, "neighbours" | "borrower"> | undefined,
  { actorShards }: Pick<Settings, "actorShards">,
): () => SeenProcess[] {
  if (door === undefined) {
    const shards = Math.max(1, actorShards);
    return () => [{ id: "alone", address: null, partitions: 1, shards, renewedSeconds: 0 }];
  }
  return () => {
    const nowMs = performance.now();
    return door.neighbours.all(nowMs).map(({ id, address, partitions, renewedMs }) => ({
      ...{ id, address, partitions, shards: door.borrower.placed(id) },
      renewedSeconds: Math.max(0, nowMs - renewedMs) / 1000,
    }));
  };
}

import type { SeenProcess } from "../routes/deps.ts";
import type { Cut } from "../storage/cut.ts";
import type { FrontDoor } from "./front_door.ts";

/** The processes over the store, as this one sees them. Without a door there are no others. */
export function seenProcesses(
  door: Pick<FrontDoor, "neighbours" | "borrower"> | undefined,
  cut: Cut,
): () => SeenProcess[] {
  if (door === undefined) {
    const shards = Math.max(1, cut.shards);
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

import type { SeenProcess } from "../routes/deps.ts";
import type { Cut } from "../storage/cut.ts";
import type { FrontDoor } from "./front_door.ts";
import type { Plant } from "./system.ts";

export interface SeenFrom {
  /** Without a door there are no others. */
  door: Pick<FrontDoor, "neighbours" | "borrower"> | undefined;
  cut: Cut;
  plant: Pick<Plant, "judgedUpTo">;
}

/** The processes over the store, as this one sees them. */
export function seenProcesses({ door, cut, plant }: SeenFrom): () => SeenProcess[] {
  if (door === undefined) return () => [alone(cut, plant)];
  return () => {
    const nowMs = performance.now();
    return door.neighbours.all(nowMs).map(({ id, address, partitions, renewedMs }) => {
      const shards = door.borrower.shardsIn(id);
      return {
        ...{ id, address, partitions, shards: shards.length, watermarkMs: plant.judgedUpTo(shards) },
        renewedSeconds: Math.max(0, nowMs - renewedMs) / 1000,
      };
    });
  };
}

function alone({ shards }: Cut, plant: SeenFrom["plant"]): SeenProcess {
  const all = Array.from({ length: Math.max(1, shards) }, (_, shard) => shard);
  return {
    ...{ id: "alone", address: null, partitions: 1, shards: all.length, renewedSeconds: 0 },
    watermarkMs: plant.judgedUpTo(all),
  };
}

import type { SeenProcess } from "../routes/deps.ts";
import type { Partitioning } from "../storage/partitioning.ts";
import type { ClusterNode } from "../cluster/cluster_node.ts";
import type { Plant } from "./system.ts";

export interface ProcessListInput {
  /** Absent for a single process. */
  node: Pick<ClusterNode, "membership" | "shardPlacer"> | undefined;
  partitioning: Partitioning;
  plant: Pick<Plant, "evaluatedUpTo">;
}

/** The processes that share the store, as this one sees them. */
export function processList({ node, partitioning, plant }: ProcessListInput): () => SeenProcess[] {
  if (node === undefined) return () => [alone(partitioning, plant)];
  return () => {
    const nowMs = performance.now();
    return node.membership.members(nowMs).map(({ id, address, partitions, renewedMs }) => {
      const shards = node.shardPlacer.shardsIn(id);
      return {
        id,
        address,
        partitions,
        shards: shards.length,
        watermarkMs: plant.evaluatedUpTo(shards),
        renewedSeconds: Math.max(0, nowMs - renewedMs) / 1000,
      };
    });
  };
}

function alone({ shards }: Partitioning, plant: ProcessListInput["plant"]): SeenProcess {
  const all = Array.from({ length: Math.max(1, shards) }, (_, shard) => shard);
  return {
    id: "alone",
    address: null,
    partitions: 1,
    shards: all.length,
    renewedSeconds: 0,
    watermarkMs: plant.evaluatedUpTo(all),
  };
}

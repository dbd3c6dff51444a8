/** Entry of a worker that runs a shard of actors. */
import { placement } from "../actors/placement.ts";
import { serveShardWorker } from "../actors/runtime/worker.ts";
import { shardBehaviours, type ShardInit } from "./behaviours.ts";

serveShardWorker(self, {
  behaviours: (init) => shardBehaviours(init as ShardInit, { now: Date.now, random: Math.random }),
  placement,
  clock: Date.now,
  random: Math.random,
});

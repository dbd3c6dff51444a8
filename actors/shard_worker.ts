/** Entry of a worker that runs a shard of actors. */
import { shardBehaviours, type ShardInit } from "../main/behaviours.ts";
import { placement } from "./placement.ts";
import { serveShardWorker } from "./runtime/worker.ts";

serveShardWorker(self, {
  behaviours: (init) => shardBehaviours(init as ShardInit, { now: Date.now, random: Math.random }),
  placement,
  clock: Date.now,
  random: Math.random,
});

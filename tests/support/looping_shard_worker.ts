/** The entry of a shard as in the product, with an additional kind of actor that loops forever on a message. */
import { placement } from "../../actors/placement.ts";
import type { AnyBehaviour } from "../../actors/runtime/types.ts";
import { serveShardWorker } from "../../actors/runtime/worker.ts";
import { shardBehaviours, type ShardInit } from "../../main/behaviours.ts";

const looping: AnyBehaviour = {
  kind: "loop",
  gate: "none",
  load: () => Promise.resolve(null),
  decide: () => {
    for (let spins = 0;; spins++);
  },
};

serveShardWorker(self, {
  behaviours: (init) => [
    ...shardBehaviours(init as ShardInit, { now: Date.now, random: Math.random }),
    looping,
  ],
  placement,
  clock: Date.now,
  random: Math.random,
});

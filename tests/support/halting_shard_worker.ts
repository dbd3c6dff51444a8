/**
 * The entry of a shard as in the product, with an additional kind of actor that halts its thread on a message until the
 * given cell is changed.
 */
import { placement } from "../../actors/placement.ts";
import type { AnyBehaviour } from "../../actors/runtime/types.ts";
import { serveShardWorker } from "../../actors/runtime/worker.ts";
import { shardBehaviours, type ShardInit } from "../../main/behaviours.ts";

const halting: AnyBehaviour = {
  kind: "halt",
  gate: "none",
  load: () => Promise.resolve(null),
  decide: (_, message) => {
    const { cell } = message as { cell: Int32Array<SharedArrayBuffer> };
    Atomics.wait(cell, 0, 0);
    return {};
  },
};

serveShardWorker(self, {
  behaviours: (init) => [
    ...shardBehaviours(init as ShardInit, { now: Date.now, random: Math.random }),
    halting,
  ],
  placement,
  clock: Date.now,
  random: Math.random,
});

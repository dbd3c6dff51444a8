import { Bindings } from "../../actors/evaluation/bindings.ts";
import { DeploymentBook } from "../../actors/evaluation/deployment_book.ts";
import { EventBook } from "../../actors/evaluation/event_book.ts";
import type { RestoredParts, RestoredShard } from "../../actors/evaluation/restored_shard.ts";
import { ShardState } from "../../actors/evaluation/shard.ts";
import { Engine } from "../../domain/evaluation/engine.ts";
import type { Ticks } from "../../domain/shared/time.ts";

/** A shard restored from an empty store, except for `parts`. */
export function openShard(
  watermark: Ticks = 0,
  parts: Partial<RestoredParts> = {},
): { shard: ShardState; restored: RestoredShard } {
  const shard = new ShardState();
  shard.attach({ shard: 0, shards: 1 }, () => {});
  return { shard, restored: shard.open(emptyParts(watermark, parts)) };
}

export function emptyParts(watermark: Ticks = 0, parts: Partial<RestoredParts> = {}): RestoredParts {
  return {
    engine: new Engine({ watermark }),
    standardFrom: -Infinity,
    deployments: new DeploymentBook(),
    bindings: new Bindings(),
    events: new EventBook(),
    earlier: { writtenUpTo: -Infinity, settledUpTo: -Infinity, reproducedBy: Infinity },
    replay: null,
    generation: 0,
    sequence: 1,
    ...parts,
  };
}

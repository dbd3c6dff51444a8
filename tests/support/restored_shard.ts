import { Bindings } from "../../actors/evaluation/bindings.ts";
import { DeploymentBook } from "../../actors/evaluation/deployment_book.ts";
import { EventBook } from "../../actors/evaluation/event_book.ts";
import type { RestoredShard } from "../../actors/evaluation/restored_shard.ts";
import { ShardState } from "../../actors/evaluation/shard.ts";
import { Engine } from "../../domain/evaluation/engine.ts";
import type { Ticks } from "../../domain/shared/time.ts";

/** A shard as a restore opens it that found nothing stored. */
export function openShard(watermark: Ticks = 0): { shard: ShardState; restored: RestoredShard } {
  const shard = new ShardState();
  shard.attach({ shard: 0, shards: 1 }, () => {});
  const restored = shard.open({
    engine: new Engine({ watermark }),
    deployments: new DeploymentBook(),
    bindings: new Bindings(),
    events: new EventBook(),
    earlier: { writtenUpTo: -Infinity, settledUpTo: -Infinity, meetsAllAt: Infinity },
    replay: null,
    generation: 0,
    sequence: 1,
  });
  return { shard, restored };
}

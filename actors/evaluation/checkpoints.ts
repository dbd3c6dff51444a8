import { BACKFILLED_DEPLOYMENT } from "../../domain/backfill/types.ts";
import type { DeletedEvent } from "../../domain/event/deleted.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { DroppedCheckpoints, InstanceStates } from "./checkpoint_retention.ts";
import type { ShardState } from "./shard.ts";

/** What a checkpoint due now makes superfluous; null when none is due. */
export async function readDropped(
  shard: ShardState,
  context: ActorContext,
): Promise<DroppedCheckpoints | null> {
  if (shard.engine === null || !shard.checkpoints.isDue(shard.engine.watermark)) return null;
  const { watermark } = shard.engine, { horizon } = shard.corrections;
  const checkpoints = shard.checkpoints.stale(watermark, horizon);
  const patches = await Promise.all(
    checkpoints.map(({ watermark }) =>
      context.store.list({ prefix: keys.checkpointPatch(watermark, 0).slice(0, 2) })
    ),
  );
  const own = patches.flat().map((entry) => entry.key).filter((key) =>
    Number(key[2]) % context.shards === context.shard
  );
  const parts = checkpoints.flatMap(({ watermark, shard, parts }) =>
    Array.from({ length: parts }, (_, part) => keys.checkpoint(watermark, shard, part))
  );
  const old = await readOld(shard, watermark - horizon, context);
  return { watermark, checkpoints, keys: [...own, ...parts, ...old] };
}

/** What no correction can come back to: histories of ended deployments, and what was deleted before the horizon. */
async function readOld(shard: ShardState, horizon: Ticks, { store, shards }: ActorContext): Promise<Key[]> {
  const ended = shard.ended.splice(0);
  const [deleted, ...histories] = await Promise.all([
    store.list<DeletedEvent>({ prefix: keys.eventDeleted(0, 0).slice(0, 1) }),
    ...ended.map(({ instanceId, deployment }) =>
      store.list({ prefix: keys.history(instanceId, deployment, 0).slice(0, 3) })
    ),
  ]);
  const own = deleted.filter(({ value }) => value.instance_id % shards === shard.place.shard);
  // A backfill may come at any time: it must find what was deleted of an earlier one.
  const old = own.filter(({ value: { end, deployment } }) =>
    end < horizon && deployment !== BACKFILLED_DEPLOYMENT
  );
  return [...old, ...histories.flat()].map((entry) => entry.key);
}

/** The writes of a checkpoint at the engine's watermark. */
export function storeCheckpoint(shard: ShardState, dropped: DroppedCheckpoints): Mutation[] {
  const { active: { watermark }, sequence, place } = shard;
  return shard.checkpoints.store({ watermark, sequence, ...place }, {
    instances: notNormal(shard),
    dropped,
  });
}

function* notNormal({ deployments, active }: ShardState): Iterable<InstanceStates> {
  for (const instanceId of deployments.keys()) {
    const states = active.statesOf(instanceId) ?? [];
    const deployment = states.length > 0 ? deployments.get(instanceId)?.instance.deployment : undefined;
    if (deployment !== undefined) yield { instanceId, deployment, states };
  }
}

import { BACKFILLED_DEPLOYMENT } from "../../domain/backfill/types.ts";
import type { DeletedEvent } from "../../domain/event/deleted.ts";
import type { Key, Mutation } from "../../domain/shared/commit.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import type { ActorContext } from "../runtime/types.ts";
import type { DroppedCheckpoints, EndedDeployment, InstanceStates } from "./checkpoint_retention.ts";
import type { LiveShard, RestoredShard } from "./restored_shard.ts";

type Retaining = Pick<RestoredShard, "engine" | "checkpoints" | "corrections">;

/** The checkpoints that a due one replaces; null when none is due. */
export async function readDropped(
  { engine: { watermark }, checkpoints: retained, corrections: { horizon } }: Retaining,
  context: ActorContext,
): Promise<DroppedCheckpoints | null> {
  if (!retained.isDue(watermark)) return null;
  const checkpoints = retained.stale(watermark, horizon);
  const patches = await Promise.all(
    checkpoints.map(({ watermark }) =>
      context.store.list({ prefix: retained.keys.checkpointPatch(watermark, 0).slice(0, -1) })
    ),
  );
  const own = patches.flat().map((entry) => entry.key).filter((key) =>
    Number(key.at(-1)) % context.shards === context.shard
  );
  const parts = checkpoints.flatMap(({ watermark, shard, parts }) =>
    Array.from({ length: parts }, (_, part) => retained.keys.checkpoint(watermark, shard, part))
  );
  const old = await readOld(retained.takeEnded(), watermark - horizon, context);
  return { watermark, checkpoints, keys: [...own, ...parts, ...old] };
}

/** Keys that no correction needs: histories of ended deployments, and events deleted before the horizon. */
async function readOld(
  ended: readonly EndedDeployment[],
  horizon: Ticks,
  { store, shard, shards }: ActorContext,
): Promise<Key[]> {
  const [deleted, ...histories] = await Promise.all([
    store.list<DeletedEvent>({ prefix: keys.eventDeleted(0, 0).slice(0, 1) }),
    ...ended.map(({ instanceId, deployment }) =>
      store.list({ prefix: keys.history(instanceId, deployment, 0).slice(0, 3) })
    ),
  ]);
  const own = deleted.filter(({ value }) => value.instance_id % shards === shard);
  // Deleted events of a backfill are kept, because a later backfill must not create them again.
  const old = own.filter(({ value: { end, deployment } }) =>
    end < horizon && deployment !== BACKFILLED_DEPLOYMENT
  );
  return [...old, ...histories.flat()].map((entry) => entry.key);
}

/** The writes of a checkpoint at the engine's watermark. */
export function storeCheckpoint(shard: LiveShard, dropped: DroppedCheckpoints): Mutation[] {
  const { engine: { watermark }, journal: { sequence }, location } = shard;
  return shard.checkpoints.store({ watermark, sequence, ...location }, {
    instances: notNormal(shard),
    dropped,
  });
}

function* notNormal({ deployments, engine }: LiveShard): Iterable<InstanceStates> {
  for (const instanceId of deployments.keys()) {
    const states = engine.statesOf(instanceId) ?? [];
    const deployment = states.length > 0 ? deployments.get(instanceId)?.instance.deployment : undefined;
    if (deployment !== undefined) yield { instanceId, deployment, states };
  }
}

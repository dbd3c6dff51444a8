import type { AnyCommit, Mutation } from "../../domain/shared/commit.ts";
import { inCommits } from "../../storage/writes/atomic_budget.ts";
import type { JournalEntry } from "./journal.ts";
import type { ReplayingShard, RestoredShard } from "./restored_shard.ts";

/** Makes streams unread that the source no longer has, and returns the commits that record it. */
export function loseStreams(shard: RestoredShard, streams: readonly number[]): AnyCommit[] {
  const { engine, journal } = shard;
  const lost = streams.filter((stream) => engine.held(stream)?.read === true);
  if (lost.length === 0) return [];
  for (const stream of lost) shard.pending.push(...engine.lose(stream));
  return inCommits([journal.entry({ kind: "lost", streams: lost }), ...historiesOf(shard, lost)]);
}

/** Repeats a loss of the journal; the histories of the instances contain it. */
export function repeatLoss(
  { engine, pending }: ReplayingShard,
  { streams }: JournalEntry & { kind: "lost" },
): void {
  for (const stream of streams) pending.push(...engine.lose(stream));
}

/** The entries in the histories of the instances that name the streams. */
function historiesOf(
  { engine, deployments, corrections, journal }: RestoredShard,
  lost: readonly number[],
): Mutation[] {
  const streamsOf = new Map<number, number[]>();
  for (const stream of lost) {
    for (const instanceId of engine.waitingFor(stream).instances) {
      streamsOf.set(instanceId, [...streamsOf.get(instanceId) ?? [], stream]);
    }
  }
  return [...streamsOf].flatMap(([instanceId, streams]) => {
    const instance = deployments.get(instanceId)?.instance;
    if (instance === undefined) return [];
    corrections.restartJob(instanceId);
    return [journal.history(instance, { kind: "lost", streams })];
  });
}

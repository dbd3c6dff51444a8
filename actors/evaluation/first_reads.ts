import type { DeployedInstance, KnownAhead, KnownStream } from "../../domain/evaluation/types.ts";
import type { AnyCommit, Mutation } from "../../domain/shared/commit.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { newestRuleAt } from "../../domain/instance/upgrade.ts";
import { inCommits } from "../../storage/writes/atomic_budget.ts";
import type { ReadPast } from "./contract.ts";
import { isOfInstance, type JournalEntry, knownParts } from "./journal.ts";
import type { ReplayingShard, RestoredShard } from "./restored_shard.ts";

/** The streams that an instance waits for. Of those in `history` only the past for its windows is missing. */
interface Waiting {
  streams: number[];
  history: number[];
}

/** Applies the first reads that instances wait for, and returns the commits that record them. */
export function takeFirstReads(
  shard: RestoredShard,
  { reads: offered, pasts, upTo }: { reads: KnownStream[]; pasts: ReadPast[]; upTo: Ticks },
): AnyCommit[] {
  const unread = new Set(shard.replay?.isRepeating ? [] : shard.engine.unread());
  const pastOf = new Map(pasts.map((past) => [past.stream, past]));
  const reads = offered.filter(({ stream }) =>
    unread.has(stream) && isDeep(shard, stream, pastOf.get(stream))
  );
  const waiting = waitingInstances(shard, reads);
  for (const read of reads) {
    const past = pastOf.get(read.stream);
    if (past !== undefined) shard.engine.fill(past);
    shard.pending.push(...shard.engine.firstRead(read, upTo));
  }
  return knownParts(reads).filter((part) => part.length > 0)
    .flatMap((part) => commitsOfReads(shard, { reads: part, waiting, upTo }));
}

/** False when a deployment made during the read needs an older past: the stream is then read once more. */
function isDeep(shard: RestoredShard, stream: number, past: ReadPast | undefined): boolean {
  const [needed] = shard.engine.reaches([stream]);
  return needed === undefined || (past !== undefined && past.reach >= needed.reach);
}

/** Writes first reads to the journal and to the waiting instances' histories, in one commit if they fit. */
function commitsOfReads(
  shard: RestoredShard,
  { reads, waiting, upTo }: { reads: KnownStream[]; waiting: ReadonlyMap<number, Waiting>; upTo: Ticks },
): AnyCommit[] {
  const streams = new Set(reads.map((read) => read.stream)), batch = shard.journal.sequence;
  const delivered = [...waiting].flatMap(([instanceId, each]) =>
    deliveryTo(shard, instanceId, only(each, streams)) ?? []
  );
  const ahead = delivered.flatMap((each) => journalAhead(shard, each, batch));
  const journal = shard.journal.entry({ kind: "first_read", reads, upTo, batch });
  return inCommits([...ahead, journal, ...delivered.flatMap((each) => historyOf(shard, each))]);
}

/** Samples after the watermark, which a replay may not have yet when it repeats the first read. */
function journalAhead(shard: RestoredShard, { instance, began, known }: Delivery, batch: number): Mutation[] {
  if (began <= shard.engine.watermark) return [];
  const { instanceId, deployment } = instance;
  return knownParts(known).map((part) =>
    shard.journal.entry({ kind: "known", instanceId, deployment, at: began, batch, known: part })
  );
}

/** The waiting instances, before the reads are applied. */
function waitingInstances(shard: RestoredShard, reads: readonly KnownStream[]): Map<number, Waiting> {
  const waiting = new Map<number, Waiting>();
  for (const { stream } of reads) {
    const { instances, history } = shard.engine.waitingFor(stream);
    for (const instanceId of instances) {
      const each = waiting.get(instanceId) ?? { streams: [], history: [] };
      each.streams.push(stream);
      if (history) each.history.push(stream);
      waiting.set(instanceId, each);
    }
  }
  return waiting;
}

function only({ streams, history }: Waiting, wanted: ReadonlySet<number>): Waiting {
  return {
    streams: streams.filter((stream) => wanted.has(stream)),
    history: history.filter((stream) => wanted.has(stream)),
  };
}

/** First reads for one waiting deployment; `known` at the instant `began`, empty when that has passed. */
interface Delivery extends Waiting {
  instance: DeployedInstance;
  began: Ticks;
  known: readonly KnownStream[];
}

function deliveryTo(shard: RestoredShard, instanceId: number, waited: Waiting): Delivery | undefined {
  const instance = shard.deployments.get(instanceId)?.instance;
  if (instance === undefined || waited.streams.length === 0) return undefined;
  const began = newestRuleAt(instance);
  const known = began >= shard.engine.watermark ? shard.engine.known(instance, began) : [];
  return { ...waited, instance, began, known };
}

function historyOf(
  shard: RestoredShard,
  { instance, streams, history, known }: Omit<Delivery, "began">,
): Mutation[] {
  shard.corrections.restartJob(instance.instanceId);
  const parts = knownParts(known), last = parts.length - 1;
  return parts.map((part, i) => {
    const read = i < last ? { streams: [] } : { streams, ...(history.length > 0 ? { history } : {}) };
    return shard.journal.history(instance, { kind: "first_read", known: part, ...read });
  });
}

/** A deployment or an upgrade that a replay repeats: the samples known then (`stored`) and now. */
export interface Repeated {
  entry: JournalEntry;
  instance: DeployedInstance;
  at: Ticks;
  stored: readonly KnownStream[];
  known: readonly KnownStream[];
}

/**
 * After a change of the number of shards a repeated deployment may already know streams that it waited for. Records
 * these first reads in journal and history. Where they record one at a later watermark, or windows still wait, requests
 * a correction, which follows the history.
 */
export function recordEarlierReads(
  shard: ReplayingShard,
  { entry, instance, at, stored, known }: Repeated,
): void {
  const waited = new Set(stored.filter(({ read }) => !read).map(({ stream }) => stream));
  const reads = known.filter(({ read, stream }) => read && waited.has(stream));
  const recordedAt = new Map(reads.map((read) => [read, firstReadAfter(shard, { entry, instance }, read)]));
  const isOtherwise = (read: KnownStream) =>
    read.unfilled === true || (recordedAt.get(read) ?? entry.watermark) > entry.watermark;
  if (reads.some(isOtherwise)) shard.correctFrom(instance.instanceId, at);
  const unrecorded = reads.filter((read) => recordedAt.get(read) === undefined);
  if (unrecorded.length === 0) return;
  const all = at >= shard.engine.watermark ? known : [];
  const streams = unrecorded.map(({ stream }) => stream);
  shard.unwrittenHistory.push(
    ...knownParts(unrecorded).map((part) =>
      shard.journal.entry({ kind: "first_read", reads: part, upTo: at })
    ),
    ...historyOf(shard, { instance, streams, history: [], known: all }),
  );
}

/** The watermark at which its own shard then heard of a stream's first read, where it is still to be repeated. */
function firstReadAfter(
  { replay }: ReplayingShard,
  { entry, instance }: Pick<Repeated, "entry" | "instance">,
  { stream }: KnownStream,
): Ticks | undefined {
  return replay.entries.find((each) =>
    each.kind === "first_read" && each.sequence > entry.sequence &&
    isOfInstance(each, instance.instanceId) && each.reads.some((read) => read.stream === stream)
  )?.watermark;
}

/**
 * Repeats a first read of the journal. The histories of the instances that waited then contain it. It is added for those
 * that wait only now, because they were deployed later or belonged to another shard.
 */
export function repeatFirstRead(shard: ReplayingShard, entry: JournalEntry & { kind: "first_read" }): void {
  const { engine, replay } = shard, unread = new Set(engine.unread());
  const reads = entry.reads.filter((read) => unread.has(read.stream));
  const waiting = waitingInstances(shard, reads);
  const ahead = knownAhead(shard, entry, waiting.keys());
  for (const read of reads) {
    const past = replay.pastOf(read.stream, engine.watermark);
    if (past !== undefined) engine.fill(past);
    shard.pending.push(...engine.firstRead(read, entry.upTo, { ahead }));
  }
  for (const [instanceId, each] of waiting) {
    const blind = replay.deployedBlind(instanceId);
    if (blind === undefined) continue;
    if (blind.sequence < entry.sequence && isOfInstance(entry, instanceId)) continue;
    const delivery = deliveryTo(shard, instanceId, only(each, blind.streams));
    if (delivery !== undefined) shard.unwrittenHistory.push(...historyOf(shard, delivery));
  }
}

/** By instance, the samples known at instants that were still ahead then. */
function knownAhead(
  { deployments, replay }: ReplayingShard,
  { batch }: JournalEntry & { kind: "first_read" },
  instances: Iterable<number>,
): Map<number, KnownAhead> {
  const ahead = new Map<number, KnownAhead>();
  for (const instanceId of instances) {
    const instance = deployments.get(instanceId)?.instance;
    if (instance === undefined || batch === undefined) continue;
    const { deployment } = instance, at = newestRuleAt(replay.pendingUpgrades.before(instance, []));
    const known = replay.knownAt({ instanceId, deployment, at, batch });
    if (known !== undefined) ahead.set(instanceId, { at, known });
  }
  return ahead;
}

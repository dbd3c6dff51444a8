import { historyReaches } from "../../domain/evaluation/windows/history_needs.ts";
import type {
  DeployedInstance,
  KnownStream,
  LateSpan,
  OfferCounts,
  StreamPast,
} from "../../domain/evaluation/types.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { recordEarlierReads, repeatFirstRead } from "./first_reads.ts";
import { repeatLoss } from "./lost_streams.ts";
import type { JournalEntry } from "./journal.ts";
import type { ReplayingShard, RestoredShard } from "./restored_shard.ts";

/**
 * Offers samples to the engine. During a replay they are also kept, and offered again when a repeated deployment binds
 * further streams.
 */
export function offer(
  shard: RestoredShard,
  batch: SampleBatch,
  onLate?: (late: LateSpan) => void,
): OfferCounts {
  shard.replay?.keepOffered(batch);
  return shard.engine.offer(batch, onLate);
}

/**
 * Evaluates every instant up to a watermark. A replay repeats each command at the watermark of its effect, so that a
 * restart reproduces the same events.
 */
export function advance(shard: RestoredShard, to: Ticks): void {
  while (shard.isReplaying()) {
    const entry = shard.replay.takeUpTo(to);
    if (entry === undefined) break;
    shard.evaluateTo(entry.watermark);
    repeat(shard, entry);
    shard.endReplay();
  }
  shard.evaluateTo(to);
}

function repeat(shard: ReplayingShard, entry: JournalEntry): void {
  switch (entry.kind) {
    case "deployed":
      return repeatDeployment(shard, entry);
    case "upgraded":
      return repeatUpgrade(shard, entry);
    case "first_read":
      return repeatFirstRead(shard, entry);
    case "lost":
      return repeatLoss(shard, entry);
    case "ended": {
      const ended = shard.engine.closeByHand(entry.instanceId, entry.ruleId, entry.onset);
      if (ended !== undefined) shard.events.openOf(entry.instanceId).delete(entry.ruleId);
      return;
    }
    case "corrected":
      return repeatCorrection(shard, entry);
    case "known":
    case "opened":
      return;
  }
}

/**
 * Applies the corrected states from which the earlier run continued. They replace the evaluation of changes that the
 * source made since, so a correction of the replayed span is requested.
 */
function repeatCorrection(shard: ReplayingShard, entry: JournalEntry & { kind: "corrected" }): void {
  const { instanceId, deployment, states, held } = entry, { engine, events } = shard;
  if (shard.deployments.get(instanceId)?.instance.deployment !== deployment) return;
  for (const known of held) engine.hold(known);
  if (states === null) return;
  shard.correctFrom(instanceId, shard.replay.restoredAt + 1);
  engine.takeOver(instanceId, states.rules);
  for (const event of events.knownOf(instanceId)) {
    if (event.record !== null && event.record.onset <= entry.watermark) event.isReproduced = true;
  }
  const open = events.openOf(instanceId);
  open.clear();
  for (const event of states.open) {
    const known = events.known(event);
    if (known !== undefined) open.set(event.ruleId, known);
  }
}

function repeatDeployment(shard: ReplayingShard, entry: JournalEntry & { kind: "deployed" }): void {
  const { engine, replay } = shard, deployed = shard.deployments.get(entry.instanceId)?.instance;
  if (deployed?.deployment !== entry.deployment) return;
  const bound = new Set(engine.bound());
  const instance = replay.pendingUpgrades.before(deployed, [...bound]);
  const known = knownAgain(shard, entry, deployed);
  shard.pending.push(...engine.deploy(instance, known, { pasts: pastsOf(shard, instance) }));
  offerAgain(shard, { entry, instance, bound });
}

/** Samples offered before their streams were bound. Those at or before the watermark may have changed results. */
function offerAgain(
  shard: ReplayingShard,
  { entry: { instanceId, watermark }, instance, bound }: {
    entry: JournalEntry & { kind: "deployed" | "upgraded" };
    instance: DeployedInstance;
    bound: ReadonlySet<number>;
  },
): void {
  const { engine, replay: { offered } } = shard;
  for (const batch of offered) engine.offer(batch);
  const added = instance.streams.map(({ id }) => id).filter((id) => !bound.has(id));
  const oldest = oldestOf(offered, new Set(added));
  if (oldest <= watermark) shard.correctFrom(instanceId, oldest);
}

/** The past for the windows of an instance, as far as a restart has read it. */
function pastsOf({ engine, replay }: ReplayingShard, instance: DeployedInstance): StreamPast[] {
  return historyReaches([instance]).flatMap(({ stream }) => replay.pastOf(stream, engine.watermark) ?? []);
}

/** Starts the rules of an upgrade. The events that it ended are written, and their rules are not replayed. */
function repeatUpgrade(shard: ReplayingShard, entry: JournalEntry & { kind: "upgraded" }): void {
  const { engine, replay } = shard, deployed = shard.deployments.get(entry.instanceId)?.instance;
  if (deployed?.deployment !== entry.deployment) return;
  const bound = new Set(engine.bound());
  const instance = replay.pendingUpgrades.pass(entry, deployed, bound);
  if (engine.state(entry.instanceId) === undefined) return;
  const known = knownAgain(shard, entry, deployed);
  const { at, recentActivations } = entry, pasts = pastsOf(shard, instance);
  shard.pending.push(...engine.upgrade({ ...instance, recentActivations }, { at, known, pasts }));
  offerAgain(shard, { entry, instance, bound });
}

/** The oldest sample of newly bound streams: it may have changed results of the replaced rules. */
function oldestOf(offered: readonly SampleBatch[], streams: ReadonlySet<number>): Ticks {
  let oldest = Infinity;
  for (const batch of streams.size === 0 ? [] : offered) {
    for (let i = 0; i < batch.count; i++) {
      if (streams.has(batch.streams[i]!)) oldest = Math.min(oldest, batch.times[i]!);
    }
  }
  return oldest;
}

/** The stored known samples. Streams unread then may be read now, since their first reads precede it in this replay. */
function knownAgain(
  shard: ReplayingShard,
  entry: JournalEntry & { kind: "deployed" | "upgraded" },
  instance: DeployedInstance,
): KnownStream[] {
  const at = entry.kind === "upgraded" ? entry.at : instance.deployedAt;
  const here = new Map(shard.engine.known(instance, at).map((known) => [known.stream, known]));
  const stored = shard.replay.knownAt(entry) ?? [];
  const known = stored.map((known) => known.read ? known : here.get(known.stream) ?? known);
  recordEarlierReads(shard, { entry, instance, at, stored, known });
  return known;
}

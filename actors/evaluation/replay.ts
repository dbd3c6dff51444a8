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
import { repeatFirstRead, tellReadBefore } from "./first_reads.ts";
import type { JournalEntry } from "./journal.ts";
import type { ReplayingShard, RestoredShard } from "./restored_shard.ts";

/**
 * Takes samples in. While a replay has deployments left, samples are kept as well: those of streams that only such a
 * deployment binds are offered again once it is repeated.
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
 * Judges every instant up to a watermark. While a replay has commands left, each is repeated at the watermark at
 * which it took effect, so that a restart ends in the same events.
 */
export function advance(shard: RestoredShard, to: Ticks): void {
  while (shard.isReplaying()) {
    const entry = shard.replay.takeUpTo(to);
    if (entry === undefined) break;
    shard.judgeTo(entry.watermark);
    repeat(shard, entry);
    shard.endReplay();
  }
  shard.judgeTo(to);
}

function repeat(shard: ReplayingShard, entry: JournalEntry): void {
  switch (entry.kind) {
    case "deployed":
      return repeatDeployment(shard, entry);
    case "upgraded":
      return repeatUpgrade(shard, entry);
    case "first_read":
      return repeatFirstRead(shard, entry);
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
 * From here on the run before had gone on from corrected states. What the source has changed since may already have
 * been judged in its place here, and is lost with the states: so the span is judged anew.
 */
function repeatCorrection(shard: ReplayingShard, entry: JournalEntry & { kind: "corrected" }): void {
  const { instanceId, deployment, states, held } = entry, { engine, events } = shard;
  if (shard.deployments.get(instanceId)?.instance.deployment !== deployment) return;
  for (const known of held) engine.hold(known);
  if (states === null) return;
  shard.judgeAnew(instanceId, shard.replay.restoredAt + 1);
  engine.takeOver(instanceId, states.rules);
  for (const event of events.knownOf(instanceId)) {
    if (event.record !== null && event.record.onset <= entry.watermark) event.isMet = true;
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
  const instance = replay.upgradesAhead.before(deployed, engine.bound());
  const known = knownAgain(shard, entry, deployed);
  shard.pending.push(...engine.deploy(instance, known, { pasts: pastsOf(shard, instance) }));
  for (const batch of replay.offered) engine.offer(batch);
}

/** What the windows of an instance look at, as far as a restart has read it. */
function pastsOf({ engine, replay }: ReplayingShard, instance: DeployedInstance): StreamPast[] {
  return historyReaches([instance]).flatMap(({ stream }) => replay.pastOf(stream, engine.watermark) ?? []);
}

/** The rules that came with it begin; what it ended is written, and was left out of the replay. */
function repeatUpgrade(shard: ReplayingShard, entry: JournalEntry & { kind: "upgraded" }): void {
  const { engine, replay } = shard, deployed = shard.deployments.get(entry.instanceId)?.instance;
  if (deployed?.deployment !== entry.deployment) return;
  const bound = new Set(engine.bound());
  const instance = replay.upgradesAhead.pass(entry, deployed, bound);
  if (engine.state(entry.instanceId) === undefined) return;
  const known = knownAgain(shard, entry, deployed);
  const { at, recentActivations } = entry, pasts = pastsOf(shard, instance);
  shard.pending.push(...engine.upgrade({ ...instance, recentActivations }, { at, known, pasts }));
  for (const batch of replay.offered) engine.offer(batch);
  const added = instance.streams.map(({ id }) => id).filter((id) => !bound.has(id));
  const oldest = oldestOf(replay.offered, new Set(added));
  if (oldest <= entry.watermark) shard.judgeAnew(entry.instanceId, oldest);
}

/** What came of streams that nobody named then may have changed what was judged by rules that are no more. */
function oldestOf(offered: readonly SampleBatch[], streams: ReadonlySet<number>): Ticks {
  let oldest = Infinity;
  for (const batch of streams.size === 0 ? [] : offered) {
    for (let i = 0; i < batch.count; i++) {
      if (streams.has(batch.streams[i])) oldest = Math.min(oldest, batch.times[i]);
    }
  }
  return oldest;
}

/** One deployed during a replay was ahead of first reads that are repeated before it now; one of another shard, of the others'. */
function knownAgain(
  shard: ReplayingShard,
  entry: JournalEntry & { kind: "deployed" | "upgraded" },
  instance: DeployedInstance,
): KnownStream[] {
  const at = entry.kind === "upgraded" ? entry.at : instance.deployedAt;
  const here = new Map(shard.engine.known(instance, at).map((known) => [known.stream, known]));
  const stored = shard.replay.knownAt(entry) ?? [];
  const known = stored.map((known) => known.read ? known : here.get(known.stream) ?? known);
  tellReadBefore(shard, { entry, instance, at, stored, known });
  return known;
}

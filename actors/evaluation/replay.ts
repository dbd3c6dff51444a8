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
import type { Deployment } from "../../domain/instance/deployment.ts";
import { wantInstance } from "./known_check.ts";
import type { ShardState } from "./shard.ts";
import { repeatFirstRead, tellReadBefore } from "./first_reads.ts";
import { joinedKnown, type JournalEntry, knownKey } from "./journal.ts";

/**
 * Takes samples in. While a replay has deployments left, samples are kept as well: those of streams that only such a
 * deployment binds are offered again once it is repeated.
 */
export function offer(
  shard: ShardState,
  batch: SampleBatch,
  onLate?: (late: LateSpan) => void,
): OfferCounts {
  if (shard.replay.length > 0) shard.kept.push(batch);
  return shard.active.offer(batch, onLate);
}

/**
 * Judges every instant up to a watermark. While a replay has commands left, each is repeated at the watermark at
 * which it took effect, so that a restart ends in the same events.
 */
export function advance(shard: ShardState, to: Ticks): void {
  const engine = shard.active;
  while (shard.replay.length > 0 && shard.replay[0].watermark <= to) {
    const entry = shard.replay[0];
    if (entry.watermark > engine.watermark) shard.pending.push(...engine.advance(entry.watermark));
    shard.replay.shift();
    repeat(shard, entry);
    if (shard.replay.length === 0) {
      shard.kept = [];
      shard.pasts.clear();
    }
  }
  if (to > engine.watermark) shard.pending.push(...engine.advance(to));
}

function repeat(shard: ShardState, entry: JournalEntry): void {
  switch (entry.kind) {
    case "deployed":
      return repeatDeployment(shard, entry);
    case "upgraded":
      return repeatUpgrade(shard, entry);
    case "first_read":
      return repeatFirstRead(shard, entry);
    case "ended": {
      const ended = shard.active.closeByHand(entry.instanceId, entry.ruleId, entry.onset);
      const open = shard.openOf(entry.instanceId);
      if (ended !== undefined) open.delete(entry.ruleId);
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
function repeatCorrection(shard: ShardState, entry: JournalEntry & { kind: "corrected" }): void {
  const { instanceId, deployment, states, held } = entry;
  if (shard.deployments.get(instanceId)?.instance.deployment !== deployment) return;
  for (const known of held) shard.active.hold(known);
  if (states === null) return;
  wantInstance(shard, instanceId, shard.restoredAt + 1);
  shard.active.takeOver(instanceId, states.rules);
  for (const event of shard.knownOf(instanceId)) {
    if (event.record !== null && event.record.onset <= entry.watermark) event.isMet = true;
  }
  const open = shard.openOf(instanceId);
  open.clear();
  for (const event of states.open) {
    const known = shard.knownEvent(event);
    if (known !== undefined) open.set(event.ruleId, known);
  }
}

function repeatDeployment(shard: ShardState, entry: JournalEntry & { kind: "deployed" }): void {
  const deployment = shard.deployments.get(entry.instanceId);
  if (deployment?.instance.deployment !== entry.deployment) return;
  const engine = shard.active, instance = shard.upgradesAhead.before(deployment.instance, engine.bound());
  const known = knownAgain(shard, entry, deployment);
  shard.pending.push(...engine.deploy(instance, known, { pasts: pastsOf(shard, instance) }));
  for (const batch of shard.kept) shard.active.offer(batch);
}

/** What the windows of an instance look at, as far as a restart has read it. */
function pastsOf(shard: ShardState, instance: DeployedInstance): StreamPast[] {
  return historyReaches([instance]).flatMap(({ stream }) =>
    shard.pasts.asOf(stream, shard.active.watermark, shard.kept) ?? []
  );
}

/** The rules that came with it begin; what it ended is written, and was left out of the replay. */
function repeatUpgrade(shard: ShardState, entry: JournalEntry & { kind: "upgraded" }): void {
  const deployment = shard.deployments.get(entry.instanceId);
  if (deployment?.instance.deployment !== entry.deployment) return;
  const bound = new Set(shard.active.bound());
  const instance = shard.upgradesAhead.pass(entry, deployment.instance, bound);
  if (shard.active.state(entry.instanceId) === undefined) return;
  const known = knownAgain(shard, entry, deployment);
  const { at, recentActivations } = entry, pasts = pastsOf(shard, instance);
  shard.pending.push(...shard.active.upgrade({ ...instance, recentActivations }, { at, known, pasts }));
  for (const batch of shard.kept) shard.active.offer(batch);
  const oldest = oldestKept(
    shard,
    new Set(instance.streams.map(({ id }) => id).filter((id) => !bound.has(id))),
  );
  if (oldest <= entry.watermark) wantInstance(shard, entry.instanceId, oldest);
}

/** What came of streams that nobody named then may have changed what was judged by rules that are no more. */
function oldestKept({ kept }: ShardState, streams: ReadonlySet<number>): Ticks {
  let oldest = Infinity;
  for (const batch of streams.size === 0 ? [] : kept) {
    for (let i = 0; i < batch.count; i++) {
      if (streams.has(batch.streams[i])) oldest = Math.min(oldest, batch.times[i]);
    }
  }
  return oldest;
}

type Begun = JournalEntry & { kind: "deployed" | "upgraded" };

/** One deployed during a replay was ahead of first reads that are repeated before it now; one of another shard, of the others'. */
function knownAgain(
  shard: ShardState,
  entry: Begun,
  { instance }: Deployment,
): KnownStream[] {
  const at = entry.kind === "upgraded" ? entry.at : instance.deployedAt;
  const here = new Map(shard.active.known(instance, at).map((known) => [known.stream, known]));
  const stored = storedKnown(shard, entry);
  const known = stored.map((known) => known.read ? known : here.get(known.stream) ?? known);
  tellReadBefore(shard, { entry, instance, at, stored, known });
  return known;
}

export function storedKnown(shard: ShardState, entry: Begun): KnownStream[] {
  return joinedKnown(shard.knownAtDeployment.get(knownKey(entry)) ?? []);
}

import { historyReaches } from "../../domain/evaluation/history_needs.ts";
import type { KnownStream, LateSpan, OfferCounts } from "../../domain/evaluation/types.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import type { Deployment } from "../../domain/instance/deployment.ts";
import { wantInstance } from "./known_check.ts";
import type { ShardState } from "./shard.ts";
import { repeatFirstRead } from "./first_reads.ts";
import { joinedKnown, type JournalEntry } from "./journal.ts";

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
  const { instance } = deployment, engine = shard.active;
  const pasts = historyReaches([instance]).flatMap(({ stream }) =>
    shard.pasts.asOf(stream, engine.watermark, shard.kept) ?? []
  );
  shard.pending.push(...engine.deploy(instance, knownAgain(shard, entry, deployment), { pasts }));
  for (const batch of shard.kept) shard.active.offer(batch);
}

/** One deployed during a replay was ahead of first reads that are repeated before it now. */
function knownAgain(
  shard: ShardState,
  entry: JournalEntry & { kind: "deployed" },
  { instance }: Deployment,
): KnownStream[] {
  const here = new Map(shard.active.known(instance).map((known) => [known.stream, known]));
  return storedKnown(shard, entry).map((known) => known.read ? known : here.get(known.stream) ?? known);
}

export function storedKnown(shard: ShardState, entry: JournalEntry & { kind: "deployed" }): KnownStream[] {
  return joinedKnown(shard.knownAtDeployment.get(`${entry.instanceId}/${entry.deployment}`) ?? []);
}

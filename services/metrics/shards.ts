import type { EvaluationCounts } from "../../actors/evaluation/contract.ts";
import type { ShardStats } from "../../actors/runtime/types.ts";
import type { MetricFamily, Reading } from "../../domain/metric/types.ts";
import { counter, gauge } from "./family.ts";

const OUTCOMES = ["accepted", "late", "duplicate", "unbound"] as const;

/** The shards' mailboxes, from their last heartbeat. */
export function shardFamilies(shards: readonly ShardStats[]): MetricFamily[] {
  const by = readings(shards);
  return [
    gauge("andon_shard_ready", "1 while the shard answers.", by((shard) => Number(shard.ready))),
    gauge("andon_shard_actors", "Actors in memory.", by((shard) => shard.actors)),
    gauge(
      "andon_shard_queued_messages",
      "Messages that wait or are being processed.",
      by((shard) => shard.queued),
    ),
    counter("andon_shard_turns", "Turns of actors.", by((shard) => shard.turns)),
    counter(
      "andon_shard_dropped_messages",
      "Messages dropped because a queue was full.",
      by((shard) => shard.dropped),
    ),
    counter("andon_shard_replacements", "How often the shard was replaced.", by((shard) => shard.replaced)),
  ];
}

/** The evaluation of the shards, as published at most a second ago. */
export function evaluationFamilies(shards: readonly EvaluationCounts[]): MetricFamily[] {
  const by = readings(shards);
  return [
    counter(
      "andon_evaluation_offered_samples",
      "Samples that arrived at the shard, by outcome.",
      OUTCOMES.flatMap((outcome) => by((shard) => shard[outcome], { outcome })),
    ),
    counter("andon_evaluation_samples", "Samples evaluated.", by((shard) => shard.samples)),
    counter("andon_evaluation_instants", "Instants evaluated.", by((shard) => shard.instants)),
    counter("andon_evaluations", "Evaluations of a rule.", by((shard) => shard.evaluations)),
    counter("andon_transitions", "Rules that became true or false.", by((shard) => shard.transitions)),
    counter("andon_events_opened", "Rule events opened by evaluation.", by((shard) => shard.opened)),
    counter("andon_events_closed", "Rule events closed by evaluation.", by((shard) => shard.closed)),
  ];
}

/** One reading per shard. */
function readings<S extends { shard: number }>(shards: readonly S[]) {
  return (value: (shard: S) => number, labels: Record<string, string> = {}): Reading[] =>
    shards.map((each) => ({ labels: { shard: String(each.shard), ...labels }, value: value(each) }));
}

import type { ClusterMember } from "../../cluster/membership/cluster_membership.ts";
import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { gauge } from "./family.ts";

/** The members of the cluster as this process last saw them. */
export function memberFamilies(
  processes: readonly ClusterMember[],
  { self, nowMs, shardsIn }: { self: string; nowMs: Ms; shardsIn?: (process: string) => number[] },
): MetricFamily[] {
  const by = (value: (one: ClusterMember) => number) =>
    processes.map((one) => ({ labels: { process: one.id }, value: value(one) }));
  return [
    gauge("andon_process_info", "The process that reports these metrics; always 1.", [
      { labels: { process: self }, value: 1 },
    ]),
    gauge(
      "andon_process_partitions",
      "Partition leases that a process holds.",
      by((one) => one.partitions),
    ),
    ...shardsIn === undefined ? [] : [gauge(
      "andon_process_shards",
      "Shards that run in a process.",
      by((one) => shardsIn(one.id).length),
    )],
    gauge(
      "andon_process_renewed_seconds",
      "Time since a process last renewed its record; after 5 s it counts as dead.",
      by(({ renewedMs }) => Math.max(0, nowMs - renewedMs) / 1000),
    ),
  ];
}

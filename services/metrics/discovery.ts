import { CHANGE_COUNTS } from "../../domain/asset/listed_changes.ts";
import type { MetricFamily } from "../../domain/metric/types.ts";
import type { DiscoveryStatus } from "../../ports/discovery.ts";
import { gauge } from "./family.ts";

/** The discoveries of the plant. */
export function discoveryFamilies({ last, failure }: DiscoveryStatus): MetricFamily[] {
  return [
    gauge(
      "andon_discovery_last_timestamp_seconds",
      "When the plant was discovered last.",
      last === null ? null : Date.parse(last.at) / 1000,
    ),
    gauge(
      "andon_discovery_last_changes",
      "Streams that the last discovery found to differ.",
      CHANGE_COUNTS.map((change) => ({ labels: { change }, value: last?.[change] ?? 0 })),
    ),
    gauge(
      "andon_discovery_failures",
      "Discoveries that failed, since the last good one.",
      failure?.inARow ?? 0,
    ),
  ];
}

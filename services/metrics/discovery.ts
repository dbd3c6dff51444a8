import { CHANGE_COUNTS } from "../../domain/asset/listed_changes.ts";
import type { MetricFamily } from "../../domain/metric/types.ts";
import type { DiscoveryStatus } from "../../ports/discovery.ts";
import { gauge } from "./family.ts";

export interface NamedDiscovery extends DiscoveryStatus {
  /** Of the source. */
  name: string;
}

/** The discoveries of the sources. */
export function discoveryFamilies(all: readonly NamedDiscovery[]): MetricFamily[] {
  return [
    gauge(
      "andon_discovery_last_timestamp_seconds",
      "When the plant was discovered last.",
      all.flatMap(({ name, last }) =>
        last === null ? [] : [{ labels: { source: name }, value: Date.parse(last.at) / 1000 }]
      ),
    ),
    gauge(
      "andon_discovery_last_changes",
      "Streams that the last discovery found to differ.",
      all.flatMap(({ name, last }) =>
        CHANGE_COUNTS.map((change) => ({ labels: { source: name, change }, value: last?.[change] ?? 0 }))
      ),
    ),
    gauge(
      "andon_discovery_failures",
      "Discoveries that failed, since the last good one.",
      all.map(({ name, failure }) => ({ labels: { source: name }, value: failure?.inARow ?? 0 })),
    ),
  ];
}

import type { MetricFamily } from "../../domain/metric/types.ts";
import type { ConnectionStats } from "../../ports/http.ts";
import { counter, gauge } from "./family.ts";

/** The connections of clients; none where a platform owns them. */
export function connectionFamilies(stats: ConnectionStats | undefined): MetricFamily[] {
  if (stats === undefined) return [];
  return [
    gauge("andon_connections", "Open connections of clients.", stats.open),
    counter("andon_connections_accepted", "Connections accepted.", stats.accepted),
    counter("andon_connections_refused", "Connections closed at once, by reason.", [
      { labels: { reason: "total" }, value: stats.refusedByTotal },
      { labels: { reason: "address" }, value: stats.refusedByAddress },
    ]),
    counter("andon_connections_evicted", "Idle connections closed to make room for new ones.", stats.evicted),
  ];
}

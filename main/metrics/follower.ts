import type { FollowerState } from "../../cluster/cluster_node.ts";
import type { MetricsPort } from "../../routes/deps.ts";
import type { ConnectionStats } from "../http/http_server.ts";
import { connectionFamilies } from "./connections.ts";
import { counter, gauge } from "./family.ts";
import { memberFamilies } from "./members.ts";
import { processFamilies } from "./process.ts";

/** The metrics of a process while another one leads. */
export function followerMetrics(
  { membership, forwarder, sockets, hostedShards }: FollowerState,
  { token, connections }: { token: string | null; connections: () => ConnectionStats | undefined },
): MetricsPort {
  const startedMs = Date.now();
  return {
    token,
    families: () => {
      const nowMs = performance.now();
      const members = membership.members(nowMs);
      const counts = Object.entries(forwarder.counts);
      return [
        ...processFamilies({ startedMs, nowMs: Date.now() }),
        gauge("andon_processes", "Live processes that share the store, followers included.", members.length),
        ...memberFamilies(members, { self: membership.self, nowMs }),
        counter(
          "andon_forwarded_requests",
          "Requests forwarded to the leader, by outcome.",
          counts.map(([outcome, value]) => ({ labels: { outcome }, value })),
        ),
        gauge(
          "andon_forwarded_requests_waiting",
          "Forwarded requests that wait for an answer.",
          forwarder.waiting,
        ),
        gauge("andon_remote_shards", "Shards of the leader that run in this process.", hostedShards()),
        ...connectionFamilies(connections()),
        gauge("andon_push_clients", "Browsers on the push channel.", sockets()),
      ];
    },
  };
}

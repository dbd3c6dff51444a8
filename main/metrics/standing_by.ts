import type { Neighbours } from "../../domain/ownership/neighbours.ts";
import type { MetricsDoor } from "../../routes/deps.ts";
import type { HandOn } from "../hand_on/hand_on.ts";
import { counter, gauge } from "./family.ts";
import { neighbourFamilies } from "./neighbours.ts";
import { processFamilies } from "./process.ts";

export interface StandingByMetrics {
  token: string | null;
  neighbours: Neighbours;
  handOn: HandOn;
  /** Those that are passed on. */
  sockets(): number;
  /** Shards of another process that live here. */
  lent(): number;
}

/** What a process tells while another one holds the store. */
export function standingByMetrics(
  { token, neighbours, handOn, sockets, lent }: StandingByMetrics,
): MetricsDoor {
  const startedMs = Date.now();
  return {
    token,
    families: () => {
      const nowMs = performance.now();
      const processes = neighbours.all(nowMs);
      const counts = Object.entries(handOn.counts);
      return [
        ...processFamilies({ startedMs, nowMs: Date.now() }),
        gauge(
          "andon_processes",
          "Processes that live over the store, those that stand by too.",
          processes.length,
        ),
        ...neighbourFamilies(processes, { self: neighbours.self, nowMs }),
        counter(
          "andon_handed_on_requests",
          "Requests for the process that holds the store, by what became of them.",
          counts.map(([outcome, value]) => ({ labels: { outcome }, value })),
        ),
        gauge("andon_lent_shards", "Shards of another process that live in this one.", lent()),
        gauge("andon_handed_on_requests_waiting", "Requests that wait for another process.", handOn.waiting),
        gauge("andon_push_clients", "Browsers on the push channel.", sockets()),
      ];
    },
  };
}

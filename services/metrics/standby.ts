import type { ConnectionStats } from "../../ports/http.ts";
import type { MetricsPort } from "../../ports/metrics.ts";
import type { SeenProcesses } from "../../ports/processes.ts";
import { connectionFamilies } from "./connections.ts";
import { gauge } from "./family.ts";
import { processFamilies } from "./process.ts";
import { sharingFamilies } from "./processes.ts";

/** The metrics of a process while another one leads. */
export function standbyMetrics(
  { processes, obstacle }: { processes: SeenProcesses; obstacle(): string | null },
  { version, token, connections }: {
    version: string;
    token: string | null;
    connections: () => ConnectionStats | undefined;
  },
): MetricsPort {
  const startedMs = Date.now();
  return {
    token,
    families: () => {
      const nowMs = performance.now();
      return [
        ...processFamilies({ version, startedMs, nowMs: Date.now() }),
        gauge("andon_processes", "Live processes that share the store.", processes.all(nowMs).length),
        ...sharingFamilies(processes, nowMs),
        gauge(
          "andon_standby_ready",
          "1 while this process could take over; /readyz says what keeps it from that.",
          Number(obstacle() === null),
        ),
        ...connectionFamilies(connections()),
      ];
    },
  };
}

import config from "../deno.json" with { type: "json" };
import type { Processes } from "../cluster/lease/processes.ts";
import type { ListedProcess } from "../ports/processes.ts";

/** The processes that share the store, as this one sees them; `processes` is undefined for a single one. */
export function processList(processes: Processes | undefined): () => ListedProcess[] {
  if (processes === undefined) {
    return () => [{ id: "alone", program: config.version, isLeader: true, renewedSeconds: 0 }];
  }
  return () => {
    const nowMs = performance.now();
    return processes.all(nowMs).map(({ id, program, isLeader, renewedMs }) => ({
      id,
      program,
      isLeader,
      renewedSeconds: Math.max(0, nowMs - renewedMs) / 1000,
    }));
  };
}

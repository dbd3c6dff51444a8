import config from "../deno.json" with { type: "json" };
import type { Processes } from "../cluster/lease/processes.ts";
import type { SeenProcess } from "../ports/processes.ts";

/** The processes that share the store, as this one sees them; `processes` is undefined for a single one. */
export function processList(processes: Processes | undefined): () => SeenProcess[] {
  if (processes === undefined) {
    return () => [{ id: "alone", program: config.version, isLeader: true, renewedSeconds: 0 }];
  }
  return () => processes.all(performance.now());
}

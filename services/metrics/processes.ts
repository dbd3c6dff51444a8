import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { SeenProcesses } from "../../ports/processes.ts";
import { gauge } from "./family.ts";

/** The processes that share the store, as this one last saw them. */
export function sharingFamilies(processes: SeenProcesses, nowMs: Ms): MetricFamily[] {
  const all = processes.all(nowMs);
  return [
    gauge("andon_process_info", "The process that reports these metrics; always 1.", [
      { labels: { process: processes.self }, value: 1 },
    ]),
    gauge(
      "andon_process_leads",
      "1 for the process that leads.",
      all.map(({ id, isLeader }) => ({ labels: { process: id }, value: Number(isLeader) })),
    ),
    gauge(
      "andon_process_renewed_seconds",
      "Time since a process last renewed its record; after 5 s it counts as dead.",
      all.map(({ id, renewedSeconds }) => ({ labels: { process: id }, value: renewedSeconds })),
    ),
  ];
}

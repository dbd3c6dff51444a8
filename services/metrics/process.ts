import process from "node:process";
import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { counter, gauge } from "./family.ts";

/** This process; `startedMs` and `nowMs` by the wall clock. */
export function processFamilies(
  { version, startedMs, nowMs }: { version: string; startedMs: Ms; nowMs: Ms },
): MetricFamily[] {
  const { rss, heapUsed } = Deno.memoryUsage();
  const { user, system } = process.cpuUsage();
  const build = { version, deno: Deno.version.deno };
  return [
    gauge("andon_build_info", "The running version; always 1.", [{ labels: build, value: 1 }]),
    gauge("andon_uptime_seconds", "Time since the start.", Math.max(0, nowMs - startedMs) / 1000),
    gauge("andon_heap_used_bytes", "Heap of the main isolate.", heapUsed),
    gauge("process_start_time_seconds", "When the process started, since 1970.", startedMs / 1000),
    gauge("process_resident_memory_bytes", "Memory of the whole process.", rss),
    counter("process_cpu_seconds", "Processor time, user and system.", (user + system) / 1_000_000),
  ];
}

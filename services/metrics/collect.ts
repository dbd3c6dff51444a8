import { EVALUATION_COUNTS, type EvaluationCounts } from "../../actors/evaluation/contract.ts";
import type { ActorSystem } from "../../actors/runtime/types.ts";
import type { SourceStatus } from "../../actors/source/contract.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { DiscoveryPort } from "../../ports/discovery.ts";
import type { ConnectionStats } from "../../ports/http.ts";
import type { MetricsPort } from "../../ports/metrics.ts";
import type { SeenProcesses } from "../../ports/processes.ts";
import type { Storage } from "../../storage/contract.ts";
import type { HeartbeatsService } from "../heartbeats/start.ts";
import type { NotifierService } from "../notifier/start.ts";
import { connectionFamilies } from "./connections.ts";
import { coverageFamilies } from "./coverage.ts";
import { discoveryFamilies } from "./discovery.ts";
import { gauge } from "./family.ts";
import { heartbeatFamilies } from "./heartbeats.ts";
import { notificationFamilies } from "./notifications.ts";
import { processFamilies } from "./process.ts";
import { sharingFamilies } from "./processes.ts";
import { evaluationFamilies, shardFamilies } from "./shards.ts";
import { sourceFamilies } from "./source.ts";
import { storeFamilies } from "./store.ts";

export interface MetricSources {
  /** The version of the program. */
  version: string;
  storage: Storage;
  plant: { system: Pick<ActorSystem, "onPublish" | "stats">; sourceStatus(): SourceStatus };
  push: { readonly size: number };
  notifier: NotifierService;
  heartbeats: HeartbeatsService;
  discovery: DiscoveryPort;
  token: string | null;
  now: () => Ms;
  /** Undefined without AUDIT_SYSLOG. */
  auditExport: Pick<MetricsPort, "families"> | undefined;
  /** Undefined for a single process. */
  processes: SeenProcesses | undefined;
  connections: () => ConnectionStats | undefined;
}

/** All metrics except those of requests. They are read on demand; only the shards publish their counts. */
export function plantMetrics(given: MetricSources): MetricsPort {
  const { version, storage, plant, push, token, now, processes } = given;
  const startedMs = now();
  const shards = new Map<number, EvaluationCounts>();
  plant.system.onPublish(EVALUATION_COUNTS, (published) => {
    const counts = published as EvaluationCounts;
    shards.set(counts.shard, counts);
  });
  return {
    token,
    families: () => [
      ...processFamilies({ version, startedMs, nowMs: now() }),
      ...sourceFamilies(plant.sourceStatus(), now()),
      ...discoveryFamilies(given.discovery.status()),
      ...evaluationFamilies([...shards.values()].sort((a, b) => a.shard - b.shard)),
      ...coverageFamilies(storage.coverage.ofAll()),
      ...shardFamilies(plant.system.stats()),
      ...storeFamilies(storage),
      ...notificationFamilies(given.notifier, { nowMs: now() }),
      ...heartbeatFamilies(given.heartbeats, { storage, nowMs: now() }),
      ...given.auditExport?.families() ?? [],
      ...processes === undefined ? [] : sharingFamilies(processes, performance.now()),
      ...connectionFamilies(given.connections()),
      gauge("andon_push_clients", "Browsers on the push channel.", push.size),
    ],
  };
}

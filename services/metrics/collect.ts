import {
  EVALUATION_COUNTS,
  type EvaluationCounts,
  partitionNumber,
} from "../../actors/evaluation/contract.ts";
import type { ActorSystem } from "../../actors/runtime/types.ts";
import type { NamedStatus } from "../../actors/source/contract.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { BackupsPort } from "../../ports/backups.ts";
import type { DiscoveryPort } from "../../ports/discovery.ts";
import type { ConnectionStats } from "../../ports/http.ts";
import type { MetricsPort } from "../../ports/metrics.ts";
import type { SeenProcesses } from "../../ports/processes.ts";
import type { Storage } from "../../storage/contract.ts";
import type { HeartbeatsService } from "../heartbeats/start.ts";
import type { NotifierService } from "../notifier/start.ts";
import { backupFamilies } from "./backups.ts";
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
  plant: {
    system: Pick<ActorSystem, "onPublish" | "stats">;
    sourceStatuses(): readonly NamedStatus[];
  };
  push: { readonly size: number };
  notifier: NotifierService;
  heartbeats: HeartbeatsService;
  /** Undefined where nothing is backed up by itself. */
  backups: BackupsPort | undefined;
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
  const partitions = new Map<number, EvaluationCounts>();
  plant.system.onPublish(EVALUATION_COUNTS, (published) => {
    const counts = published as EvaluationCounts;
    partitions.set(partitionNumber(counts), counts);
  });
  return {
    token,
    families: () => [
      ...processFamilies({ version, startedMs, nowMs: now() }),
      ...sourceFamilies(plant.sourceStatuses(), now()),
      ...discoveryFamilies(
        plant.sourceStatuses().map(({ source: { id, name } }) => ({ name, ...given.discovery.status(id) })),
      ),
      ...evaluationFamilies(byShard(partitions.values())),
      ...coverageFamilies(storage.coverage.ofAll()),
      ...shardFamilies(plant.system.stats()),
      ...storeFamilies(storage),
      ...notificationFamilies(given.notifier, { nowMs: now() }),
      ...heartbeatFamilies(given.heartbeats, { storage, nowMs: now() }),
      ...given.backups === undefined ? [] : backupFamilies(given.backups.status(), now()),
      ...given.auditExport?.families() ?? [],
      ...processes === undefined ? [] : sharingFamilies(processes, performance.now()),
      ...connectionFamilies(given.connections()),
      gauge("andon_push_clients", "Browsers on the push channel.", push.size),
    ],
  };
}

/** The counts of each shard, of the instances of all sources together. */
function byShard(partitions: Iterable<EvaluationCounts>): EvaluationCounts[] {
  const shards = Map.groupBy(partitions, ({ shard }) => shard);
  return [...shards.values()].map((all) => all.reduce(added)).sort((a, b) => a.shard - b.shard);
}

function added(a: EvaluationCounts, b: EvaluationCounts): EvaluationCounts {
  return {
    source: a.source,
    shard: a.shard,
    accepted: a.accepted + b.accepted,
    late: a.late + b.late,
    duplicate: a.duplicate + b.duplicate,
    unbound: a.unbound + b.unbound,
    samples: a.samples + b.samples,
    instants: a.instants + b.instants,
    evaluations: a.evaluations + b.evaluations,
    transitions: a.transitions + b.transitions,
    opened: a.opened + b.opened,
    closed: a.closed + b.closed,
  };
}

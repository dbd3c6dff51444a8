import { EVALUATION, type EvaluationMessage } from "../../actors/evaluation/contract.ts";
import type { ActorSystem } from "../../actors/runtime/types.ts";
import type { NamedStatus } from "../../actors/source/contract.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { HeartbeatsPort } from "../../ports/heartbeats.ts";
import type { Storage } from "../../storage/contract.ts";
import type { NotifierService } from "../notifier/start.ts";
import { IncomingHeartbeats } from "./incoming.ts";
import { lostSourceText, OutgoingHeartbeat } from "./outgoing.ts";
import type { ServiceContext } from "../context.ts";

export interface HeartbeatsStart extends ServiceContext {
  storage: Storage;
  plant: { system: Pick<ActorSystem, "ref">; sourceStatuses(): readonly NamedStatus[] };
  /** How many shards evaluate. */
  shards: number;
  notifier: Pick<NotifierService, "notifier" | "points">;
  publicUrl: string | null;
  /** How often the shards beat; the default is a minute. */
  beatMs?: Ms;
}

/** Heartbeats in both directions, which begin when they are told to. */
export interface HeartbeatsService extends HeartbeatsPort {
  readonly incoming: IncomingHeartbeats;
  readonly outgoing: OutgoingHeartbeat;
  start(): void;
  close(): Promise<void>;
}

export function createHeartbeats(
  { storage, plant, shards, notifier, publicUrl, beatMs, ...common }: HeartbeatsStart,
): HeartbeatsService {
  const { heartbeats, contactPoints, ownConditions: conditions, store } = storage;
  const incoming = new IncomingHeartbeats({
    ...common,
    heartbeats,
    conditions,
    onPublished: (listener) => store.onPublished(listener),
  });
  const outgoing = new OutgoingHeartbeat({
    ...common,
    shards,
    heartbeats,
    contactPoints: () => contactPoints.list(),
    points: notifier.points,
    storeId: storage.id,
    publicUrl,
    beatMs,
    beat: (shard, { minuteMs, deadlineMs }) =>
      plant.system.ref<EvaluationMessage>(EVALUATION, String(shard)).ask({ type: "beat", minuteMs }, {
        deadlineMs,
      }),
    notifies: (ms) => notifier.notifier.turned(ms),
    lostSources: () => plant.sourceStatuses().flatMap(lostSource),
  });
  return {
    incoming,
    outgoing,
    status: () => outgoing.status(),
    seen: (record) => incoming.seen(record),
    beat: (name) => incoming.beat(name),
    start() {
      incoming.start();
      outgoing.start();
    },
    async close() {
      await Promise.all([incoming.close(), outgoing.close()]);
    },
  };
}

function lostSource({ source, status }: NamedStatus): string[] {
  const { state, reason, last_answer_ms: sinceMs } = status;
  return state === "lost" ? [lostSourceText({ source, reason, sinceMs })] : [];
}

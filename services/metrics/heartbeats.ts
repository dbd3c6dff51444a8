import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Storage } from "../../storage/contract.ts";
import type { HeartbeatsService } from "../heartbeats/start.ts";
import { gauge } from "./family.ts";

/** Andon's own heartbeat, and those of other systems. */
export function heartbeatFamilies(
  { incoming, outgoing }: HeartbeatsService,
  { storage: { contactPoints, heartbeats }, nowMs }: {
    storage: Pick<Storage, "contactPoints" | "heartbeats">;
    nowMs: Ms;
  },
): MetricFamily[] {
  const taken = contactPoints.list().flatMap(({ id, name, heartbeat_minutes }) => {
    const atMs = heartbeats.sent(id)?.taken_at_ms ?? null;
    if (heartbeat_minutes === null || atMs === null) return [];
    return [{ labels: { contact_point: name }, value: Math.max(0, nowMs - atMs) / 1_000 }];
  });
  return [
    gauge(
      "andon_heartbeat_sent_age_seconds",
      "Time since a contact point last took Andon's own heartbeat, by contact point.",
      taken,
    ),
    gauge(
      "andon_heartbeat_late_shards",
      "Shards without a beat in the last minute; they hold the heartbeat back.",
      outgoing.status().shards.filter(({ isLate }) => isLate).length,
    ),
    gauge("andon_heartbeats_missed", "Heartbeats of other systems that are missed.", incoming.missed),
  ];
}

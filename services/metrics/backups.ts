import type { MetricFamily } from "../../domain/metric/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { BackupsStatus } from "../../ports/backups.ts";
import { gauge } from "./family.ts";

/** Scheduled backups. Without one there are no ages. */
export function backupFamilies({ kept, failure }: BackupsStatus, nowMs: Ms): MetricFamily[] {
  const { newest, count } = kept;
  const since = (atMs: Ms | undefined) => atMs === undefined ? null : Math.max(0, nowMs - atMs) / 1_000;
  return [
    gauge("andon_backup_age_seconds", "Age of the newest scheduled backup.", since(newest?.atMs)),
    gauge(
      "andon_backup_proof_age_seconds",
      "Time since the newest scheduled backup was restored for a trial.",
      since(newest?.provedMs),
    ),
    gauge("andon_backup_bytes", "Size of the newest scheduled backup.", newest?.bytes ?? null),
    gauge("andon_backups_kept", "Scheduled backups that are kept.", count),
    gauge("andon_backup_failures", "Failures in a row of the scheduled backup.", failure?.inARow ?? 0),
  ];
}

import type { KeptBackups } from "../domain/backup/types.ts";
import type { Ms } from "../domain/shared/time.ts";

/** Scheduled backups, as they stand. */
export interface BackupsStatus {
  to: "folder" | "bucket";
  /** `unknown`: the target has not been looked at since the start. */
  state: "unknown" | "good" | "failed" | "overdue";
  isRunning: boolean;
  kept: KeptBackups;
  nextMs: Ms;
  /** The last attempt; null: it succeeded. */
  failure: { atMs: Ms; reason: string; inARow: number } | null;
}

export interface BackupsPort {
  status(): BackupsStatus;
}

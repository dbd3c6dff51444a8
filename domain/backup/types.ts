import type { Ms } from "../shared/time.ts";

/** A scheduled backup with its manifest. */
export interface KeptBackup {
  name: string;
  /** The moment whose state it holds. */
  atMs: Ms;
  bytes: number;
  /** When it was restored for a trial. */
  provedMs: Ms;
}

/** What is kept of a store's scheduled backups. */
export interface KeptBackups {
  /** Null: there is none. */
  newest: KeptBackup | null;
  count: number;
}

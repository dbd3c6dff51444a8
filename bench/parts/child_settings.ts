import type { PageSource } from "./page_source.ts";

/** What a child is told: apart, so that it loads nothing of the bench. */
export interface ChildSettings {
  dataDir: string;
  source?: PageSource["configuration"] & { wait_seconds: number };
  environment?: Record<string, string>;
  /** Tell each event at once. */
  isWatched?: boolean;
}

export const PASSWORD = "a password for the bench";

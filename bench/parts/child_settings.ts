import type { CalledOptions } from "./called.ts";
import type { PageSource } from "./page_source.ts";

/** The settings of a child; in its own file, so that the child loads nothing else of the bench. */
export interface ChildSettings {
  dataDir: string;
  source?: PageSource["configuration"] & { wait_seconds: number };
  environment?: Record<string, string>;
  /** Who is told of events. Absent: nobody. */
  called?: CalledOptions;
  /** Print each event at once. */
  isWatched?: boolean;
}

export const PASSWORD = "a password for the bench";

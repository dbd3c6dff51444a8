import type { Check } from "../../domain/shared/commit.ts";
import type { KvBackend } from "./backend.ts";
import type { DeadlineClock } from "./deadline.ts";

export type Log = (
  level: "debug" | "info" | "warn" | "error",
  message: string,
  fields: Record<string, unknown>,
) => void;

export interface StoreOptions {
  backend: KvBackend;
  random: (bytes: number) => Uint8Array;
  /** How far apart neighbouring versionstamps are: 65,536 in a local database, 1 when unknown. */
  versionstampStep?: number;
  log?: Log;
  /** How long one call may take. The default is 5,000. */
  callDeadlineMs?: number;
  /** By which deadlines run; the default is the machine's. */
  clock?: DeadlineClock;
  /** Stands in every commit on a lane: it fails once another process writes in our place. */
  fence?: Check;
  /** False while another process may write in our place: what is in memory may be old. */
  isValid?: () => boolean;
  /** Called at the closing, when everything is settled and before the handle is closed. */
  settled?: () => Promise<void>;
  /** How many turns may wait in one lane. The default is 10,000. */
  laneQueue?: number;
}

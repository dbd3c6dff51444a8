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
  /** How many turns may wait in one lane. The default is 10,000. */
  laneQueue?: number;
}

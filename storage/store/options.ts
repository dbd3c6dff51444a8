import type { Check } from "../../domain/shared/commit.ts";
import type { Log } from "../../domain/shared/log.ts";
import type { KvBackend } from "./backend.ts";
import type { DeadlineClock } from "./deadline.ts";

export interface StoreOptions {
  backend: KvBackend;
  random: (bytes: number) => Uint8Array;
  /** The difference of consecutive versionstamps: 65,536 in a local database, 1 when unknown. */
  versionstampStep?: number;
  log?: Log;
  /** How long one call may take. The default is 5,000. */
  callDeadlineMs?: number;
  /** The clock of deadlines; the default is the machine's. */
  clock?: DeadlineClock;
  /** Checked by every commit on a lane, which fails once another process leads. */
  fence?: Check;
  /** Whether the lease is valid. If not, another process may lead, and memory may be out of date. */
  isValid?: () => boolean;
  /** Called on close, when everything is settled and before the handle is closed. */
  settled?: () => Promise<void>;
  /** How many commits may wait in one lane. The default is 10,000. */
  laneQueue?: number;
}

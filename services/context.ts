import type { After } from "../concurrency/after.ts";
import type { Log } from "../domain/shared/log.ts";
import type { Ms } from "../domain/shared/time.ts";

/** What everything that runs by itself is given. */
export interface ServiceContext {
  now: () => Ms;
  after: After;
  log: Log;
}

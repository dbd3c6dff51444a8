import type { Ms } from "../domain/shared/time.ts";

/** Calls back once after a time; the returned function cancels it. */
export type After = (ms: Ms, call: () => void) => () => void;

/** Options of the removal of old records. */
export interface RetentionOptions {
  /** How long closed events are kept after their end, and entries of AI logs; null: they never expire. */
  eventDays: number | null;
  /** The same for audit entries. */
  auditDays: number | null;
  /** The same for deliveries of notifications. Absent: they never expire. */
  notificationDays?: number | null;
  /** The default is the isolate's own timers. */
  after?: After;
}

export interface PackingOptions {
  /** How many shards share the instances. */
  shards: number;
  /** A block is packed once it has not been written to for this time. The default is 5,000 ms. */
  quietMs?: Ms;
  /** The default is the isolate's own timers. */
  after?: After;
}

/** Keeps the records packed that every start reads. */
export interface Packing {
  /**
   * Packs the blocks that were not written to for `quietMs`, and returns how many. It also runs repeatedly on
   * its own.
   */
  run(quietMs?: Ms): Promise<number>;
}

/** The numbers of removed records. */
export interface Retained {
  events: number;
  audits: number;
}

export interface Retention {
  /** Removes old records now, or joins the run under way. */
  run(): Promise<Retained>;
  /** Ends the runs after the step under way. */
  close(): Promise<void>;
}

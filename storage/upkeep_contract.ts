import type { Ms } from "../domain/shared/time.ts";

/** Calls back once after a time; the answer cancels it. */
export type After = (ms: Ms, call: () => void) => () => void;

/** What the storage does beside what it is asked for. */
export interface RetentionOptions {
  /** How long a closed event is kept after its end, and an AI log's entry; null: for ever. */
  eventDays: number | null;
  /** The same for audit entries. */
  auditDays: number | null;
  /** The default is the isolate's own timers. */
  after?: After;
}

export interface PackingOptions {
  /** How many shards share the instances. */
  shards: number;
  /** How long nobody must have written to a block before it is packed. The default is 5,000 ms. */
  quietMs?: Ms;
  /** The default is the isolate's own timers. */
  after?: After;
}

/** Keeps records packed that a start needs all of. */
export interface Packing {
  /** Packs what nobody has written to for so long; answers how many blocks. It is run again and again by itself. */
  run(quietMs?: Ms): Promise<number>;
}

/** What a run of retention removed. */
export interface Retained {
  events: number;
  audits: number;
}

export interface Retention {
  /** Removes what is too old now; a run that is under way is joined. */
  run(): Promise<Retained>;
  /** Ends the runs; the step under way is waited for. */
  close(): Promise<void>;
}

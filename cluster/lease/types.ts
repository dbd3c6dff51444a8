import type { Ms } from "../../domain/shared/time.ts";

/** What a process tells the others about itself. */
export interface ProcessFacts {
  /** The version of its program, for people. */
  program: string;
  /** The newest schema of a store that its program supports. */
  schema: number;
}

/** The record of a running process, which it renews again and again. */
export interface ProcessRecord extends Partial<ProcessFacts> {
  v: 1;
  /** When the record expires, by the clock of its process. */
  untilMs: Ms;
}

/** The lease on the store. It is written only when a process claims or releases it. */
export interface EpochRecord {
  v: 1;
  epoch: number;
  /** The id of the process that holds the lease; null: none. */
  holder: string | null;
}

/** A process's record with its versionstamp. */
export interface SeenRecord extends Omit<ProcessRecord, "v"> {
  versionstamp: string;
}

/** The lease and the records of all processes, with their versionstamps. */
export interface LeaseView {
  processes: ReadonlyMap<string, SeenRecord>;
  /** Undefined before the first claim. */
  lease: { record: EpochRecord; versionstamp: string } | undefined;
}

/** The observer's own time: a monotonic clock, and the wall clock that expiry times are written by. */
export interface ObservedTime {
  steadyMs: Ms;
  wallMs: Ms;
}

import type { Ms } from "../../domain/shared/time.ts";

/** The record of a running process, which it renews again and again. */
export interface ProcessRecord {
  v: 1;
  /** When the record expires, by the clock of its process. */
  untilMs: Ms;
  /** Counts the renewals. Absent: a program that does not forward requests. */
  beat?: number;
  /** `10.0.0.7:41234`, where other members reach it. Absent: nowhere. */
  address?: string;
  /** The program's version. Absent: it hosts no remote shards. */
  program?: string;
}

/** The lease on a partition. It is written only when a process claims or releases the partition. */
export interface EpochRecord {
  v: 1;
  epoch: number;
  /** The id of the process that holds the lease; null: none. */
  holder: string | null;
}

/** A process's record with its versionstamp. */
export interface SeenProcess extends Omit<ProcessRecord, "v"> {
  versionstamp: string;
}

/** All records of processes and leases, with their versionstamps. */
export interface LeaseView {
  processes: ReadonlyMap<string, SeenProcess>;
  epochs: ReadonlyMap<number, { record: EpochRecord; versionstamp: string }>;
}

/** The observer's own time: a monotonic clock, and the wall clock that expiry times are written by. */
export interface ObservedTime {
  steadyMs: Ms;
  wallMs: Ms;
}

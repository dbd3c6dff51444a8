import type { Ms } from "../../domain/shared/time.ts";

/** A running process, as it makes itself known: it rewrites its record again and again. */
export interface ProcessRecord {
  v: 1;
  /** Until when the record is good, by the clock of its process. */
  untilMs: Ms;
  /** Counts the renewals. Absent: a program that hands nothing on. */
  beat?: number;
  /** `10.0.0.7:41234`, where other processes reach it. Absent: they do not. */
  address?: string;
  /** The program's version. Absent: it lends no workers. */
  program?: string;
}

/** Who holds a partition. It is written by whoever takes the partition or gives it back, and never in between. */
export interface EpochRecord {
  v: 1;
  epoch: number;
  /** The process's id; null: nobody. */
  holder: string | null;
}

/** A process's record, with the versionstamp that it stands under. */
export interface SeenProcess extends Omit<ProcessRecord, "v"> {
  versionstamp: string;
}

/** What stands in the store, with the versionstamps that it stands under. */
export interface LeaseView {
  processes: ReadonlyMap<string, SeenProcess>;
  epochs: ReadonlyMap<number, { record: EpochRecord; versionstamp: string }>;
}

/** The watcher's own time: one clock that nobody sets, and the clock that deadlines are written by. */
export interface ObservedTime {
  steadyMs: Ms;
  wallMs: Ms;
}

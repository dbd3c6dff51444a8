import type { Ms } from "../shared/time.ts";

/** A running process, as it makes itself known: it rewrites its record again and again. */
export interface ProcessRecord {
  v: 1;
  /** Until when the record is good, by the clock of its process. */
  untilMs: Ms;
}

/** Who holds a partition. It is written by whoever takes the partition or gives it back, and never in between. */
export interface EpochRecord {
  v: 1;
  epoch: number;
  /** The process's id; null: nobody. */
  holder: string | null;
}

/** What stands in the store, with the versionstamps that it stands under. */
export interface OwnershipView {
  processes: ReadonlyMap<string, { untilMs: Ms; versionstamp: string }>;
  epochs: ReadonlyMap<number, { record: EpochRecord; versionstamp: string }>;
}

/** The watcher's own time: one clock that nobody sets, and the clock that deadlines are written by. */
export interface OwnershipTime {
  steadyMs: Ms;
  wallMs: Ms;
}

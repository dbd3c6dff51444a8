import type { Ms } from "../domain/shared/time.ts";

/** A process that shares the store. */
export interface ListedProcess {
  id: string;
  /** The version of its program; null: not known. */
  program: string | null;
  isLeader: boolean;
  /** Time since it last renewed its record. */
  renewedSeconds: number;
}

/** A process that shares the store, as another one sees it. */
export interface SeenProcess {
  id: string;
  /** The version of its program; null: not known. */
  program: string | null;
  isLeader: boolean;
  /** When its record last changed, by the observer's monotonic clock. */
  renewedMs: Ms;
}

/** What a process knows of those that share the store. */
export interface SeenProcesses {
  /** The id of the process itself. */
  readonly self: string;
  /** The live processes, by id; none while they are not known. */
  all(nowMs: Ms): SeenProcess[];
}

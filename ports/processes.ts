import type { Ms } from "../domain/shared/time.ts";

/** A process that shares the store. */
export interface SeenProcess {
  id: string;
  /** The version of its program; null: not known. */
  program: string | null;
  isLeader: boolean;
  /** Time since it last renewed its record. */
  renewedSeconds: number;
}

/** What a process knows of those that share the store. */
export interface SeenProcesses {
  /** The id of the process itself. */
  readonly self: string;
  /** The live processes, by id; none while they are not known. `nowMs`: by the monotonic clock. */
  all(nowMs: Ms): SeenProcess[];
}

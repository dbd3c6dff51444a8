import type { DeployedInstance, LateSpan } from "../../domain/evaluation/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";

/** A change of the past that is yet to be judged, as it is stored: of a stream, or of one instance alone. */
export interface WantedCorrection {
  v: 1;
  touched: { stream: number } | { instance: number };
  from: Ticks;
  to: Ticks;
}

export interface Wanted extends WantedCorrection {
  /** The instances that are still to be judged anew; null: all that are touched. */
  left: Set<number> | null;
}

/** What a job is to judge anew. */
export interface Assignment {
  instances: DeployedInstance[];
  late: LateSpan[];
  /** What is done when the job is. */
  done: { text: string; wanted: Wanted; whole: boolean }[];
}

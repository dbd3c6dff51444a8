import type { DeployedInstance, LateSpan } from "../../domain/evaluation/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";

/** A requested correction, as stored: of all instances of a stream, or of one instance. */
export interface WantedCorrection {
  v: 1;
  touched: { stream: number } | { instance: number };
  from: Ticks;
  to: Ticks;
}

export interface Wanted extends WantedCorrection {
  /** The instances not corrected yet; null: all affected ones. */
  left: Set<number> | null;
}

/** The instances and late spans of one correction job. */
export interface Assignment {
  instances: DeployedInstance[];
  late: LateSpan[];
  /** The requests that this job completes; `whole`: for all of their instances. */
  done: { text: string; wanted: Wanted; whole: boolean }[];
}

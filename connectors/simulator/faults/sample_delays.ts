import { type Ticks, ticksOfSeconds } from "../../../domain/shared/time.ts";
import { uniform } from "../chance.ts";
import { type StreamFault, takes } from "./stream_fault.ts";

const DRAW_OF_LENGTH = 0x3c6ef372;

/** How long after it was made a sample arrives. */
export function lateness(faults: readonly StreamFault[], made: Ticks): Ticks {
  let late = 0;
  for (const fault of faults) {
    if (fault.spec.kind !== "late" || !takes(fault, made)) continue;
    late += Math.floor(uniform(fault.seed ^ DRAW_OF_LENGTH, made) * ticksOfSeconds(fault.spec.up_to_seconds));
  }
  return late;
}

/** When a sample is given once more. */
export function reachedTwice(
  faults: readonly StreamFault[],
  sample: { made: Ticks; arrived: Ticks },
): Ticks[] {
  const again: Ticks[] = [];
  for (const fault of faults) {
    if (fault.spec.kind !== "duplicate" || !takes(fault, sample.made)) continue;
    again.push(sample.arrived + ticksOfSeconds(fault.spec.delay_seconds));
  }
  return again;
}

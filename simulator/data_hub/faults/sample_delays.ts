import { type Ticks, ticksOfSeconds } from "../../../domain/shared/time.ts";
import { uniform } from "../pseudo_random.ts";
import { affectsSample, type StreamFault } from "./stream_fault.ts";

const DELAY_SEED = 0x3c6ef372;

/** The delay between a sample's measurement and its arrival. */
export function arrivalDelay(faults: readonly StreamFault[], measuredAt: Ticks): Ticks {
  let delay = 0;
  for (const fault of faults) {
    if (fault.spec.kind !== "late" || !affectsSample(fault, measuredAt)) continue;
    delay += Math.floor(
      uniform(fault.seed ^ DELAY_SEED, measuredAt) * ticksOfSeconds(fault.spec.up_to_seconds),
    );
  }
  return delay;
}

/** The times at which a sample arrives again. */
export function duplicateTimes(
  faults: readonly StreamFault[],
  sample: { measuredAt: Ticks; arrived: Ticks },
): Ticks[] {
  const again: Ticks[] = [];
  for (const fault of faults) {
    if (fault.spec.kind !== "duplicate" || !affectsSample(fault, sample.measuredAt)) continue;
    again.push(sample.arrived + ticksOfSeconds(fault.spec.delay_seconds));
  }
  return again;
}

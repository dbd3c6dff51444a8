import { type Ticks, ticksOfSeconds } from "../../../domain/shared/time.ts";
import { uniform } from "../pseudo_random.ts";
import type { StreamFault } from "./stream_fault.ts";

/** A range of indexes, both ends included, that is removed at a time. */
export interface Removal {
  from: number;
  to: number;
  at: Ticks;
}

interface WindowGrid {
  length: Ticks;
  delay: Ticks;
  share: number;
}

/** A fault that removes windows divides its time into windows of equal length and removes a drawn share of them. */
function gridOf({ spec }: StreamFault): WindowGrid | undefined {
  if (spec.kind !== "correction" || spec.operation !== "remove_window") return undefined;
  const length = ticksOfSeconds(spec.window_seconds);
  return { length, delay: ticksOfSeconds(spec.delay_seconds), share: spec.share };
}

function removal(fault: StreamFault, grid: WindowGrid, number: number): Removal | undefined {
  const from = fault.from + 1 + number * grid.length;
  const to = from + grid.length - 1;
  if (number < 0 || to > fault.to || uniform(fault.seed, number) >= grid.share) return undefined;
  return { from, to, at: to + grid.delay };
}

/** The removal of the sample at an index, or undefined. */
export function removalOf(fault: StreamFault, index: number): Removal | undefined {
  const grid = gridOf(fault);
  if (grid === undefined) return undefined;
  return removal(fault, grid, Math.floor((index - fault.from - 1) / grid.length));
}

/** The removals in (after, to]. */
export function* removalsBetween(
  faults: readonly StreamFault[],
  due: { after: Ticks; to: Ticks },
): Generator<Removal> {
  for (const fault of faults) {
    const grid = gridOf(fault);
    if (grid === undefined) continue;
    const numberOf = (at: Ticks) => Math.floor((at - grid.delay - fault.from) / grid.length) - 1;
    const last = numberOf(Math.min(due.to, fault.to + grid.delay));
    for (let number = Math.max(0, numberOf(due.after)); number <= last; number++) {
      const found = removal(fault, grid, number);
      if (found !== undefined && found.at > due.after && found.at <= due.to) yield found;
    }
  }
}

import { type Ticks, ticksOfSeconds } from "../../../domain/shared/time.ts";
import { uniform } from "../chance.ts";
import type { StreamFault } from "./stream_fault.ts";

/** A stretch of indexes, both ends included, that is taken away at a moment. */
export interface Removal {
  from: number;
  to: number;
  at: Ticks;
}

interface Pieces {
  length: Ticks;
  delay: Ticks;
  share: number;
}

/** A fault that removes windows cuts its time into pieces and takes a drawn share of the whole ones. */
function piecesOf({ spec }: StreamFault): Pieces | undefined {
  if (spec.kind !== "correction" || spec.operation !== "remove_window") return undefined;
  const length = ticksOfSeconds(spec.window_seconds);
  return { length, delay: ticksOfSeconds(spec.delay_seconds), share: spec.share };
}

function removal(fault: StreamFault, pieces: Pieces, number: number): Removal | undefined {
  const from = fault.from + 1 + number * pieces.length;
  const to = from + pieces.length - 1;
  if (number < 0 || to > fault.to || uniform(fault.seed, number) >= pieces.share) return undefined;
  return { from, to, at: to + pieces.delay };
}

/** What takes the sample at an index away; undefined: nothing does. */
export function removalOf(fault: StreamFault, index: number): Removal | undefined {
  const pieces = piecesOf(fault);
  if (pieces === undefined) return undefined;
  return removal(fault, pieces, Math.floor((index - fault.from - 1) / pieces.length));
}

/** What is taken away after one moment and up to another. */
export function* removalsBetween(
  faults: readonly StreamFault[],
  due: { after: Ticks; to: Ticks },
): Generator<Removal> {
  for (const fault of faults) {
    const pieces = piecesOf(fault);
    if (pieces === undefined) continue;
    const numberOf = (at: Ticks) => Math.floor((at - pieces.delay - fault.from) / pieces.length) - 1;
    const last = numberOf(Math.min(due.to, fault.to + pieces.delay));
    for (let number = Math.max(0, numberOf(due.after)); number <= last; number++) {
      const found = removal(fault, pieces, number);
      if (found !== undefined && found.at > due.after && found.at <= due.to) yield found;
    }
  }
}

import type { Ticks } from "../../../domain/shared/time.ts";
import { TICKS_PER_MS } from "../../../domain/shared/time.ts";
import type { Cadence } from "../cadence.ts";

/** Limits a cadence to the times in (after, to]. */
export function clipped(cadence: Cadence, span: { after: Ticks; to: Ticks }): Cadence {
  return {
    perSecond: cadence.perSecond,
    *forward(from, to) {
      const [first, last] = [Math.max(from, span.after + 1), Math.min(to, span.to)];
      if (first <= last) yield* cadence.forward(first, last);
    },
    *backward(from, to) {
      const [first, last] = [Math.max(from, span.after + 1), Math.min(to, span.to)];
      if (first <= last) yield* cadence.backward(first, last);
    },
  };
}

const STEPS: readonly Ticks[] = [0, 3, 7];

/** Three samples within one millisecond at each time: their times differ only in ticks of 100 ns. */
export function threefold(cadence: Cadence): Cadence {
  const timesOf = (sampleTime: Ticks) => {
    const start = Math.floor(sampleTime / TICKS_PER_MS) * TICKS_PER_MS;
    return STEPS.map((step) => start + step);
  };
  const within = (times: Ticks[], from: Ticks, to: Ticks) => times.filter((at) => at >= from && at <= to);
  return {
    perSecond: cadence.perSecond * STEPS.length,
    *forward(from, to) {
      for (const sampleTime of cadence.forward(from - TICKS_PER_MS, to + TICKS_PER_MS)) {
        yield* within(timesOf(sampleTime), from, to);
      }
    },
    *backward(from, to) {
      for (const sampleTime of cadence.backward(from - TICKS_PER_MS, to + TICKS_PER_MS)) {
        yield* within(timesOf(sampleTime), from, to).reverse();
      }
    },
  };
}

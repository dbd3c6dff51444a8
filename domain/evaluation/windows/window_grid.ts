import { type Ticks, TICKS_PER_SECOND } from "../../shared/time.ts";

/** Ticks count from 2020, but grids count from 1970. */
const TICKS_1970_TO_2020 = 1_577_836_800n * BigInt(TICKS_PER_SECOND);

/** The times at which a window is always evaluated: multiples of `step` since 1970. */
export interface WindowGrid {
  step: Ticks;
  /** Distance of 2020 from the last multiple before it. */
  phase: Ticks;
}

/** The grid of a window: its step is a tenth of the window, at least 1 s. */
export function gridOf(window: Ticks): WindowGrid {
  const step = Math.max(TICKS_PER_SECOND, Math.round(window / 10));
  return { step, phase: Number(TICKS_1970_TO_2020 % BigInt(step)) };
}

/** The first time of the grid after `after`; Infinity for an infinite time. */
export function nextOnGrid({ step, phase }: WindowGrid, after: Ticks): Ticks {
  if (!Number.isFinite(after)) return Infinity;
  const past = (after + phase) % step;
  return after + step - (past < 0 ? past + step : past);
}

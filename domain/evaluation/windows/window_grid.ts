import { type Ticks, TICKS_PER_SECOND } from "../../shared/time.ts";

/** Ticks count from 2020; the multiples that a window is judged at count from 1970. */
const TICKS_1970_TO_2020 = 1_577_836_800n * BigInt(TICKS_PER_SECOND);

/** The times at which a window is judged whatever comes: multiples of `step` since 1970. */
export interface WindowGrid {
  step: Ticks;
  /** How far 2020 lies past a multiple. */
  phase: Ticks;
}

/** Those of max(1 s, a tenth of the window). */
export function gridOf(window: Ticks): WindowGrid {
  const step = Math.max(TICKS_PER_SECOND, Math.round(window / 10));
  return { step, phase: Number(TICKS_1970_TO_2020 % BigInt(step)) };
}

/** The first of them after `after`; Infinity after an infinite time. */
export function nextOnGrid({ step, phase }: WindowGrid, after: Ticks): Ticks {
  if (!Number.isFinite(after)) return Infinity;
  const past = (after + phase) % step;
  return after + step - (past < 0 ? past + step : past);
}

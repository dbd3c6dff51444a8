import { sawtooth } from "../curves.ts";
import { gauge, type PlannedStream, type UnitRef } from "./instruments.ts";
import { MINUTE, SECOND } from "./machine.ts";

/** Every filter of the plant is flushed once per period, each at its own phase. */
export const FOULING_PERIOD_MS = 10 * MINUTE;

/** A pressure drop that rises from 0.40 to 1.20 bar and resets when the filter is flushed. */
export function fouling(
  unit: UnitRef,
  leaf: string,
  options: { description: string; phase: number },
): PlannedStream {
  return gauge(unit, leaf, {
    description: options.description,
    uom: "bar",
    everyMs: 5 * SECOND,
    value: (ms) => 0.4 + 0.8 * sawtooth(ms, { periodMs: FOULING_PERIOD_MS, phase: options.phase }),
    noise: 0.012,
    decimals: 3,
  });
}

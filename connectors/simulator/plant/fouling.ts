import { sawtooth } from "../curves.ts";
import { gauge, type LineMember, type PlannedStream } from "./instruments.ts";
import { MINUTE, SECOND } from "./machine.ts";

/** All filters of the plant are flushed once in this time, at phases spread over it. */
export const FOULING_PERIOD_MS = 10 * MINUTE;

/** A pressure drop that climbs from 0.40 to 1.20 bar and falls back when the filter is flushed. */
export function fouling(
  place: LineMember,
  leaf: string,
  options: { description: string; phase: number },
): PlannedStream {
  return gauge(place, leaf, {
    description: options.description,
    uom: "bar",
    everyMs: 5 * SECOND,
    value: (ms) => 0.4 + 0.8 * sawtooth(ms, { periodMs: FOULING_PERIOD_MS, phase: options.phase }),
    noise: 0.012,
    decimals: 3,
  });
}

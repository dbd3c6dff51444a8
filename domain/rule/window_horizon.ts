import type { BoundComparison } from "../evaluation/types.ts";
import type { Issue } from "../shared/refusal.ts";
import { TICKS_PER_SECOND } from "../shared/time.ts";
import { RULE_LIMITS } from "./limits.ts";

const HOUR_SECONDS = 3_600;

/** The length of a comparison's window in seconds; undefined: it has none, or a stream gives it. */
export function windowSecondsOf(
  { operator, window, operands: [value] }: BoundComparison,
): number | undefined {
  if (window !== undefined) return window / TICKS_PER_SECOND;
  if (operator !== "flat_for" || value === undefined || !("literal" in value)) return undefined;
  return Number(value.literal);
}

/** A long window is a problem where late data is not looked for as far back. */
export function horizonIssues(
  comparison: BoundComparison,
  { path, correctionHorizonHours }: { path: string; correctionHorizonHours: number | undefined },
): Issue[] {
  const seconds = windowSecondsOf(comparison) ?? 0;
  if (correctionHorizonHours === undefined || comparison.stream < 0) return [];
  const horizonSeconds = correctionHorizonHours * HOUR_SECONDS;
  if (seconds <= RULE_LIMITS.freeWindowSeconds || seconds <= horizonSeconds) return [];
  return [{
    path: `${path}.${comparison.window === undefined ? "value" : "window_seconds"}`,
    message: `A window of ${seconds} s is longer than the correction horizon of ${horizonSeconds} s; ` +
      `take a shorter window, or set correction_horizon_hours to ${Math.ceil(seconds / HOUR_SECONDS)}`,
  }];
}

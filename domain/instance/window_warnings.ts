import { comparisonsOf } from "../evaluation/evaluating/program.ts";
import type { BoundRule } from "../evaluation/types.ts";
import { needOf } from "../evaluation/windows/compile_window.ts";
import { RULE_LIMITS } from "../rule/limits.ts";
import { windowSecondsOf } from "../rule/window_horizon.ts";
import type { UnitWarning } from "./schema.ts";

/** A shorter window holds too many samples only at more than 100 a second. */
const LEAST_SECONDS = 1_000;
/** A rate that is measured over some minutes is not more exact. */
const RATE_DIGITS = 2;

/** A window that holds the samples of a stream. */
export interface LongWindow {
  ruleId: string;
  stream: number;
  seconds: number;
}

/** The windows that may become too full. */
export function longWindows(rules: readonly BoundRule[]): LongWindow[] {
  return rules.flatMap(({ ruleId, expression }) =>
    comparisonsOf(expression).flatMap((comparison): LongWindow[] => {
      const { stream } = comparison, seconds = windowSecondsOf(comparison) ?? 0;
      const holdsSamples = stream >= 0 && (needOf(comparison)?.track ?? null) !== null;
      return holdsSamples && seconds >= LEAST_SECONDS ? [{ ruleId, stream, seconds }] : [];
    })
  );
}

/** The windows that hold too many samples at the rate (samples a second) at which a stream brought them lately. */
export function windowWarnings(
  windows: readonly LongWindow[],
  { rateOf, nameOf }: {
    rateOf: (stream: number) => number | undefined;
    nameOf: (stream: number) => string;
  },
): UnitWarning[] {
  const most = RULE_LIMITS.windowSamples;
  return windows.flatMap(({ ruleId, stream, seconds }) => {
    const rate = Number((rateOf(stream) ?? 0).toPrecision(RATE_DIGITS)), count = Math.round(rate * seconds);
    if (count <= most) return [];
    const text =
      `Stream "${nameOf(stream)}" brings about ${rate} samples a second, ${count} in ${seconds} s; ` +
      `a window of more than ${most} is UNKNOWN. Take at most ${Math.floor(most / rate)} s`;
    return [{ rule_id: ruleId, text }];
  });
}

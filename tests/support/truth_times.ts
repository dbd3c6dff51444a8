/** The times at which the truth of some comparisons can be another than before. */
import type { BoundComparison } from "../../domain/evaluation/types.ts";
import { type Ticks, ticksOfSeconds } from "../../domain/shared/time.ts";
import { operandStreamsOf, streamsOf } from "./reference_truth.ts";
import { isBelievable, type Values } from "./reference_values.ts";
import { hasGrid, isOfHeldValues, windowTimer } from "./reference_windows.ts";

/**
 * After the deployment, up to the time of `values`, in order. Between those of `stale_for`, `flat_for`, `changed` and
 * `changed_by` there may be some at which nothing changes; of all others they are the very instants.
 */
export function truthTimes(
  comparisons: readonly BoundComparison[],
  values: Values,
  deployedAt: Ticks,
): Ticks[] {
  const times = comparisons.flatMap((comparison) => [
    ...streamsOf(comparison).flatMap((stream) => values.samples(stream).map((sample) => sample.time)),
    ...ageTimes(comparison, values),
    ...ownTimes(comparison, values),
  ]);
  return [...new Set([deployedAt, ...times])].filter((at) => at >= deployedAt && at <= values.at)
    .sort((a, b) => a - b);
}

/** A value that is not believed does not grow old. */
function ageTimes(comparison: BoundComparison, values: Values): Ticks[] {
  const { stream, maxAge, acceptUncertain } = comparison;
  const own = isOfHeldValues(comparison) ? [{ stream, maxAge }] : [];
  return [...own, ...operandStreamsOf(comparison)].filter((each) => each.stream > 0 && each.maxAge > 0)
    .flatMap((each) => {
      const list = values.samples(each.stream);
      return list.flatMap((sample, i) => {
        const at = sample.time + each.maxAge;
        const isHeld = isBelievable(sample, { stream: each.stream, acceptUncertain }, values);
        return isHeld && at < (list[i + 1]?.time ?? Infinity) ? [at] : [];
      });
    });
}

function ownTimes(comparison: BoundComparison, values: Values): Ticks[] {
  const { deployedAt, at: until } = values;
  if (hasGrid(comparison)) {
    const times: Ticks[] = [];
    const next = (last: Ticks) => windowTimer(comparison, values, last);
    for (let at = next(deployedAt); at <= until; at = next(at)) times.push(at);
    return times;
  }
  const widths = widthsOf(comparison, values);
  const edges = values.samples(comparison.stream).map((sample) => sample.time);
  const aged = edges.map((at) => at + comparison.maxAge);
  return [...edges, ...aged, deployedAt].flatMap((at) => widths.map((width) => at + width));
}

/** How long `changed`, `stale_for` and `flat_for` look back, whatever their operand's stream ever was. */
function widthsOf(
  { operator, window = 0, operands: [value] }: BoundComparison,
  { samples }: Values,
): Ticks[] {
  if (operator === "changed" || operator === "changed_by") return [window];
  if ((operator !== "stale_for" && operator !== "flat_for") || value === undefined) return [];
  const lengths = "literal" in value ? [value.literal] : samples(value.stream).map((sample) => sample.value);
  return lengths.map((length) => ticksOfSeconds(Number(length))).filter(Number.isFinite);
}

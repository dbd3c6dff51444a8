/** The operators with windows, each as its line of the table says, by scanning every sample. Slow on purpose. */
import type { BoundComparison } from "../../domain/evaluation/types.ts";
import type { Sample } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND, ticksOfSeconds } from "../../domain/shared/time.ts";
import { type Fraction, fraction, minus, over, sum, times } from "./fraction.ts";
import { heldOperand, heldValue, isBelievable, type Truth, type Values } from "./reference_values.ts";

const OVER_TIME = [
  ...["changed", "stale_for", "flat_for", "rate_above", "rate_below", "avg_above", "avg_below"] as const,
  ...["stddev_above", "min_below", "max_above", "count_above"] as const,
];
export type OverTime = typeof OVER_TIME[number];

export function isOverTime({ operator }: BoundComparison): boolean {
  return OVER_TIME.some((name) => name === operator);
}

/** Whether the operator needs more than the newest sample. */
export function looksBack(comparison: BoundComparison): boolean {
  return isOverTime(comparison) && comparison.operator !== "stale_for";
}

/** Whether the operator has instants at multiples of max(1 s, w/10) too. */
export function hasGrid(comparison: BoundComparison): boolean {
  return isOverTime(comparison) && !["changed", "stale_for", "flat_for"].includes(comparison.operator);
}

/** Whether the operator uses values held over time, so that their ages matter. */
export function isOfHeldValues({ operator }: BoundComparison): boolean {
  return !["changed", "stale_for", "rate_above", "rate_below", "count_above"].includes(operator);
}

export function windowTruth(comparison: BoundComparison, values: Values, latched: boolean): Truth {
  if (!values.isRead(comparison.stream)) return "unknown";
  if (looksBack(comparison) && !values.isFilled(comparison.stream)) return "unknown";
  const [operand] = comparison.operands;
  const value = operand === undefined ? 0 : heldOperand(operand, comparison, values);
  if (value === undefined) return "unknown";
  switch (comparison.operator) {
    case "changed":
      return changed(comparison, values);
    case "stale_for": {
      const newest = values.newest(comparison.stream)?.time ?? values.deployedAt;
      return known(values.at - newest >= ticksOfSeconds(Number(value)));
    }
    case "flat_for":
      return flat(comparison, values, ticksOfSeconds(Number(value)));
    default: {
      const d = latched ? comparison.deadband : 0;
      const isBelow = comparison.operator.endsWith("_below");
      const difference = differenceFrom(isBelow ? Number(value) + d : Number(value) - d, comparison, values);
      return difference === undefined ? "unknown" : known(isBelow ? difference < 0n : difference > 0n);
    }
  }
}

const known = (truth: boolean): Truth => truth ? "true" : "false";
const widthOf = (comparison: BoundComparison): Ticks => comparison.window ?? ticksOfSeconds(60);

function believed(comparison: BoundComparison, values: Values): Sample[] {
  return values.samples(comparison.stream).filter((sample) => isBelievable(sample, comparison, values));
}

function changed(comparison: BoundComparison, values: Values): Truth {
  const [newest, before] = believed(comparison, values).toReversed();
  if (newest === undefined) return "unknown";
  if (before === undefined) return "false";
  return known(newest.value !== before.value && values.at - newest.time < widthOf(comparison));
}

function flat(comparison: BoundComparison, values: Values, width: Ticks): Truth {
  if (width <= 0) return "unknown";
  const { spans, inForce, isHeldAtEnd } = heldIn(comparison, values, width);
  if (!isHeldAtEnd || spans.reduce((sum, { length }) => sum + length, 0) < width) return "unknown";
  return known(Math.max(...inForce) - Math.min(...inForce) <= comparison.tolerance);
}

/** Above 0 where what the operator measures is above `limit`; undefined: UNKNOWN. */
function differenceFrom(limit: number, comparison: BoundComparison, values: Values): bigint | undefined {
  const width = widthOf(comparison);
  const compare = (x: number) => x > limit ? 1n : x < limit ? -1n : 0n;
  const inWindow = believed(comparison, values).filter((sample) => sample.time > values.at - width);
  switch (comparison.operator) {
    case "count_above": {
      const above = comparison.limit && heldOperand(comparison.limit, comparison, values);
      return above === undefined ? undefined : compare(inWindow.filter(({ value }) => value! > above).length);
    }
    case "rate_above":
    case "rate_below": {
      const oldest = inWindow.at(0), newest = inWindow.at(-1);
      if (oldest === undefined || newest === undefined || inWindow.length < 2) return undefined;
      if (newest.time - oldest.time < width / 2) return undefined;
      const seconds = (newest.time - oldest.time) / TICKS_PER_SECOND;
      return compare((Number(newest.value) - Number(oldest.value)) / seconds);
    }
  }
  const { spans, inForce } = heldIn(comparison, values, width);
  if (spans.reduce((sum, { length }) => sum + length, 0) < width / 2) return undefined;
  if (comparison.operator === "min_below") return compare(Math.min(...inForce));
  if (comparison.operator === "max_above") return compare(Math.max(...inForce));
  const mean = meanOf(spans, (value) => value);
  if (comparison.operator !== "stddev_above") return minus(mean, fraction(limit)).top;
  if (limit < 0) return 1n;
  const variance = minus(meanOf(spans, (value) => times(value, value)), times(mean, mean));
  return minus(variance, times(fraction(limit), fraction(limit))).top;
}

interface Span {
  value: number;
  length: Ticks;
}

function meanOf(spans: Span[], of: (value: Fraction) => Fraction): Fraction {
  const weighted = spans.map(({ value, length }) => times(of(fraction(value)), fraction(length)));
  const whole = spans.reduce((sum, { length }) => sum + length, 0);
  return over(weighted.reduce(sum, fraction(0)), fraction(whole));
}

/**
 * The known values held from the window's start to its end, each with how long; all that were in force in it; and
 * whether a value is known at the end itself, which belongs to the window though it has no length.
 */
function heldIn(
  comparison: BoundComparison,
  values: Values,
  width: Ticks,
): { spans: Span[]; inForce: number[]; isHeldAtEnd: boolean } {
  const start = values.at - width, end = values.at;
  const samples = values.samples(comparison.stream);
  const ages = comparison.maxAge > 0 ? samples.map((sample) => sample.time + comparison.maxAge) : [];
  const turns = [...samples.map((sample) => sample.time), ...ages].filter((at) => at > start && at < end);
  const edges = [start, ...new Set(turns.sort((a, b) => a - b)), end];
  const heldAt = (at: Ticks) =>
    heldValue(comparison.stream, comparison, {
      ...values,
      at,
      newest: () => samples.findLast((sample) => sample.time <= at),
    });
  const held = edges.map((at) => heldAt(at));
  const spans = edges.slice(1).flatMap((until, i): Span[] =>
    held[i] === undefined ? [] : [{ value: Number(held[i]), length: until - edges[i]! }]
  );
  const inForce = held.flatMap((value) => value === undefined ? [] : [Number(value)]);
  return { spans, inForce, isHeldAtEnd: held.at(-1) !== undefined };
}

/** The operator's own times after `last`, while no sample comes; those of ages left aside. */
export function windowTimer(comparison: BoundComparison, values: Values, last: Ticks): Ticks {
  if (hasGrid(comparison)) return nextMultiple(Math.max(TICKS_PER_SECOND, widthOf(comparison) / 10), last);
  if (!isOverTime(comparison) || !values.isRead(comparison.stream)) return Infinity;
  const first = (times: Ticks[]) => Math.min(Infinity, ...times.filter((at) => at > last));
  if (comparison.operator === "changed") {
    return first(believed(comparison, values).slice(-1).map((sample) => sample.time + widthOf(comparison)));
  }
  const value = heldOperand(comparison.operands[0]!, comparison, values);
  if (value === undefined) return Infinity;
  const width = ticksOfSeconds(Number(value)), samples = values.samples(comparison.stream);
  if (comparison.operator === "stale_for") {
    return first([(samples.at(-1)?.time ?? values.deployedAt) + width]);
  }
  if (width <= 0) return Infinity;
  const aged = samples.filter((sample, i) =>
    comparison.maxAge > 0 && comparison.stream >= 0 && isBelievable(sample, comparison, values) &&
    sample.time + comparison.maxAge < (samples[i + 1]?.time ?? Infinity)
  );
  return first([
    ...samples.map((sample) => sample.time + width),
    ...aged.map((sample) => sample.time + comparison.maxAge + width),
  ]);
}

const TICKS_1970_TO_2020 = BigInt(Date.UTC(2020, 0, 1)) * 10_000n;

/** The first multiple of `step` since 1970 after `last`. */
function nextMultiple(step: Ticks, last: Ticks): Ticks {
  const since1970 = TICKS_1970_TO_2020 + BigInt(last);
  return Number((since1970 / BigInt(step) + 1n) * BigInt(step) - TICKS_1970_TO_2020);
}

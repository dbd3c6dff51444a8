/** The operators with windows, each as its line of the table says, by scanning every sample. Slow on purpose. */
import type { BoundComparison } from "../../domain/evaluation/types.ts";
import type { Sample, SampleValue } from "../../domain/sample/types.ts";
import { type Ticks, TICKS_PER_SECOND, ticksOfSeconds } from "../../domain/shared/time.ts";
import { type Fraction, fraction, minus, over, sum, times } from "./fraction.ts";
import { increaseOf, timesOf } from "./reference_counters.ts";
import { heldOperand, heldValue, isBelievable, type Truth, type Values } from "./reference_values.ts";

const OVER_TIME = [
  ...["changed", "stale_for", "flat_for", "rate_above", "rate_below", "avg_above", "avg_below"] as const,
  ...["stddev_above", "min_below", "max_above", "count_above", "changed_by"] as const,
  ...["increase_above", "increase_below", "times_above"] as const,
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
  return isOverTime(comparison) &&
    !["changed", "changed_by", "stale_for", "flat_for"].includes(comparison.operator);
}

const OF_SAMPLES: readonly string[] = [
  ...["changed", "changed_by", "stale_for", "rate_above", "rate_below", "count_above"] as const,
  ...["increase_above", "increase_below", "times_above"] as const,
];

/** Whether the operator uses values held over time, so that their ages matter. */
export function isOfHeldValues({ operator }: BoundComparison): boolean {
  return !OF_SAMPLES.includes(operator);
}

export function windowTruth(comparison: BoundComparison, values: Values, latched: boolean): Truth {
  if (!values.isRead(comparison.stream)) return "unknown";
  if (looksBack(comparison) && !values.isFilled(comparison.stream)) return "unknown";
  const [operand] = comparison.operands;
  const value = operand === undefined ? 0 : heldOperand(operand, comparison, values);
  if (value === undefined) return "unknown";
  switch (comparison.operator) {
    case "changed":
      return changed(comparison, values, (newest, before) => newest !== before);
    case "changed_by":
      return changed(
        comparison,
        values,
        (newest, before) => Math.abs(Number(newest) - Number(before)) > Number(value),
      );
    case "stale_for":
      return stale(comparison, values, ticksOfSeconds(Number(value)));
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

function changed(
  comparison: BoundComparison,
  values: Values,
  isChange: (newest: Sample["value"], before: Sample["value"]) => boolean,
): Truth {
  const [newest, before] = believed(comparison, values).toReversed();
  if (newest === undefined) return "unknown";
  if (before === undefined) return "false";
  return known(isChange(newest.value, before.value) && values.at - newest.time < widthOf(comparison));
}

function stale({ stream }: BoundComparison, values: Values, width: Ticks): Truth {
  const newest = values.newest(stream);
  const isSilent = values.at - (newest?.time ?? values.deployedAt) >= width;
  return newest === undefined && values.standard > 1 && !isSilent ? "unknown" : known(isSilent);
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
  const start = values.at - width, good = believed(comparison, values);
  const inWindow = good.filter((sample) => sample.time > start);
  switch (comparison.operator) {
    case "count_above": {
      const above = comparison.limit && heldOperand(comparison.limit, comparison, values);
      return above === undefined ? undefined : compare(inWindow.filter(({ value }) => value! > above).length);
    }
    case "times_above": {
      const before = good.findLast((sample) => sample.time <= start);
      return compare(timesOf(comparison, { before, inWindow }));
    }
    case "rate_above":
    case "rate_below": {
      const rate = rateOf(comparison, values, inWindow);
      return rate === undefined ? undefined : compare(rate);
    }
    case "increase_above":
    case "increase_below": {
      const before = heldAt(comparison, values, start);
      if (before === undefined) return undefined;
      const increase = increaseOf([before, ...inWindow.map(({ value }) => value)].map(Number), comparison);
      return increase && minus(increase, fraction(limit)).top;
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

/** Per second; by the standard 1 only over samples in the window that are far enough apart. */
function rateOf(
  comparison: BoundComparison,
  values: Values,
  inWindow: readonly Sample[],
): number | undefined {
  const width = widthOf(comparison), [oldest] = inWindow, newest = inWindow.at(-1);
  const rate = (from: Sample["value"], to: Sample["value"], span: Ticks) =>
    (Number(to) - Number(from)) / (span / TICKS_PER_SECOND);
  if (oldest !== undefined && newest !== undefined && newest.time - oldest.time >= width / 2) {
    return rate(oldest.value, newest.value, newest.time - oldest.time);
  }
  if (values.standard === 1) return undefined;
  const from = heldAt(comparison, values, values.at - width), to = heldAt(comparison, values, values.at);
  return from === undefined || to === undefined ? undefined : rate(from, to, width);
}

/** What was held at a time, by the age that it had there. */
function heldAt(comparison: BoundComparison, values: Values, at: Ticks): SampleValue | undefined {
  const newest = values.samples(comparison.stream).findLast((sample) => sample.time <= at);
  return heldValue(comparison.stream, comparison, { ...values, at, newest: () => newest });
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
  const held = edges.map((at) => heldAt(comparison, { ...values, samples: () => samples }, at));
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
  if (comparison.operator === "changed" || comparison.operator === "changed_by") {
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

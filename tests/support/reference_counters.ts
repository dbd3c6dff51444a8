/** What a counter has counted, and how often a comparison has become TRUE, sample by sample. */
import type { BoundComparison } from "../../domain/evaluation/types.ts";
import type { Sample, SampleValue } from "../../domain/sample/types.ts";
import { type Fraction, fraction, sum } from "./fraction.ts";
import { activates, isPossible, resets } from "./reference_held.ts";

/** Of each value but the first, after the one before it; undefined: one counts a number that is not finite. */
export function increaseOf(values: readonly number[], counter: BoundComparison): Fraction | undefined {
  const counts = values.slice(1).map((now, i) => counted(values[i]!, now, counter));
  if (!counts.every((count) => Number.isFinite(count))) return undefined;
  return counts.map((count) => fraction(count)).reduce(sum, fraction(0));
}

/** The table of docs/rule_operators.md, in its order. */
function counted(before: number, now: number, { tolerance, rollover: most }: BoundComparison): number {
  if (now >= before) return now - before;
  if (before - now <= tolerance) return 0;
  if (most !== undefined && now >= 0 && before <= most) {
    const passed = most - before + now + 1;
    if (passed <= most / 2) return passed;
  }
  return now;
}

/** `before`: the newest good sample at or before the window's start; `inWindow`: the good ones in it. */
export function timesOf(
  comparison: BoundComparison,
  { before, inWindow }: { before: Sample | undefined; inWindow: readonly Sample[] },
): number {
  let isTrue = before === undefined ? undefined : isTriggered(comparison, before);
  let times = 0;
  for (const sample of inWindow) {
    const next = isTriggered(comparison, sample);
    if (next === true && isTrue === false) times++;
    isTrue = next ?? isTrue;
  }
  return times;
}

/** Whether the counted comparison is TRUE of a sample alone; undefined: it is UNKNOWN, or as before. */
function isTriggered(comparison: BoundComparison, { value }: Sample): boolean | undefined {
  const { trigger } = comparison;
  if (trigger === undefined || value === null) throw new TypeError("It counts no comparison of a value");
  const counted = { ...comparison, ...trigger };
  const operands = trigger.operands.map((operand): SampleValue => {
    if ("literal" in operand) return operand.literal;
    throw new TypeError("A comparison that is counted has constants only");
  });
  if (!isPossible(counted, value, operands)) return undefined;
  if (activates(counted, value, operands)) return true;
  return trigger.deadband === 0 || resets(counted, value, operands) ? false : undefined;
}

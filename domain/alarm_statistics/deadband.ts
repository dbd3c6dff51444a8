import type { BoundComparison, BoundExpression } from "../evaluation/types.ts";
import type { TriggerSample } from "../event/types.ts";
import type { Deployment } from "../instance/deployment.ts";
import { type Operator, OPERATORS } from "../rule/operators/table.ts";
import type { Condition } from "../rule/types.ts";

/** Deadbands to try: as wide as the excess beyond the limit of these shares of the triggers … */
const SHARES = [0.5, 0.9, 1];
/** … and this multiple of the widest. */
const BEYOND_WIDEST = 2;
/** Digits of an advised deadband. */
const DIGITS = 2;

/** A comparison with a limit that could get a deadband. */
export interface Threshold {
  /** Index in the rule's conditions. */
  place: number;
  streamName: string;
  limit: number;
  side: number;
  deadband: number;
}

/**
 * The one comparison of a stream with a number in the first rule of a deployment. Undefined when there is
 * none, or several: then it is unclear which of them raised the events; and in a rule with `until`, whose conditions
 * take no deadband. Ignores comparisons inside a list or `not`, and those whose deadband is a constant of the machine.
 */
export function thresholdOf({ written, instance, streamNames }: Deployment): Threshold | undefined {
  const { conditions, until } = written[0]!;
  if (until !== null) return undefined;
  const bound = boundParts(instance.rules[0]!.expression, conditions);
  const found = bound.flatMap((part, place) => {
    const condition = conditions[place]!;
    const isOpen = "operator" in condition && typeof condition.deadband !== "string";
    return isOpen ? thresholdIn(part, { place, streamNames }) : [];
  });
  return found.length === 1 ? found[0] : undefined;
}

/** A list of one condition is bound as that condition. */
function boundParts(expression: BoundExpression, conditions: readonly Condition[]): BoundExpression[] {
  return conditions.length > 1 && "of" in expression && Array.isArray(expression.of)
    ? expression.of
    : [expression];
}

type Placed = Pick<Threshold, "place"> & Pick<Deployment, "streamNames">;

function thresholdIn(part: BoundExpression, { place, streamNames }: Placed): Threshold[] {
  if (part.kind !== "comparison") return [];
  const { operator, stream, calculation, deadband } = part.comparison;
  const side = sideOf(operator), streamName = streamNames.get(stream);
  if (side === undefined || streamName === undefined || calculation !== undefined) return [];
  const limit = numberOf(part.comparison);
  return limit === undefined ? [] : [{ place, streamName, limit, side, deadband }];
}

/** The side of its limit on which a comparison is TRUE; undefined unless it has a single limit. */
function sideOf(operator: Operator): number | undefined {
  switch (OPERATORS[operator].threshold) {
    case "above":
      return 1;
    case "below":
      return -1;
    case "inside":
    case "outside":
    case "none":
      return undefined;
  }
}

function numberOf({ operands: [operand] }: BoundComparison): number | undefined {
  return operand !== undefined && "literal" in operand && typeof operand.literal === "number"
    ? operand.literal
    : undefined;
}

/**
 * Deadbands to try, smallest first: as wide as the excess of half, of nine in ten and of all triggers over
 * the limit, and twice the last. A value that swings about its limit falls about as far below it as it rose
 * above.
 */
export function deadbandsOf(threshold: Threshold, triggers: readonly TriggerSample[]): number[] {
  const { streamName, limit, side, deadband } = threshold;
  const excesses = triggers
    .flatMap(({ stream, value }) => stream === streamName && typeof value === "number" ? [value] : [])
    .map((value) => side * (value - limit))
    .filter((excess) => excess > 0 && Number.isFinite(BEYOND_WIDEST * excess))
    .sort((a, b) => a - b);
  if (excesses.length === 0) return [];
  const widths = SHARES.map((share) => excesses[Math.ceil(share * excesses.length) - 1]!);
  widths.push(BEYOND_WIDEST * widths.at(-1)!);
  return [...new Set(widths.map(roundedUp))].filter((width) => width > deadband);
}

/** The smallest number with two digits that is not less. */
function roundedUp(width: number): number {
  const near = Number(width.toPrecision(DIGITS));
  if (near >= width) return near;
  const step = 10 ** (Math.floor(Math.log10(width)) - DIGITS + 1);
  return Number((near + step).toPrecision(DIGITS));
}

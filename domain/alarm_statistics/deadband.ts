import type { BoundComparison, BoundExpression } from "../evaluation/types.ts";
import type { TriggerSample } from "../event/types.ts";
import type { Deployment } from "../instance/deployment.ts";
import { type Operator, OPERATORS } from "../rule/operators/table.ts";
import type { Condition } from "../rule/types.ts";

/** Shares of the triggers that a deadband is as wide as, and how often the widest of them. */
const SHARES = [0.5, 0.9, 1];
const BEYOND_WIDEST = 2;
/** A deadband is told in so many digits. */
const DIGITS = 2;

/** The comparison of a rule that a deadband can calm. */
export interface Threshold {
  /** Place in the rule's conditions. */
  place: number;
  streamName: string;
  limit: number;
  side: number;
  deadband: number;
}

/**
 * Of the first rule of a deployment the one comparison of a stream with a number; undefined where there is none, or
 * more, since nobody can say then which of them made the events. What stands inside a list or `not` is left alone.
 */
export function thresholdOf({ template, instance, streamNames }: Deployment): Threshold | undefined {
  const { conditions } = template.rules[0];
  const bound = boundParts(instance.rules[0].expression, conditions);
  const found = bound.flatMap((part, place) =>
    "operator" in conditions[place] ? thresholdIn(part, { place, streamNames }) : []
  );
  return found.length === 1 ? found[0] : undefined;
}

/** A list of one is bound as what stands in it. */
function boundParts(expression: BoundExpression, conditions: readonly Condition[]): BoundExpression[] {
  return conditions.length > 1 && "of" in expression && Array.isArray(expression.of)
    ? expression.of
    : [expression];
}

type Placed = Pick<Threshold, "place"> & Pick<Deployment, "streamNames">;

function thresholdIn(part: BoundExpression, { place, streamNames }: Placed): Threshold[] {
  if (part.kind !== "comparison") return [];
  const { operator, stream, deadband } = part.comparison;
  const side = sideOf(operator), streamName = streamNames.get(stream);
  if (side === undefined || streamName === undefined) return [];
  const limit = numberOf(part.comparison);
  return limit === undefined ? [] : [{ place, streamName, limit, side, deadband }];
}

/** On which side of its one limit such a comparison is TRUE; undefined: it has no such limit. */
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
  return "literal" in operand && typeof operand.literal === "number" ? operand.literal : undefined;
}

/**
 * Deadbands worth a trial, smallest first: as wide as the triggers of half, of nine in ten and of all events lay beyond
 * the limit, and twice the last. A value that swings about its limit goes below it about as far as beyond it.
 */
export function deadbandsOf(threshold: Threshold, triggers: readonly TriggerSample[]): number[] {
  const { streamName, limit, side, deadband } = threshold;
  const excesses = triggers
    .flatMap(({ stream, value }) => stream === streamName && typeof value === "number" ? [value] : [])
    .map((value) => side * (value - limit))
    .filter((excess) => excess > 0 && Number.isFinite(BEYOND_WIDEST * excess))
    .sort((a, b) => a - b);
  if (excesses.length === 0) return [];
  const widths = SHARES.map((share) => excesses[Math.ceil(share * excesses.length) - 1]);
  widths.push(BEYOND_WIDEST * widths[widths.length - 1]);
  return [...new Set(widths.map(roundedUp))].filter((width) => width > deadband);
}

/** The least number of two digits that is no smaller. */
function roundedUp(width: number): number {
  const near = Number(width.toPrecision(DIGITS));
  if (near >= width) return near;
  const step = 10 ** (Math.floor(Math.log10(width)) - DIGITS + 1);
  return Number((near + step).toPrecision(DIGITS));
}

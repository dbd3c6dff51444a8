import type { DataType } from "../sample/types.ts";
import type { Issue } from "../shared/refusal.ts";
import { RULE_LIMITS } from "./limits.ts";
import { operandTypes, type OperatorShape, operatorShape, typeInWords } from "./operators.ts";
import type { Comparison, Literal } from "./types.ts";

/** A value as far as it is known: its type, and the value itself when it is no stream. */
export interface ValueView {
  path: string;
  type: DataType | undefined;
  literal: Literal | undefined;
}

/**
 * A comparison whose references are resolved as far as they can be: at the template the types of placeholders,
 * at a deployment the streams and constants bound to them.
 */
export interface ComparisonView {
  comparison: Comparison;
  path: string;
  insideNot: boolean;
  subject: ValueView;
  of: ValueView | undefined;
  operands: ValueView[];
  limit: ValueView | undefined;
}

/** Everything wrong with the types and values of a comparison that has the right shape. */
export function comparisonIssues(view: ComparisonView): Issue[] {
  const shape = operatorShape(view.comparison.operator);
  if (shape === undefined) return [];
  const issues = typeIssues(view, shape);
  if (issues.length > 0) return issues;
  return [...optionIssues(view, shape), ...valueIssues(view, shape), ...deadbandIssues(view, shape)];
}

function typeIssues(
  { comparison, subject, of, operands, limit }: ComparisonView,
  shape: OperatorShape,
): Issue[] {
  const operator = `Operator "${comparison.operator}"`;
  const streams = of === undefined ? [subject] : [subject, of];
  const issues = streams.flatMap((view) => typeIssue(view, shape.types, operator));
  if (issues.length > 0) return issues;
  const others = limit === undefined ? operands : [...operands, limit];
  if (shape.valueTypes !== undefined) {
    return others.flatMap((view) => typeIssue(view, operandTypes(shape), operator));
  }
  const type = subject.type ?? operands.find((view) => view.type !== undefined)?.type;
  const types = type !== undefined && shape.types.includes(type) ? [type] : shape.types;
  const whose = subject.type === undefined ? operator : `${operator} on this stream`;
  return others.flatMap((view) => typeIssue(view, types, whose));
}

function typeIssue(view: ValueView, types: readonly DataType[], whose: string): Issue[] {
  if (view.type === undefined || types.includes(view.type)) return [];
  const found = view.literal === undefined ? view.type : JSON.stringify(view.literal);
  const message = `${whose} takes ${typeInWords(types)}, not ${found}`;
  return [{ path: view.path, message }];
}

/** `tolerance` and `ignore_case` stand only where they mean something; 0 and false mean nothing anywhere. */
function optionIssues(
  { comparison, path, subject, operands }: ComparisonView,
  shape: OperatorShape,
): Issue[] {
  const issues: Issue[] = [];
  const type = [subject, ...operands].find((view) => view.type !== undefined)?.type;
  const isOther = (wanted: DataType) => type !== undefined && type !== wanted;
  if ((comparison.tolerance ?? 0) > 0 && (!shape.tolerance || isOther("NUM"))) {
    issues.push({
      path: `${path}.tolerance`,
      message: "Only flat_for, and equals and not_equals of numbers, take a tolerance",
    });
  }
  if (comparison.ignore_case === true && (!shape.ignoreCase || isOther("STR"))) {
    issues.push({ path: `${path}.ignore_case`, message: "Only comparisons of texts take ignore_case" });
  }
  return issues;
}

function valueIssues({ path, operands }: ComparisonView, shape: OperatorShape): Issue[] {
  const [first, second] = operands.map((view) => view.literal);
  if (shape.value === "range" && typeof first === "number" && typeof second === "number" && first > second) {
    return [{ path: `${path}.value`, message: `The low limit ${first} is above the high limit ${second}` }];
  }
  if (shape.bitNumber && first !== undefined && !isBitNumber(first)) {
    const message = `A bit number is a whole number from 0 to ${RULE_LIMITS.bitNumber}, not ${first}`;
    return [{ path: operands[0].path, message }];
  }
  if (shape.mostSeconds !== undefined && first !== undefined && !isSeconds(first, shape.mostSeconds)) {
    const message = `Expected seconds, above 0 and at most ${shape.mostSeconds}, not ${first}`;
    return [{ path: operands[0].path, message }];
  }
  return [];
}

function isSeconds(value: Literal, most: number): boolean {
  return Number(value) > 0 && Number(value) <= most;
}

function isBitNumber(value: Literal): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= RULE_LIMITS.bitNumber;
}

function deadbandIssues(view: ComparisonView, shape: OperatorShape): Issue[] {
  const deadband = view.comparison.deadband ?? 0;
  if (deadband === 0) return [];
  const path = `${view.path}.deadband`;
  if (!shape.deadband) {
    return [{ path, message: `Operator "${view.comparison.operator}" takes no deadband` }];
  }
  if (view.insideNot) return [{ path, message: "A deadband may not stand inside `not`" }];
  if (!isResetImpossible(view, deadband)) return [];
  return [{
    path,
    message: `With a deadband of ${deadband} the condition could never reset; take a smaller one`,
  }];
}

/** A distance, a spread or a count is never below 0, and the band inside `outside` must not close. */
function isResetImpossible({ comparison, operands }: ComparisonView, deadband: number): boolean {
  const [first, second] = operands.map((view) => view.literal);
  if (typeof first !== "number") return false;
  if (operatorShape(comparison.operator)?.isDistance) return first - deadband < 0;
  return comparison.operator === "outside" && typeof second === "number" &&
    first + deadband > second - deadband;
}

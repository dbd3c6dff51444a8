import type { DataType } from "../sample/types.ts";
import type { Issue } from "../shared/refusal.ts";
import { RULE_LIMITS } from "./limits.ts";
import { typeInWords } from "./literal_types.ts";
import type { OperatorEntry, OperatorValue } from "./operators/entry.ts";
import { operandTypes, OPERATORS, operatorsWhere } from "./operators/table.ts";
import type { Comparison, Literal } from "./types.ts";

/** What is known of a value: its type, and the value itself unless it is a stream. */
export interface ValueView {
  path: string;
  type: DataType | undefined;
  literal: Literal | undefined;
}

/**
 * A comparison with its references resolved: in a template to the types of placeholders, in a deployment to
 * the streams and constants bound to them.
 */
export interface ComparisonView {
  comparison: Comparison;
  path: string;
  insideNot: boolean;
  /** Of the conditions of a rule with `until`. */
  hasOwnEnd?: boolean;
  subject: ValueView;
  of: ValueView | undefined;
  operands: ValueView[];
  limit: ValueView | undefined;
}

/** The problems with types and values of a comparison whose shape is valid. */
export function comparisonIssues(view: ComparisonView): Issue[] {
  const entry = OPERATORS[view.comparison.operator];
  const issues = typeIssues(view, entry);
  if (issues.length > 0) return issues;
  return [...optionIssues(view, entry), ...valueIssues(view, entry), ...deadbandIssues(view, entry)];
}

function typeIssues(
  { comparison, subject, of, operands, limit }: ComparisonView,
  entry: OperatorEntry,
): Issue[] {
  const operator = `Operator "${comparison.operator}"`;
  const streams = of === undefined ? [subject] : [subject, of];
  const issues = streams.flatMap((view) => typeIssue(view, entry.types, operator));
  if (issues.length > 0) return issues;
  const others = limit === undefined ? operands : [...operands, limit];
  if (entry.value?.types !== undefined) {
    return others.flatMap((view) => typeIssue(view, operandTypes(entry), operator));
  }
  const type = subject.type ?? operands.find((view) => view.type !== undefined)?.type;
  const types = type !== undefined && entry.types.includes(type) ? [type] : entry.types;
  const whose = subject.type === undefined ? operator : `${operator} on this stream`;
  return others.flatMap((view) => typeIssue(view, types, whose));
}

function typeIssue(view: ValueView, types: readonly DataType[], whose: string): Issue[] {
  if (view.type === undefined || types.includes(view.type)) return [];
  const found = view.literal === undefined ? view.type : JSON.stringify(view.literal);
  const message = `${whose} takes ${typeInWords(types)}, not ${found}`;
  return [{ path: view.path, message }];
}

/** Refuses `tolerance` and `ignore_case` where they have no effect. 0 and false are always allowed. */
function optionIssues(
  { comparison, path, subject, operands }: ComparisonView,
  entry: OperatorEntry,
): Issue[] {
  const issues: Issue[] = [];
  const type = [subject, ...operands].find((view) => view.type !== undefined)?.type;
  const isOther = (wanted: DataType) => type !== undefined && type !== wanted;
  if ((comparison.tolerance ?? 0) > 0 && (!entry.tolerance || isOther("NUM"))) {
    issues.push({
      path: `${path}.tolerance`,
      message: `Only ${toleranceTakers()}, take a tolerance`,
    });
  }
  if (comparison.ignore_case === true && (!entry.ignoreCase || isOther("STR"))) {
    issues.push({ path: `${path}.ignore_case`, message: "Only comparisons of texts take ignore_case" });
  }
  return issues;
}

/** For example "flat_for, and equals and not_equals of numbers". */
function toleranceTakers(): string {
  const takers = operatorsWhere(({ tolerance }) => tolerance !== undefined);
  const numeric = takers.filter((name) => OPERATORS[name].types.every((type) => type === "NUM"));
  const mixed = takers.filter((name) => !numeric.includes(name));
  return `${numeric.join(", ")}, and ${mixed.join(" and ")} of numbers`;
}

function valueIssues({ path, operands }: ComparisonView, entry: OperatorEntry): Issue[] {
  const [first, second] = operands.map((view) => view.literal);
  if (
    entry.value?.kind === "range" && typeof first === "number" && typeof second === "number" && first > second
  ) {
    return [{ path: `${path}.value`, message: `The low limit ${first} is above the high limit ${second}` }];
  }
  const problem = first === undefined ? undefined : meaningProblem(first, entry.value?.meaning);
  return problem === undefined ? [] : [{ path: operands[0]!.path, message: problem }];
}

function meaningProblem(value: Literal, meaning: OperatorValue["meaning"]): string | undefined {
  switch (meaning?.kind) {
    case undefined:
      return undefined;
    case "bit":
      if (isBitNumber(value)) return undefined;
      return `A bit number is a whole number from 0 to ${RULE_LIMITS.bitNumber}, not ${value}`;
    case "seconds":
      if (isSeconds(value, meaning.most)) return undefined;
      return `Expected seconds, above 0 and at most ${meaning.most}, not ${value}`;
  }
}

function isSeconds(value: Literal, most: number): boolean {
  return Number(value) > 0 && Number(value) <= most;
}

function isBitNumber(value: Literal): boolean {
  return Number.isInteger(value) && Number(value) >= 0 && Number(value) <= RULE_LIMITS.bitNumber;
}

const OWN_END = "The conditions of a rule with until take no deadband; say in until when it ends";

function deadbandIssues(view: ComparisonView, entry: OperatorEntry): Issue[] {
  const deadband = view.comparison.deadband ?? 0;
  if (deadband === 0) return [];
  const path = `${view.path}.deadband`;
  if (!entry.deadband) {
    return [{ path, message: `Operator "${view.comparison.operator}" takes no deadband` }];
  }
  if (view.hasOwnEnd) return [{ path, message: OWN_END }];
  if (view.insideNot) return [{ path, message: "A deadband is not allowed inside `not`" }];
  if (typeof deadband !== "number" || !isResetImpossible(view, entry, deadband)) return [];
  return [{
    path,
    message: `With a deadband of ${deadband} the condition could never reset; take a smaller one`,
  }];
}

/** A distance is never below 0, and reset limits that move towards each other must not cross. */
function isResetImpossible(
  { operands }: ComparisonView,
  entry: OperatorEntry,
  deadband: number,
): boolean {
  const sides = entry.deadband ?? [];
  const [lowSide = 0, highSide = 0] = sides;
  const [low = NaN, high = NaN] = operands.map(({ literal }, i) =>
    typeof literal === "number" ? literal + (sides[i] ?? 0) * deadband : NaN
  );
  return (lowSide > highSide && low > high) || (entry.isDistance === true && low < 0);
}

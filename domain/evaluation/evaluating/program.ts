import type { Ticks } from "../../shared/time.ts";
import { FALSE, negated, TRUE, type Truth, UNKNOWN } from "./truth.ts";
import type { BoundComparison, BoundExpression, BoundRule } from "../types.ts";

/** AT_LEAST + n: at least n of the parts. */
const COMPARISON = 0, NOT = 1, ALL = 2, ANY = 3, AT_LEAST = 4;

/** Properties of a rule's comparisons together. */
export interface RuleTraits {
  /** At least one has a deadband. */
  hasDeadband: boolean;
  /** At least one changes at times of its own, because of an age or a window. */
  hasOwnTimes: boolean;
  /** Each compares one stream with constants, and only changes with samples. */
  hasConstants: boolean;
}

/** The traits of most rules, which skip that work. */
const NO_TRAITS: RuleTraits = { hasDeadband: false, hasOwnTimes: false, hasConstants: false };

/**
 * The part of a rule that is the same for many: its structure, traits and delays (ticks), without operands.
 * `all` and `any` are one list of comparisons; other rules have postfix code in pairs (operation, number of
 * parts).
 */
export interface Program extends RuleTraits {
  /** Its index in the table. */
  number: number;
  kind: "all" | "any" | "postfix";
  code: Uint8Array;
  /** Of the whole rule: those of its conditions, then those of `until`. */
  comparisons: number;
  /** Of its conditions. */
  conditions: number;
  /** Of each of its conditions, whether it is inside `not`. */
  isNegated: readonly boolean[];
  /** What ends its events; null: the conditions do. */
  until: Program | null;
  onDelay: Ticks;
  offDelay: Ticks;
}

/** The programs in use, without duplicates. */
export class ProgramTable {
  readonly #byShape = new Map<string, Program>();

  programOf(
    rule: Pick<BoundRule, "expression"> & Partial<BoundRule>,
    traits = NO_TRAITS,
  ): Program {
    const { expression, onDelay = 0, offDelay = 0 } = rule,
      { hasDeadband, hasOwnTimes, hasConstants } = traits;
    const until = rule.until === undefined ? null : this.programOf({ expression: rule.until }, traits);
    const code: number[] = [];
    writeCode(expression, code);
    const shape = [onDelay, offDelay, hasDeadband, hasOwnTimes, hasConstants, until?.number, ...code].join();
    const known = this.#byShape.get(shape);
    if (known !== undefined) return known;
    const program: Program = {
      number: this.#byShape.size,
      hasDeadband,
      hasOwnTimes,
      hasConstants,
      kind: kindOf(expression),
      code: Uint8Array.from(code),
      comparisons: comparisonsOfRule(rule).length,
      conditions: comparisonsOf(expression).length,
      isNegated: negationsOf(expression),
      until,
      onDelay,
      offDelay,
    };
    this.#byShape.set(shape, program);
    return program;
  }
}

/** The comparisons of a rule: those of its conditions, then those of `until`. Condition rows have the same order. */
export function comparisonsOfRule(
  { expression, until }: Pick<BoundRule, "expression" | "until">,
): BoundComparison[] {
  const own = comparisonsOf(expression);
  return until === undefined ? own : [...own, ...comparisonsOf(until)];
}

/** The comparisons of an expression in order. */
export function comparisonsOf(expression: BoundExpression): BoundComparison[] {
  switch (expression.kind) {
    case "comparison":
      return [expression.comparison];
    case "not":
      return comparisonsOf(expression.of);
    default:
      return expression.of.flatMap(comparisonsOf);
  }
}

function negationsOf(expression: BoundExpression, isInNot = false): boolean[] {
  if (expression.kind === "comparison") return [isInNot];
  if (expression.kind === "not") return negationsOf(expression.of, true);
  return expression.of.flatMap((part) => negationsOf(part, isInNot));
}

function writeCode(expression: BoundExpression, code: number[]): void {
  switch (expression.kind) {
    case "comparison":
      code.push(COMPARISON, 1);
      return;
    case "not":
      writeCode(expression.of, code);
      code.push(NOT, 1);
      return;
    default:
      for (const part of expression.of) writeCode(part, code);
      code.push(operationOf(expression), expression.of.length);
  }
}

function operationOf(expression: Extract<BoundExpression, { of: BoundExpression[] }>): number {
  if (expression.kind === "at_least") return AT_LEAST + expression.atLeast;
  return expression.kind === "all" ? ALL : ANY;
}

function kindOf(expression: BoundExpression): Program["kind"] {
  if (expression.kind === "comparison") return "all";
  if (expression.kind === "not" || expression.kind === "at_least") return "postfix";
  return expression.of.every((part) => part.kind === "comparison") ? expression.kind : "postfix";
}

/** The truth of the conditions from those of their comparisons. `stack` is working memory for postfix code. */
export function runProgram(program: Program, truths: Uint8Array, stack: Truth[]): Truth {
  switch (program.kind) {
    case "all":
      return least(truths, 0, program.conditions);
    case "any":
      return greatest(truths, 0, program.conditions);
    case "postfix":
      return runPostfix(program, truths, stack);
  }
}

function runPostfix({ code }: Program, truths: Uint8Array, stack: Truth[]): Truth {
  let next = 0, height = 0;
  for (let i = 0; i < code.length; i += 2) {
    const operation = code[i]!, parts = code[i + 1]!;
    if (operation === COMPARISON) stack[height++] = asTruth(truths[next++]!);
    else if (operation === NOT) stack[height - 1] = negated(stack[height - 1]!);
    else {
      height -= parts - 1;
      stack[height - 1] = operation === ALL
        ? least(stack, height - 1, parts)
        : operation === ANY
        ? greatest(stack, height - 1, parts)
        : nthGreatest(stack, { from: height - 1, count: parts, n: operation - AT_LEAST });
    }
  }
  return stack[0]!;
}

function least(truths: ArrayLike<number>, from: number, count: number): Truth {
  let truth: number = TRUE;
  for (let i = from; i < from + count; i++) if (truths[i]! < truth) truth = truths[i]!;
  return asTruth(truth);
}

function greatest(truths: ArrayLike<number>, from: number, count: number): Truth {
  let truth: number = FALSE;
  for (let i = from; i < from + count; i++) if (truths[i]! > truth) truth = truths[i]!;
  return asTruth(truth);
}

/** At least n parts are TRUE where the nth greatest is. */
function nthGreatest(
  truths: ArrayLike<number>,
  { from, count, n }: { from: number; count: number; n: number },
): Truth {
  let areTrue = 0, areFalse = 0;
  for (let i = from; i < from + count; i++) {
    if (truths[i] === TRUE) areTrue++;
    else if (truths[i] === FALSE) areFalse++;
  }
  return areTrue >= n ? TRUE : count - areFalse < n ? FALSE : UNKNOWN;
}

/** A truth from a column of bytes. */
export function asTruth(value: number): Truth {
  return value as Truth;
}

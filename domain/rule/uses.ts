import { placeholdersOf, readExpression } from "./expression.ts";
import { COMPARISON_NUMBERS, constantsIn, DELAYS } from "./constants.ts";
import { isComparison, partsOf } from "./condition.ts";
import { referencesIn, wholeReference } from "./references.ts";
import type { Comparison, Condition, Operand, Rule } from "./types.ts";

/** How the placeholders of a template are used. */
export interface PlaceholderUses {
  /** As `stream` or `of`, which need a stream. */
  streams: ReadonlySet<string>;
  /** As an operand, or in an expression. */
  values: ReadonlySet<string>;
  /** As a number or as an operand of what is counted, which need a constant. */
  constants: ReadonlySet<string>;
  /** In event texts and enrichment. */
  texts: ReadonlySet<string>;
}

/** Finds the placeholders that rules use, and how. */
export function placeholderUses(rules: Rule[]): PlaceholderUses {
  const comparisons = rules.flatMap((rule) => comparisonsIn(allConditions(rule)));
  const streams = comparisons.flatMap(({ stream, of }) => [stream ?? [], of ?? []].flat());
  const values = comparisons.flatMap(({ value, limit }) => [value ?? [], limit ?? []].flat());
  const texts = rules.flatMap((rule) => textsIn(rule).map(([_, text]) => text));
  return {
    streams: new Set(streams.flatMap(nameIn)),
    values: new Set([
      ...values.flatMap(nameIn),
      ...comparisons.flatMap(({ expression }) => expressionNames(expression)),
    ]),
    constants: new Set([...rules.flatMap(delaysIn), ...comparisons.flatMap(constantsOf)]),
    texts: new Set(texts.flatMap(referencesIn)),
  };
}

/** The guidance for the people at the machine. */
export const GUIDANCE = ["cause", "consequence", "action"] as const;

/** The fields whose texts may name placeholders, besides the enrichment. */
export const TEXT_FIELDS = ["event_name", "event_description", ...GUIDANCE] as const;

/** The texts of a rule that may name placeholders, by their field. */
export function textsIn(rule: Rule): [field: string, text: string][] {
  return [
    ...TEXT_FIELDS.map((field): [string, string] => [field, rule[field] ?? ""]),
    ...Object.entries(rule.enrichment).map(([key, text]): [string, string] => [`enrichment.${key}`, text]),
  ];
}

/** The conditions of a rule, then those of `until`. */
export function allConditions({ conditions, until }: Pick<Rule, "conditions" | "until">): Condition[] {
  return [...conditions, ...until ?? []];
}

/** Every comparison in a list of conditions, in order. */
export function comparisonsIn(conditions: Condition[]): Comparison[] {
  return conditions.flatMap((condition) => {
    return isComparison(condition) ? [condition] : comparisonsIn(partsOf(condition));
  });
}

/** None where the expression cannot be read. */
function expressionNames(expression = ""): string[] {
  const read = readExpression(expression);
  return "steps" in read ? placeholdersOf(read.steps) : [];
}

function delaysIn(rule: Rule): string[] {
  return constantsIn(rule, { fields: DELAYS, path: "" }).map(({ name }) => name);
}

function constantsOf(comparison: Comparison): string[] {
  const trigger = comparison.comparison;
  const numbers = [comparison, trigger ?? {}].flatMap((one) =>
    constantsIn(one, { fields: COMPARISON_NUMBERS, path: "" })
  );
  return [...numbers.map(({ name }) => name), ...[trigger?.value ?? []].flat().flatMap(nameIn)];
}

function nameIn(operand: Operand): string[] {
  const name = typeof operand === "string" ? wholeReference(operand) : undefined;
  return name === undefined ? [] : [name];
}

import { COMPARISON_NUMBERS, DELAYS, type NumberOrReference } from "../../domain/rule/constants.ts";
import { referencesIn, wholeReference } from "../../domain/rule/references.ts";
import { TEXT_FIELDS } from "../../domain/rule/uses.ts";
import type { DataType } from "../../domain/sample/types.ts";
import { allConditions, comparisonsOf, mappedComparisons } from "./condition_tree.ts";
import {
  type DraftComparison,
  type DraftCondition,
  type DraftOperand,
  type DraftRule,
  type TemplateDraft,
} from "./draft.ts";

type Referring = Pick<TemplateDraft, "rules">;

/** How often rules use a placeholder, and whether any uses it as a stream. */
export function usesOf({ rules }: Referring, name: string): { count: number; asStream: boolean } {
  let count = 0;
  let asStream = false;
  const check = (text: unknown, isStream = false) => {
    if (typeof text !== "string" || !referencesIn(text).includes(name)) return;
    count++;
    asStream ||= isStream;
  };
  for (const rule of rules) {
    for (const compared of comparisonsOf(allConditions(rule))) {
      const { stream, expression, of, limit, value, comparison } = compared;
      check(stream, true);
      check(of, true);
      for (const operand of [expression, limit, value, comparison?.value, comparison?.deadband].flat()) {
        check(operand);
      }
      for (const field of COMPARISON_NUMBERS) check(compared[field]);
    }
    for (const field of DELAYS) check(rule[field]);
    for (const text of textsOf(rule)) check(text);
  }
  return { count, asStream };
}

function textsOf(rule: DraftRule): string[] {
  return [...TEXT_FIELDS.map((field) => rule[field]), ...rule.enrichment.map(({ value }) => value)];
}

/** The rules with every `<FROM>` replaced by `<TO>`. */
export function withRenamed(rules: readonly DraftRule[], from: string, to: string): DraftRule[] {
  const text = (original: string) => original.replaceAll(`<${from}>`, `<${to}>`);
  return rules.map((rule) => ({
    ...rule,
    conditions: rule.conditions.map((one) => renamedCondition(one, text)),
    until: rule.until?.map((one) => renamedCondition(one, text)) ?? null,
    ...Object.fromEntries(TEXT_FIELDS.map((field) => [field, text(rule[field])])),
    ...renamedNumbers(rule, DELAYS, text),
    enrichment: rule.enrichment.map(({ key, value }) => ({ key, value: text(value) })),
  }));
}

type Rewrite = (text: string) => string;

function renamedNumbers<Field extends string>(
  from: { readonly [Name in Field]?: NumberOrReference | null },
  fields: readonly Field[],
  text: Rewrite,
): Record<string, string> {
  const changed = fields.flatMap((field): [string, string][] => {
    const given = from[field];
    return typeof given === "string" ? [[field, text(given)]] : [];
  });
  return Object.fromEntries(changed);
}

function renamedCondition(condition: DraftCondition, text: Rewrite): DraftCondition {
  return mappedComparisons(condition, (comparison) => renamedComparison(comparison, text));
}

function renamedComparison(comparison: DraftComparison, text: Rewrite): DraftComparison {
  const operand = (original: DraftOperand) => typeof original === "string" ? text(original) : original;
  const { stream, expression, of, limit, value, comparison: counted } = comparison;
  const values = (of: DraftOperand | DraftOperand[]) => Array.isArray(of) ? of.map(operand) : operand(of);
  return {
    ...comparison,
    ...renamedNumbers(comparison, COMPARISON_NUMBERS, text),
    ...counted !== undefined && {
      comparison: {
        ...counted,
        ...counted.value !== undefined && { value: values(counted.value) },
        ...renamedNumbers(counted, ["deadband"], text),
      },
    },
    ...stream !== undefined && { stream: text(stream) },
    ...expression !== undefined && { expression: text(expression) },
    ...of !== undefined && { of: text(of) },
    ...limit !== undefined && { limit: operand(limit) },
    ...value !== undefined && { value: values(value) },
  };
}

/** The type of the placeholder that a text refers to; undefined for stream names and unknown placeholders. */
export function typeOfReference(
  text: string,
  placeholders: TemplateDraft["placeholders"],
): DataType | undefined {
  const name = wholeReference(text);
  return placeholders.find(({ placeholder_name }) => placeholder_name === name)?.data_type;
}

/** Typed text as a placeholder name: "inlet pressure" becomes INLET_PRESSURE. */
export function placeholderName(typed: string): string {
  const plain = typed.normalize("NFD").replace(/\p{M}/gu, "");
  return plain.toUpperCase().replace(/[\s.-]+/g, "_").replace(/[^A-Z0-9_]/g, "").slice(0, 64);
}

/** An unused name: VALUE, VALUE_2, … */
export function freeName(preferred: string, taken: readonly string[]): string {
  if (!taken.includes(preferred)) return preferred;
  for (let number = 2;; number++) {
    const name = `${preferred.slice(0, 60)}_${number}`;
    if (!taken.includes(name)) return name;
  }
}

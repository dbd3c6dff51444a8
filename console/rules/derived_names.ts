import { referencesIn, wholeReference } from "../../domain/rule/references.ts";
import {
  type DraftComparison,
  type DraftCondition,
  type DraftRule,
  groupOf,
  isGroup,
  isNot,
} from "./draft.ts";
import { operatorLook } from "./operator_table.ts";

/** The names that a rule's first comparison gives it. */
export interface DerivedNames {
  /** "Too high", and "Pressure too high" where another rule has that name. */
  rule: [short: string, long: string];
  /** `<PRESSURE>.High`; empty without a stream. */
  event: string;
}

export function derivedNames(conditions: readonly DraftCondition[]): DerivedNames {
  const first = firstComparison(conditions[0], false);
  if (first === undefined) return { rule: ["New rule", "New rule"], event: "" };
  const { comparison: { stream: read = "", expression, operator }, isNegated } = first;
  const { ruleName, eventSuffix } = operatorLook(operator);
  const stream = expression === undefined ? read : firstReference(expression);
  const own = expression === undefined ? ruleName : `Calculated value ${lowered(ruleName)}`;
  const named = isNegated ? `Not ${lowered(own)}` : own;
  const voted = votesOf(conditions[0]);
  const short = voted === "" ? named : `${voted} ${lowered(named)}`;
  const long = `${subjectOf(stream)} ${lowered(short)}`.trim();
  const prefix = `${expression === undefined ? "" : "Calculated"}${isNegated ? "Not" : ""}`;
  const event = stream === "" ? "" : `${stream}.${prefix}${eventSuffix}`;
  return { rule: [short, raised(long)], event };
}

/** The first of these names that no other rule has. */
export function freeRuleName({ rule: [short, long] }: DerivedNames, taken: readonly string[]): string {
  return taken.includes(short) ? long : short;
}

function firstComparison(
  condition: DraftCondition | undefined,
  isNegated: boolean,
): { comparison: DraftComparison; isNegated: boolean } | undefined {
  if (condition === undefined) return undefined;
  if (isNot(condition)) return firstComparison(condition.not, !isNegated);
  if (isGroup(condition)) return firstComparison(groupOf(condition).conditions[0], isNegated);
  return { comparison: condition, isNegated };
}

/** The first placeholder of an expression, which tells the machines apart. */
function firstReference(expression: string): string {
  const [first] = referencesIn(expression);
  return first === undefined ? "" : `<${first}>`;
}

/** "2 of 3" of a group of at least two of three conditions. */
function votesOf(condition: DraftCondition | undefined): string {
  if (condition === undefined || !("at_least" in condition)) return "";
  return `${condition.at_least} of ${condition.conditions.length}`;
}

/** `<INLET_PRESSURE>` is "inlet pressure", and `Line1.Pump.Pressure` "Pressure". */
function subjectOf(stream: string): string {
  const name = wholeReference(stream);
  return name === undefined ? stream.split(".").at(-1) ?? "" : name.toLowerCase().replaceAll("_", " ");
}

function lowered(text: string): string {
  return text.charAt(0).toLowerCase() + text.slice(1);
}

function raised(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1);
}

interface FollowOptions {
  /** The names and identifiers of the other rules. */
  others: readonly Pick<DraftRule, "rule_id" | "rule_name">[];
  /** Its events know the identifier, which stays. */
  isStored: boolean;
}

/**
 * A rule with changed conditions, `after`: its names follow the first comparison as long as they are those that the
 * comparison gave it `before`, and the identifier of a new rule follows its name.
 */
export function followingNames(
  { before, after }: { before: DraftRule; after: DraftRule },
  { others, isStored }: FollowOptions,
): DraftRule {
  const was = derivedNames(before.conditions), is = derivedNames(after.conditions);
  const event_name = after.event_name === was.event ? is.event : after.event_name;
  if (!was.rule.includes(after.rule_name)) return { ...after, event_name };
  const isFull = after.rule_name !== was.rule[0];
  const rule_name = isFull ? is.rule[1] : freeRuleName(is, others.map((other) => other.rule_name));
  const ids = others.map(({ rule_id }) => rule_id);
  const isOwnId = isStored || after.rule_id !== ruleId(after.rule_name, ids);
  return { ...after, event_name, rule_name, rule_id: isOwnId ? after.rule_id : ruleId(rule_name, ids) };
}

/** "Too high!" becomes too_high, or too_high_2 if that is taken. */
export function ruleId(name: string, taken: readonly string[]): string {
  const plain = name.toLowerCase().replace(/[^\p{L}\p{N}]+/gu, "_").replace(/^_+|_+$/g, "").slice(0, 60) ||
    "rule";
  if (!taken.includes(plain)) return plain;
  for (let number = 2;; number++) {
    if (!taken.includes(`${plain}_${number}`)) return `${plain}_${number}`;
  }
}

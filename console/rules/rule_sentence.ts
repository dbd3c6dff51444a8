import type { BoundTrigger } from "../../domain/evaluation/types.ts";
import type { NumberOrReference } from "../../domain/rule/constants.ts";
import { RULE_LIMITS } from "../../domain/rule/limits.ts";
import { numberText } from "../parts/numbers.ts";
import { durationText } from "../parts/plant_time.ts";
import {
  type DraftComparison,
  type DraftCondition,
  type DraftOperand,
  type DraftRule,
  groupOf,
  isGroup,
  isNot,
} from "./draft.ts";
import { type OperatorLook, operatorLook } from "./operator_table.ts";

const MISSING = "…";

/** A rule as a sentence; placeholders appear as `<NAME>`, missing values as "…". */
export function ruleSentence(rule: DraftRule): string {
  const { logic, conditions, severity, event_name, on_delay_seconds: on, off_delay_seconds: off } = rule;
  const { re_alarm_minutes: again, until } = rule;
  const condition = listedText(conditions, logic);
  const lasts = isSet(on) ? ` for ${secondsText(on)}` : "";
  const article = severity === "info" || severity === "error" ? "an" : "a";
  const ends = until === null
    ? isSet(off) ? `this has been false for ${secondsText(off)}` : "this is false"
    : `${listedText(until, "all")}${isSet(off) ? ` for ${secondsText(off)}` : ""}`;
  return `When ${condition}${lasts}, raise ${article} ${severity} event “${
    event_name || MISSING
  }”; it ends when ${ends}.${again === null ? "" : ` Re-alarm ${reAlarmText(again)}.`}`;
}

/** When an acknowledged event that is still active needs a new acknowledgement. */
export function reAlarmText(minutes: number | null): string {
  return minutes === null ? "never" : `${secondsText(minutes * 60)} after each acknowledgement`;
}

/** A condition as text; nested groups are in parentheses. */
export function conditionText(condition: DraftCondition, inside = false): string {
  if (isNot(condition)) return `not (${conditionText(condition.not)})`;
  if (!isGroup(condition)) return comparisonText(condition);
  const { logic, conditions } = groupOf(condition);
  if (typeof logic === "number") {
    return `at least ${logic} of these are true (${conditions.map((one) => conditionText(one)).join("; ")})`;
  }
  const words = listedText(conditions, logic);
  return inside && conditions.length > 1 ? `(${words})` : words;
}

function listedText(conditions: readonly DraftCondition[], logic: "all" | "any"): string {
  if (conditions.length === 0) return MISSING;
  const inside = conditions.length > 1;
  return conditions.map((one) => conditionText(one, inside)).join(logic === "all" ? " and " : " or ");
}

function comparisonText(comparison: DraftComparison): string {
  const look = operatorLook(comparison.operator);
  const subject = subjectText(comparison, look);
  const notes = [resetText(comparison, look), ...optionTexts(comparison, look)].filter((note) => note !== "");
  return `${subject} ${predicate(comparison, look)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}

/** The stream or expression, or the comparison that is counted: `“<RUN> is true”`. */
function subjectText({ stream, expression, comparison }: DraftComparison, look: OperatorLook): string {
  if (look.comparison !== true) return expression?.trim() || stream || MISSING;
  return `“${comparison === undefined ? MISSING : comparisonText({ ...comparison, stream })}”`;
}

/** The operator and its operands: "is above 80". */
function predicate(comparison: DraftComparison, look: OperatorLook): string {
  const { value, of, limit, tolerance, window_seconds: seconds } = comparison;
  const [low, high] = Array.isArray(value) ? value : [value];
  const unit = look.value?.meaning === undefined ? comparison.unit : null;
  const textOf = (one: DraftOperand | undefined) =>
    unit && operandText(one) !== MISSING ? `${operandText(one)} ${unit}` : operandText(one);
  return look.sentence({
    value: valueText(value, look, textOf),
    low: textOf(low),
    high: textOf(high),
    of: of || MISSING,
    limit: operandText(limit),
    window: `the last ${secondsText(seconds ?? RULE_LIMITS.defaultWindowSeconds)}`,
    tolerance: numberText(tolerance ?? 0),
  });
}

/** What is counted, of an instance: "is above 80". */
export function countedText({ operator, operands, tolerance }: BoundTrigger): string {
  const look = operatorLook(operator);
  const values = operands.flatMap((one) => "literal" in one ? [one.literal] : []);
  return predicate({
    stream: "",
    operator,
    tolerance,
    value: look.value === null ? undefined : look.value.kind === "one" ? values[0] : values,
  }, look);
}

type TextOf = (operand: DraftOperand | undefined) => string;

function valueText(value: DraftComparison["value"], look: OperatorLook, textOf: TextOf): string {
  if (look.value?.kind === "list") return listText(value, textOf);
  if (look.value?.meaning?.kind === "seconds") return operandSeconds(value);
  return textOf(Array.isArray(value) ? value[0] : value);
}

function listText(value: DraftComparison["value"], textOf: TextOf): string {
  const all = Array.isArray(value) ? value : [];
  return all.length === 0 ? MISSING : all.map(textOf).join(", ");
}

function operandText(value: DraftOperand | undefined): string {
  if (value === null || value === undefined || value === "") return MISSING;
  if (typeof value === "number") return numberText(value);
  if (typeof value !== "string") return String(value);
  return /^<[A-Z][A-Z0-9_]{0,63}>$/.test(value) ? value : `“${value}”`;
}

function operandSeconds(value: DraftComparison["value"]): string {
  return typeof value === "number" ? secondsText(value) : Array.isArray(value) ? MISSING : operandText(value);
}

/** The effect of a deadband, with the resulting limit if it is known. */
function resetText({ value, deadband }: DraftComparison, look: OperatorLook): string {
  const band = deadband ?? 0, sides = look.deadband ?? [];
  if (!isSet(band)) return "";
  if (typeof band === "string") return `deadband ${band}`;
  if (typeof value !== "number" || sides.length !== 1) return `deadband ${numberText(band)}`;
  const rests = look.explanation.false;
  const side = rests === "above" || rests === "below" ? rests : "at";
  return `until back ${side} ${numberText(rounded(value + sides[0]! * band))}`;
}

/** Removes floating-point noise: 80 − 0.1 is 79.9. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

function optionTexts(
  { tolerance, rollover, ignore_case, max_age_seconds, accept_uncertain }: DraftComparison,
  look: OperatorLook,
): string[] {
  return [
    look.tolerance === "equality" && (tolerance ?? 0) > 0 ? `± ${numberText(tolerance ?? 0)}` : "",
    look.tolerance === "fall" && (tolerance ?? 0) > 0
      ? `a fall up to ${numberText(tolerance ?? 0)} counts 0`
      : "",
    rollover ? `starts again from 0 after ${numberText(rollover)}` : "",
    ignore_case === true ? "ignoring case" : "",
    isSet(max_age_seconds) ? `values up to ${secondsText(max_age_seconds)} old` : "",
    accept_uncertain === true ? "accepts uncertain values" : "",
  ];
}

/** Whether a number says something: it is above 0, or each machine has its own. */
export function isSet(value: NumberOrReference | null | undefined): boolean {
  return typeof value === "string" || (value ?? 0) > 0;
}

/** `1.5 s`, `10 s`, `5 min`, `<DELAY> s`. */
export function secondsText(value: NumberOrReference | null | undefined): string {
  const total = value ?? 0;
  if (typeof total === "string" || !Number.isInteger(total)) return `${total} s`;
  return durationText(total * 1_000).replace(/ 0 (min|h)$/, "");
}

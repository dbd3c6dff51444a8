import { RULE_LIMITS } from "../../domain/rule/limits.ts";
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

/** A rule as one reads it aloud; placeholders stand as `<NAME>`, what is missing as "…". */
export function ruleSentence(rule: DraftRule): string {
  const { logic, conditions, severity, event_name, on_delay_seconds: on, off_delay_seconds: off } = rule;
  const holds = listWords(conditions, logic);
  const lasts = seconds(on) > 0 ? ` for ${secondsText(on)}` : "";
  const article = severity === "info" || severity === "error" ? "an" : "a";
  const ends = seconds(off) > 0
    ? `once it no longer holds for ${secondsText(off)}`
    : "once it no longer holds";
  return `When ${holds}${lasts}, raise ${article} ${severity} event “${
    event_name || MISSING
  }”; it ends ${ends}.`;
}

/** A condition in words, a group in brackets when it stands within another. */
export function conditionWords(condition: DraftCondition, inside = false): string {
  if (isNot(condition)) return `not (${conditionWords(condition.not)})`;
  if (!isGroup(condition)) return comparisonWords(condition);
  const { logic, conditions } = groupOf(condition);
  const words = listWords(conditions, logic);
  return inside && conditions.length > 1 ? `(${words})` : words;
}

function listWords(conditions: readonly DraftCondition[], logic: "all" | "any"): string {
  if (conditions.length === 0) return MISSING;
  const inside = conditions.length > 1;
  return conditions.map((one) => conditionWords(one, inside)).join(logic === "all" ? " and " : " or ");
}

function comparisonWords(comparison: DraftComparison): string {
  const subject = comparison.stream || MISSING;
  const look = operatorLook(comparison.operator);
  const notes = [resetWords(comparison, look), ...optionWords(comparison, look)].filter((note) =>
    note !== ""
  );
  return `${subject} ${predicate(comparison, look)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}

/** From the operator on: "is above 80". */
function predicate(comparison: DraftComparison, look: OperatorLook): string {
  const { value, of, limit, tolerance, window_seconds: seconds } = comparison;
  const [low, high] = Array.isArray(value) ? value : [value];
  return look.sentence({
    value: valueText(value, look),
    low: operandText(low),
    high: operandText(high),
    of: of || MISSING,
    limit: operandText(limit),
    window: `the last ${secondsText(seconds ?? RULE_LIMITS.defaultWindowSeconds)}`,
    tolerance: String(tolerance ?? 0),
  });
}

function valueText(value: DraftComparison["value"], look: OperatorLook): string {
  if (look.value?.kind === "list") return listText(value);
  if (look.value?.meaning?.kind === "seconds") return operandSeconds(value);
  return operandText(Array.isArray(value) ? value[0] : value);
}

function listText(value: DraftComparison["value"]): string {
  const all = Array.isArray(value) ? value : [];
  return all.length === 0 ? MISSING : all.map(operandText).join(", ");
}

function operandText(value: DraftOperand | undefined): string {
  if (value === null || value === undefined || value === "") return MISSING;
  if (typeof value !== "string") return String(value);
  return /^<[A-Z][A-Z0-9_]{0,63}>$/.test(value) ? value : `“${value}”`;
}

function operandSeconds(value: DraftComparison["value"]): string {
  return typeof value === "number" ? secondsText(value) : Array.isArray(value) ? MISSING : operandText(value);
}

/** What a deadband means, with the figure where it can be told. */
function resetWords({ value, deadband }: DraftComparison, look: OperatorLook): string {
  const band = deadband ?? 0, sides = look.deadband ?? [];
  if (band === 0) return "";
  if (typeof value !== "number" || sides.length !== 1) return `resets ${band} beyond it`;
  const rests = look.explanation.false;
  const side = rests === "above" || rests === "below" ? rests : "at";
  return `until it is back ${side} ${rounded(value + sides[0] * band)}`;
}

/** 80 − 0.1 is 79.9, whatever a float says. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

function optionWords(
  { tolerance, ignore_case, max_age_seconds, accept_uncertain }: DraftComparison,
  look: OperatorLook,
): string[] {
  return [
    look.tolerance !== "movement" && (tolerance ?? 0) > 0 ? `± ${tolerance}` : "",
    ignore_case === true ? "upper and lower case alike" : "",
    (max_age_seconds ?? 0) > 0 ? `unknown when older than ${secondsText(max_age_seconds)}` : "",
    accept_uncertain === true ? "uncertain values count" : "",
  ];
}

function seconds(given: number | null | undefined): number {
  return given ?? 0;
}

/** `1.5 s`, `10 s`, `5 min`. */
export function secondsText(given: number | null | undefined): string {
  const all = seconds(given);
  if (!Number.isInteger(all)) return `${all} s`;
  return durationText(all * 1_000).replace(/ 0 (min|h)$/, "");
}

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
import { operatorLook } from "./operator_table.ts";

const MISSING = "…";
const DEFAULT_WINDOW_SECONDS = 60;

/** A rule as a sentence; placeholders appear as `<NAME>`, missing values as "…". */
export function ruleSentence(rule: DraftRule): string {
  const { logic, conditions, severity, event_name, on_delay_seconds: on, off_delay_seconds: off } = rule;
  const condition = listedText(conditions, logic);
  const lasts = seconds(on) > 0 ? ` for ${secondsText(on)}` : "";
  const article = severity === "info" || severity === "error" ? "an" : "a";
  const ends = seconds(off) > 0 ? `when this has been false for ${secondsText(off)}` : "when this is false";
  return `When ${condition}${lasts}, raise ${article} ${severity} event “${
    event_name || MISSING
  }”; it ends ${ends}.`;
}

/** A condition as text; nested groups are in parentheses. */
export function conditionText(condition: DraftCondition, inside = false): string {
  if (isNot(condition)) return `not (${conditionText(condition.not)})`;
  if (!isGroup(condition)) return comparisonText(condition);
  const { logic, conditions } = groupOf(condition);
  const words = listedText(conditions, logic);
  return inside && conditions.length > 1 ? `(${words})` : words;
}

function listedText(conditions: readonly DraftCondition[], logic: "all" | "any"): string {
  if (conditions.length === 0) return MISSING;
  const inside = conditions.length > 1;
  return conditions.map((one) => conditionText(one, inside)).join(logic === "all" ? " and " : " or ");
}

function comparisonText(comparison: DraftComparison): string {
  const subject = comparison.stream || MISSING;
  const notes = [resetText(comparison), ...optionTexts(comparison)].filter((note) => note !== "");
  return `${subject} ${predicate(comparison)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}

/** The operator and its operands: "is above 80". */
function predicate(comparison: DraftComparison): string {
  const { operator, value } = comparison;
  const look = operatorLook(operator);
  const first = operandText(Array.isArray(value) ? value[0] : value);
  const second = operandText(Array.isArray(value) ? value[1] : undefined);
  const within = `the last ${secondsText(comparison.window_seconds ?? DEFAULT_WINDOW_SECONDS)}`;
  switch (operator) {
    case "between":
      return `is between ${first} and ${second}`;
    case "outside":
      return `is below ${first} or above ${second}`;
    case "bit_set":
      return `has bit ${first} set`;
    case "bit_clear":
      return `has bit ${first} clear`;
    case "deviation_above":
      return `differs by more than ${first} from ${comparison.of || MISSING}`;
    case "changed":
      return `has changed in ${within}`;
    case "stale_for":
      return `has had no data for ${operandSeconds(value)}`;
    case "flat_for":
      return `has not changed by more than ${numberText(comparison.tolerance ?? 0)} for ${
        operandSeconds(value)
      }`;
    case "rate_above":
    case "rate_below":
      return `${
        operator === "rate_above" ? "rises by more" : "rises by less"
      } than ${first} per second over ${within}`;
    case "stddev_above":
      return `varies by more than ${first} (standard deviation) over ${within}`;
    case "count_above":
      return `was above ${operandText(comparison.limit)} in more than ${first} samples of ${within}`;
    case "max_above":
      return `was above ${first} at any time in ${within}`;
    case "min_below":
      return `was below ${first} at any time in ${within}`;
    case "avg_above":
    case "avg_below":
      return `is ${operator === "avg_above" ? "above" : "below"} ${first} on average over ${within}`;
  }
  if (look.value === undefined) return look.label;
  if (look.value.kind === "list") return `${look.label} ${listText(value)}`;
  return `${look.label} ${look.value.kind === "range" ? `${first} and ${second}` : first}`;
}

function listText(value: DraftComparison["value"]): string {
  const all = Array.isArray(value) ? value : [];
  return all.length === 0 ? MISSING : all.map(operandText).join(", ");
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
function resetText({ operator, value, deadband }: DraftComparison): string {
  const band = deadband ?? 0;
  if (band === 0) return "";
  const upwards = operator === "greater_than" || operator === "greater_or_equal" ||
    operator.endsWith("_above");
  const downwards = operator === "less_than" || operator === "less_or_equal" || operator.endsWith("_below");
  if (typeof value !== "number" || !(upwards || downwards)) return `deadband ${numberText(band)}`;
  const rest = rounded(upwards ? value - band : value + band);
  const side = operator === "greater_or_equal" ? "below" : operator === "less_or_equal" ? "above" : "at";
  return `until back ${side} ${numberText(rest)}`;
}

/** Removes floating-point noise: 80 − 0.1 is 79.9. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

function optionTexts(
  { operator, tolerance, ignore_case, max_age_seconds, accept_uncertain }: DraftComparison,
): string[] {
  return [
    operator !== "flat_for" && (tolerance ?? 0) > 0 ? `± ${numberText(tolerance ?? 0)}` : "",
    ignore_case === true ? "ignoring case" : "",
    (max_age_seconds ?? 0) > 0 ? `values up to ${secondsText(max_age_seconds)} old` : "",
    accept_uncertain === true ? "accepts uncertain values" : "",
  ];
}

function seconds(value: number | null | undefined): number {
  return value ?? 0;
}

/** `1.5 s`, `10 s`, `5 min`. */
export function secondsText(value: number | null | undefined): string {
  const total = seconds(value);
  if (!Number.isInteger(total)) return `${total} s`;
  return durationText(total * 1_000).replace(/ 0 (min|h)$/, "");
}

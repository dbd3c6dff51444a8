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
  const notes = [resetWords(comparison), ...optionWords(comparison)].filter((note) => note !== "");
  return `${subject} ${predicate(comparison)}${notes.length === 0 ? "" : ` (${notes.join(", ")})`}`;
}

/** From the operator on: "is above 80". */
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
      return `is more than ${first} away from ${comparison.of || MISSING}`;
    case "changed":
      return `has changed in ${within}`;
    case "stale_for":
      return `has sent nothing for ${operandSeconds(value)}`;
    case "flat_for":
      return `has not moved by more than ${comparison.tolerance ?? 0} for ${operandSeconds(value)}`;
    case "rate_above":
    case "rate_below":
      return `${
        operator === "rate_above" ? "rises by more" : "rises by less"
      } than ${first} a second over ${within}`;
    case "stddev_above":
      return `scatters by more than ${first} (standard deviation) over ${within}`;
    case "count_above":
      return `was above ${operandText(comparison.limit)} in more than ${first} samples of ${within}`;
    case "max_above":
      return `was above ${first} at some time in ${within}`;
    case "min_below":
      return `was below ${first} at some time in ${within}`;
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
  if (typeof value !== "string") return String(value);
  return /^<[A-Z][A-Z0-9_]{0,63}>$/.test(value) ? value : `“${value}”`;
}

function operandSeconds(value: DraftComparison["value"]): string {
  return typeof value === "number" ? secondsText(value) : Array.isArray(value) ? MISSING : operandText(value);
}

/** What a deadband means, with the figure where it can be told. */
function resetWords({ operator, value, deadband }: DraftComparison): string {
  const band = deadband ?? 0;
  if (band === 0) return "";
  const upwards = operator === "greater_than" || operator === "greater_or_equal" ||
    operator.endsWith("_above");
  const downwards = operator === "less_than" || operator === "less_or_equal" || operator.endsWith("_below");
  if (typeof value !== "number" || !(upwards || downwards)) return `resets ${band} beyond it`;
  const rest = rounded(upwards ? value - band : value + band);
  const side = operator === "greater_or_equal" ? "below" : operator === "less_or_equal" ? "above" : "at";
  return `until it is back ${side} ${rest}`;
}

/** 80 − 0.1 is 79.9, whatever a float says. */
function rounded(value: number): number {
  return Number(value.toPrecision(12));
}

function optionWords(
  { operator, tolerance, ignore_case, max_age_seconds, accept_uncertain }: DraftComparison,
): string[] {
  return [
    operator !== "flat_for" && (tolerance ?? 0) > 0 ? `± ${tolerance}` : "",
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

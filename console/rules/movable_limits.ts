import { wholeReference } from "../../domain/rule/references.ts";
import {
  type DraftComparison,
  type DraftCondition,
  type DraftRule,
  groupOf,
  isGroup,
  isNot,
} from "./draft.ts";
import { operatorLook } from "./operator_table.ts";

/** A limit of a rule that is a number, or not entered yet. */
export interface MovableLimit {
  /** Its place in the draft: `rules.0.conditions.1.value`. */
  path: string;
  value: number | null;
  name: "limit" | "low limit" | "high limit";
  /** Where a value violates it; undefined if that is between two limits. */
  side?: "above" | "below";
}

/** The limits of a rule on the stream that its first comparison with a limit reads. */
export interface LimitsOnStream {
  stream: string;
  limits: readonly MovableLimit[];
}

/** The limits that a person can move on a chart; undefined where the rule has none, or its stream is not bound. */
export function movableLimits(
  { conditions }: Pick<DraftRule, "conditions">,
  { path, bindings }: { path: string; bindings: Readonly<Record<string, string>> },
): LimitsOnStream | undefined {
  const found = comparisonsAt(conditions, `${path}.conditions`).flatMap(({ path, comparison }) => {
    const limits = limitsOf(comparison, path), { stream = "" } = comparison;
    return limits.length === 0 ? [] : [{ stream: boundTo(stream, bindings), limits }];
  });
  const stream = found.find((one) => one.stream !== "")?.stream;
  if (stream === undefined) return undefined;
  return { stream, limits: found.filter((one) => one.stream === stream).flatMap(({ limits }) => limits) };
}

function boundTo(stream: string, bindings: Readonly<Record<string, string>>): string {
  const name = wholeReference(stream);
  return name === undefined ? stream : bindings[name] ?? "";
}

interface Placed {
  path: string;
  comparison: DraftComparison;
}

function comparisonsAt(conditions: readonly DraftCondition[], path: string): Placed[] {
  return conditions.flatMap((condition, index) => placed(condition, `${path}.${index}`));
}

function placed(condition: DraftCondition, path: string): Placed[] {
  if (isNot(condition)) return placed(condition.not, `${path}.not`);
  if (!isGroup(condition)) return [{ path, comparison: condition }];
  const { field, conditions } = groupOf(condition);
  return comparisonsAt(conditions, `${path}.${field}`);
}

/** Limits that each machine has of its own stand at its instance. */
function limitsOf({ operator, value, expression }: DraftComparison, path: string): MovableLimit[] {
  const { threshold, value: takes } = operatorLook(operator);
  const isFree = (one: unknown) => one === null || one === undefined || typeof one === "number";
  if (expression !== undefined || threshold === "none") return [];
  if (takes?.kind === "range") {
    const ends = Array.isArray(value) ? value : [];
    return RANGE.flatMap(({ name, side }, at) => {
      const end = ends[at] ?? null, limit = { path: `${path}.value.${at}`, value: numberOf(end), name };
      return isFree(end) ? [threshold === "outside" ? { ...limit, side } : limit] : [];
    });
  }
  if (!isFree(value) || (threshold !== "above" && threshold !== "below")) return [];
  return [{ path: `${path}.value`, value: numberOf(value), name: "limit", side: threshold }];
}

const RANGE = [{ name: "low limit", side: "below" }, { name: "high limit", side: "above" }] as const;

function numberOf(value: unknown): number | null {
  return typeof value === "number" ? value : null;
}

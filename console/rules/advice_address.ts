import type { NumberOrReference } from "../../domain/rule/constants.ts";
import { DEFAULT_SPAN, spanFor } from "../backtest/spans.ts";
import { type DraftComparison, type DraftCondition, isGroup, isNot, type TemplateDraft } from "./draft.ts";
import { operatorLook } from "./operator_table.ts";

/** The parts of an advice that change a template. */
interface Advised {
  kind: string;
  template_id: number | null;
  rule_id: string | null;
  /** The delay, for advice on delays. */
  seconds: number | null;
  deadband?: number | null;
}

/** The address of the template editor with the advised change and its instance filled in. */
export function adviceAddress(
  { kind, template_id, rule_id, seconds, deadband = null }: Advised,
  { instance, hours }: { instance: number | null; hours: number },
): string | undefined {
  if (template_id === null) return undefined;
  const query = new URLSearchParams();
  const amount = kind === "deadband" ? deadband : seconds;
  if (isFillable(kind) && rule_id !== null && amount !== null) {
    query.set("advice", kind);
    query.set("for", rule_id);
    query.set("amount", String(amount));
  }
  if (instance !== null) query.set("instance", String(instance));
  const span = spanFor(hours);
  if (span !== DEFAULT_SPAN) query.set("span", span);
  return query.size === 0 ? `/rules/${template_id}` : `/rules/${template_id}?${query}`;
}

const KINDS = ["on_delay", "off_delay", "deadband"] as const;
export type AdvisedKind = typeof KINDS[number];

/** The address parameters of an advice, removed once it is applied. */
export const ADVICE_PARAMETERS = ["advice", "for", "amount"] as const;

/** An advised change of a rule. */
export interface AdvisedChange {
  ruleId: string;
  kind: AdvisedKind;
  /** Seconds of a delay, or a deadband in the stream's unit. */
  amount: number;
}

export function advisedChange(
  query: Readonly<Record<string, string | undefined>>,
): AdvisedChange | undefined {
  const { advice = "", for: ruleId } = query;
  const amount = Number(query.amount);
  if (!isFillable(advice) || ruleId === undefined || !(amount > 0)) return undefined;
  return { ruleId, kind: advice, amount };
}

/** The rule and field to change; undefined if there is none, it has this value, or each machine has its own. */
export function advisedField({ rules }: TemplateDraft, { ruleId, kind, amount }: AdvisedChange) {
  const index = rules.findIndex(({ rule_id }) => rule_id === ruleId);
  if (index < 0) return undefined;
  const rule = rules[index]!;
  if (kind !== "deadband") {
    const field = `${kind}_seconds` as const;
    return isFixed(rule[field], amount) ? undefined : { index, rule, path: `rules.${index}.${field}` };
  }
  const threshold = rule.until === null ? thresholdOf(rule.conditions) : undefined;
  if (threshold === undefined || isFixed(threshold.comparison.deadband, amount)) return undefined;
  return { index, rule, path: `rules.${index}.conditions.${threshold.index}.deadband` };
}

function isFixed(given: NumberOrReference | null | undefined, amount: number): boolean {
  return given === amount || typeof given === "string";
}

/** The only comparison with a number; other rules get no advice on deadbands. */
function thresholdOf(conditions: readonly DraftCondition[]) {
  const found = conditions.flatMap((condition, index) =>
    isThreshold(condition) ? [{ index, comparison: condition }] : []
  );
  return found.length === 1 ? found[0] : undefined;
}

function isThreshold(condition: DraftCondition): condition is DraftComparison {
  if (isGroup(condition) || isNot(condition) || typeof condition.value !== "number") return false;
  const { threshold } = operatorLook(condition.operator);
  return threshold === "above" || threshold === "below";
}

function isFillable(kind: string): kind is AdvisedKind {
  return KINDS.some((one) => one === kind);
}

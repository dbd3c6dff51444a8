import { checkRules } from "../rule/check.ts";
import { conditionsSchema, placeholdersSchema, ruleSchema, rulesSchema } from "../rule/schema.ts";
import type { Condition, Rule } from "../rule/types.ts";
import { type Issue, MOST_ISSUES } from "../shared/refusal.ts";
import { foundIssues } from "../shared/schema.ts";
import { type SizedTemplate, templateSizeIssues } from "./size.ts";

/**
 * Checks of a body's rules and placeholders beyond their shape. Fields with a wrong shape are replaced first,
 * so that all problems are reported together. Its size comes before all else.
 */
export function templateIssues(given: SizedTemplate): Issue[] {
  const tooLarge = templateSizeIssues(given);
  if (tooLarge.length > 0) return tooLarge;
  const placeholders = placeholdersSchema.safeParse(given.placeholders);
  if (!placeholders.success || !Array.isArray(given.rules)) return [];
  const rules = checkableRules(given.rules);
  if (rules === undefined) return [];
  return [
    ...checkRules(rules, placeholders.data),
    ...templateSizeIssues({ ...given, rules, placeholders: placeholders.data }),
  ];
}

/** Rules of a right shape; undefined when their shapes have as many problems as are told. */
function checkableRules(given: unknown[]): Rule[] | undefined {
  const parsed = rulesSchema.safeParse(given);
  if (parsed.success) return parsed.data;
  if (foundIssues(parsed.error).length >= MOST_ISSUES) return undefined;
  return given.map(checkableRule);
}

/** A condition without a problem and without a placeholder. */
const NEUTRAL_CONDITION: Condition = { stream: "-", operator: "is_true" };

/** The rule, with each field of a wrong shape replaced by a valid one. */
function checkableRule(given: unknown, index: number): Rule {
  const whole = ruleSchema.safeParse(given);
  if (whole.success) return whole.data;
  const fields: Record<string, unknown> = typeof given === "object" && given !== null ? { ...given } : {};
  const kept = Object.entries(fields).filter(([name, value]) => isRuleField(name, value));
  return ruleSchema.parse({
    rule_id: `\ue000${index}`,
    rule_name: "-",
    event_name: "-",
    ...Object.fromEntries(kept),
    conditions: checkableList(fields.conditions) ?? [NEUTRAL_CONDITION],
    until: checkableList(fields.until) ?? null,
  });
}

function isRuleField(name: string, value: unknown): boolean {
  const found = Object.entries(ruleSchema.shape).find(([field]) => field === name);
  return found !== undefined && found[1].safeParse(value).success;
}

function checkableList(given: unknown): Condition[] | undefined {
  if (!Array.isArray(given) || given.length === 0) return undefined;
  return given.slice(0, 50).map(checkableCondition);
}

function checkableCondition(given: unknown): Condition {
  const parsed = conditionsSchema.safeParse([given]);
  return parsed.data?.[0] ?? NEUTRAL_CONDITION;
}

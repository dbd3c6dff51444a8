import type { Schemas } from "../api/client.ts";
import type { Issue } from "../api/problem.ts";
import {
  type DraftComparison,
  type DraftCondition,
  type DraftRule,
  groupOf,
  isGroup,
  isNot,
  type TemplateDraft,
} from "./draft.ts";
import { operandTypesBeside, type OperatorLook, operatorLook } from "./operator_table.ts";

type Stored = Pick<
  Schemas["Template"],
  "name" | "description" | "category" | "color" | "is_active" | "allow_instances" | "rules" | "placeholders"
>;
type Body = Stored & { package_id: number };

/** The draft of a stored or imported template. */
export function draftOf(template: Stored & { package_id?: number }): TemplateDraft {
  const { name, description, category, color, package_id, is_active, allow_instances, placeholders } =
    template;
  return {
    name,
    description,
    category,
    color,
    package_id: package_id ?? null,
    is_active,
    allow_instances,
    rules: template.rules.map(draftRule),
    placeholders,
  };
}

export function draftRule(rule: Schemas["Rule"]): DraftRule {
  const { display_name, enrichment, cause, consequence, action, ...rest } = rule;
  return {
    ...rest,
    display_name: display_name ?? "",
    enrichment: Object.entries(enrichment).map(([key, value]) => ({ key, value })),
    cause: cause ?? "",
    consequence: consequence ?? "",
    action: action ?? "",
  };
}

/** The API body of a draft. Empty values are omitted, so that the server reports them as missing at their fields. */
export function bodyOf(draft: TemplateDraft): Body {
  return asBody({ ...draft, package_id: draft.package_id ?? undefined, rules: draft.rules.map(ruleBody) });
}

/** The server validates it; its issues are displayed at their fields. */
function asBody(value: unknown): Body {
  return value as Body;
}

function ruleBody(rule: DraftRule) {
  const { conditions, enrichment, cause, consequence, action, on_delay_seconds, off_delay_seconds } = rule;
  return {
    ...rule,
    conditions: conditions.map(conditionBody),
    enrichment: Object.fromEntries(
      enrichment.filter(({ key }) => key !== "").map(({ key, value }) => [key, value]),
    ),
    on_delay_seconds: on_delay_seconds ?? 0,
    off_delay_seconds: off_delay_seconds ?? 0,
    display_name: rule.display_name || null,
    cause: cause || null,
    consequence: consequence || null,
    action: action || null,
  };
}

function conditionBody(condition: DraftCondition): unknown {
  if (isNot(condition)) return { not: conditionBody(condition.not) };
  if (!isGroup(condition)) return comparisonBody(condition);
  const { logic, conditions } = groupOf(condition);
  return { [logic]: conditions.map(conditionBody) };
}

function comparisonBody(comparison: DraftComparison): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(comparison).filter(([, value]) =>
      value !== null && value !== undefined && value !== false
    ),
  );
}

/** The fields of every comparison. */
const COMMON = ["stream", "operator", "max_age_seconds", "accept_uncertain"];

/** The comparison with another operator; only fields that this operator has are kept. */
export function withOperator(comparison: DraftComparison, operator: string): DraftComparison {
  const look = operatorLook(operator);
  const kept = new Set([...COMMON, ...optionsOf(look)]);
  const { value, ...rest } = comparison;
  const fields = Object.fromEntries(Object.entries(rest).filter(([name]) => kept.has(name)));
  return {
    ...fields,
    stream: comparison.stream,
    operator,
    ...look.value !== null && { value: valueFor(look, value) },
    ...look.of === true && { of: comparison.of ?? "" },
    ...look.limit === true && { limit: comparison.limit ?? null },
  };
}

function optionsOf({ of, limit, window, deadband, tolerance, ignoreCase }: OperatorLook): string[] {
  return [
    of && "of",
    limit && "limit",
    window && "window_seconds",
    deadband && "deadband",
    tolerance && "tolerance",
    ignoreCase && "ignore_case",
  ].filter((name) => typeof name === "string");
}

function valueFor(look: OperatorLook, value: DraftComparison["value"]): DraftComparison["value"] {
  const isNumeric = operandTypesBeside(look, undefined).every((type) => type === "NUM");
  const fits = (one: unknown) =>
    !isNumeric || typeof one === "number" || (typeof one === "string" && one.startsWith("<"));
  const known = [value ?? null].flat().filter((one) => one !== null && fits(one));
  switch (look.value?.kind) {
    case "range":
      return [known[0] ?? null, known[1] ?? null];
    case "list":
      return known;
    default:
      return known[0] ?? null;
  }
}

/** Maps API issues to the draft's paths: in the draft, enrichment is a list of pairs. */
export function issuesOfDraft(issues: readonly Issue[], { rules }: TemplateDraft): Issue[] {
  return issues.map(({ path, message }) => {
    const [, index, key] = /^rules\.(\d+)\.enrichment\.(.+)$/.exec(path) ?? [];
    const at = rules[Number(index)]?.enrichment.findIndex((pair) => pair.key === key) ?? -1;
    return { path: at < 0 ? path : `rules.${index}.enrichment.${at}.value`, message };
  });
}

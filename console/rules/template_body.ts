import { takesExpression } from "../../domain/rule/expression_check.ts";
import { PLACEHOLDER_DEFAULTS, RULE_DEFAULTS } from "../../domain/rule/defaults.ts";
import { referencesIn, wholeReference } from "../../domain/rule/references.ts";
import type { Comparison } from "../../domain/rule/types.ts";
import { picked } from "../../domain/shared/picked.ts";
import { TEMPLATE_DEFAULTS } from "../../domain/template/defaults.ts";
import type { TemplateDocument, TemplateGiven } from "../../domain/template/schema.ts";
import type { DataType } from "../../domain/sample/types.ts";
import type { Schemas } from "../api/client.ts";
import type { Issue } from "../api/problem.ts";
import { countedOn } from "./counted_comparison.ts";
import {
  type DraftComparison,
  type DraftCondition,
  type DraftRule,
  type DraftTrigger,
  groupOf,
  isGroup,
  isNot,
  type TemplateDraft,
} from "./draft.ts";
import { HEAD_LABELS } from "./field_labels.ts";
import { operandTypesBeside, type OperatorLook, operatorLook } from "./operator_table.ts";

type Stored = Pick<Schemas["Template"], keyof TemplateDocument>;
type Body = Stored & { package_id: number };

/** The draft of a stored or imported template. */
export function draftOf({ package_id, ...template }: Stored & { package_id?: number }): TemplateDraft {
  return {
    ...picked(HEAD_LABELS, template),
    package_id: package_id ?? null,
    rules: template.rules.map(draftRule),
    placeholders: template.placeholders,
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

/** A template as a document or a call gives it, with the defaults of all that it leaves out. */
export function withDefaults({ rules = [], placeholders = [], ...template }: TemplateGiven) {
  return {
    ...TEMPLATE_DEFAULTS,
    ...template,
    rules: rules.map((rule) => ({ ...RULE_DEFAULTS, ...rule })),
    placeholders: placeholders.map((one) => ({ ...PLACEHOLDER_DEFAULTS, ...one })),
  };
}

/** The API body of a draft. Empty values are omitted, so that the server reports them as missing at their fields. */
export function bodyOf({ new_package: _, ...draft }: TemplateDraft): Body {
  return asBody({ ...draft, package_id: draft.package_id ?? undefined, rules: draft.rules.map(ruleBody) });
}

/** The server validates it; its issues are displayed at their fields. */
function asBody(value: unknown): Body {
  return value as Body;
}

function ruleBody(rule: DraftRule) {
  return {
    ...rule,
    ...defaultsOfEmpty(rule),
    conditions: rule.conditions.map(conditionBody),
    until: rule.until?.map(conditionBody) ?? null,
    enrichment: Object.fromEntries(
      rule.enrichment.filter(({ key }) => key !== "").map(({ key, value }) => [key, value]),
    ),
  };
}

/** The defaults of the fields that were left empty. */
function defaultsOfEmpty(rule: DraftRule): Record<string, unknown> {
  const fields = new Map<string, unknown>(Object.entries(rule));
  return Object.fromEntries(
    Object.entries(RULE_DEFAULTS).filter(([name]) => (fields.get(name) ?? "") === ""),
  );
}

function conditionBody(condition: DraftCondition): unknown {
  if (isNot(condition)) return { not: conditionBody(condition.not) };
  if (!isGroup(condition)) return comparisonBody(condition);
  const { field, conditions } = groupOf(condition);
  return { ...condition, [field]: conditions.map(conditionBody) };
}

function comparisonBody({ comparison: counted, ...own }: DraftComparison): Record<string, unknown> {
  return { ...withoutEmpty(own), ...counted !== undefined && { comparison: withoutEmpty(counted) } };
}

function withoutEmpty(fields: object): Record<string, unknown> {
  return Object.fromEntries(
    Object.entries(fields).filter(([, value]) => value !== null && value !== undefined && value !== false),
  );
}

const always = () => true;

/** Whether a comparison with an operator has a field. */
const HAS: Readonly<Record<keyof Comparison, (look: OperatorLook) => boolean>> = {
  stream: always,
  expression: always,
  unit: always,
  operator: always,
  value: ({ value }) => value !== null,
  of: ({ of }) => of === true,
  limit: ({ limit }) => limit === true,
  comparison: ({ comparison }) => comparison === true,
  window_seconds: ({ window }) => window === true,
  deadband: ({ deadband }) => deadband !== undefined,
  tolerance: ({ tolerance }) => tolerance !== undefined,
  rollover: ({ rollover }) => rollover === true,
  ignore_case: ({ ignoreCase }) => ignoreCase === true,
  max_age_seconds: always,
  accept_uncertain: always,
};

/** The comparison with another operator, on a stream of a type; only fields that this operator has are kept. */
export function withOperator(
  given: DraftComparison,
  operator: string,
  { type }: { type?: DataType } = {},
): DraftComparison {
  const look = operatorLook(operator);
  const names = (Object.keys(HAS) as (keyof Comparison)[]).filter((name) => HAS[name](look));
  const comparison = look.comparison === true ? withCounted(given, type) : given;
  const { value, of = "", limit = null } = comparison;
  const full = { ...comparison, value: valueFor(look, value), of, limit };
  return { ...picked(Object.fromEntries(names.map((name) => [name, true])), full), operator };
}

/** The comparison of a value that is calculated, at first the stream that it compared. */
export function calculating({ stream = "", ...comparison }: DraftComparison): DraftComparison {
  const expression = wholeReference(stream) === undefined ? "" : stream;
  const { operator } = comparison, isOffered = takesExpression(operatorLook(operator));
  return withOperator({ ...comparison, expression }, isOffered ? operator : "greater_than");
}

/** The comparison of a stream again: of the first one in the expression. */
export function readingStream({ expression = "", unit: _, ...comparison }: DraftComparison): DraftComparison {
  const [first] = referencesIn(expression);
  return { stream: first === undefined ? "" : `<${first}>`, ...comparison };
}

const COUNTED = { operator: true, value: true, deadband: true, tolerance: true, ignore_case: true };

/** The comparison with what it counts: until it counts something, what it compared itself. */
function withCounted(comparison: DraftComparison, type: DataType | undefined): DraftComparison {
  const { value, deadband: _, ...rest } = comparison, isCounting = comparison.comparison !== undefined;
  const counted = countedOn(type, comparison.comparison ?? picked(COUNTED, comparison));
  return {
    ...isCounting ? comparison : rest,
    value: isCounting ? value : null,
    comparison: countedWithOperator(counted, counted.operator),
  };
}

/** What is counted, with another operator. */
export function countedWithOperator(counted: DraftTrigger, operator: string): DraftTrigger {
  const { stream: _, ...own } = withOperator({ ...counted, stream: "" }, operator);
  return own;
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

import type { Schemas, Severity } from "../api/client.ts";
import type { TrendLimit } from "../parts/trend/types.ts";

type Template = Schemas["Template"];
type Rule = Template["rules"][number];
type Bindings = Readonly<Record<string, string>>;

/** The plain thresholds that a template's rules set on a stream, as its instance binds them. */
export function limitsOn(
  stream: string,
  { template, bindings }: { template: Template; bindings: Bindings },
): TrendLimit[] {
  const limits = template.rules.flatMap((rule) =>
    comparisons(rule.conditions).flatMap((condition) => {
      if (bound(condition.stream, bindings) !== stream) return [];
      return valuesOf(condition, bindings).map((value) => limitOf(rule, value));
    })
  );
  return [...new Map(limits.map((limit) => [`${limit.value} ${limit.severity}`, limit])).values()];
}

function limitOf({ severity, rule_name }: Rule, value: number): TrendLimit {
  return { value, severity: severity satisfies Severity, label: `${rule_name} ${value}` };
}

interface Comparison {
  stream: string;
  operator: string;
  value?: unknown;
}

const THRESHOLDS = new Set([
  "greater_than",
  "greater_or_equal",
  "less_than",
  "less_or_equal",
  "between",
  "outside",
]);

/** The comparisons of nested conditions; a negated one is a threshold all the same. */
function comparisons(conditions: readonly unknown[]): Comparison[] {
  return conditions.flatMap((condition) => {
    if (typeof condition !== "object" || condition === null) return [];
    if (isComparison(condition)) return [condition];
    return Object.values(condition).flatMap((inner) => comparisons(Array.isArray(inner) ? inner : [inner]));
  });
}

function isComparison(condition: object): condition is Comparison {
  return "stream" in condition && "operator" in condition;
}

/** A whole reference, `<PRESSURE>`, as the instance binds it; anything else is itself. */
function bound(text: unknown, bindings: Bindings): unknown {
  const name = typeof text === "string" ? /^<([A-Z][A-Z0-9_]*)>$/.exec(text)?.[1] : undefined;
  return name === undefined ? text : bindings[name];
}

function valuesOf({ operator, value }: Comparison, bindings: Bindings): number[] {
  if (!THRESHOLDS.has(operator)) return [];
  const given = Array.isArray(value) ? value : [value];
  return given.map((one) => Number(bound(one, bindings) ?? NaN)).filter(Number.isFinite);
}

import { displayNameOf } from "../../domain/rule/display_name.ts";
import { leftOutRules } from "../../domain/rule/left_out.ts";
import { referencesIn } from "../../domain/rule/references.ts";
import type { OperatorEntry } from "../../domain/rule/operators/entry.ts";
import type { Schemas, Severity } from "../api/client.ts";
import { asDomainTemplate } from "../instances/bound_rules.ts";
import { constantText } from "../parts/event_text.ts";
import type { TrendLimit } from "../parts/trend/types.ts";
import { operatorLook } from "../rules/operator_table.ts";

/** The parts of a template that define its thresholds. */
export type ThresholdTemplate = Pick<Schemas["Template"], "rules" | "placeholders">;
type Template = ThresholdTemplate;
type Rule = Template["rules"][number];
type Bindings = Readonly<Record<string, string>>;

/** The thresholds of a template's rules on a stream, with the bindings of an instance. */
export function limitsOn(
  stream: string,
  { template, bindings: given }: { template: Template; bindings: Bindings },
): TrendLimit[] {
  const bindings = withDefaults(template, given);
  const limitsIn = (conditions: readonly unknown[]) =>
    comparisons(conditions).flatMap((condition) => {
      if (bound(condition.stream, bindings) !== stream) return [];
      const { threshold } = operatorLook(condition.operator);
      return valuesOf(condition, bindings).flatMap((value, index) => {
        const side = sideOf(threshold, index);
        return side === undefined ? [] : [{ value, side }];
      });
    });
  return withoutDoubles(
    evaluatedRules(template, bindings).flatMap((rule) => [
      ...limitsIn(rule.conditions).map(({ value, side }) => ({ ...limitOf(rule, value), ...side })),
      ...limitsIn(rule.until ?? []).map(({ value }) => endOf(rule, value)),
    ]),
  );
}

/** One of each value, severity and kind. */
export function withoutDoubles(limits: readonly TrendLimit[]): TrendLimit[] {
  return [
    ...new Map(limits.map((limit) => [`${limit.value} ${limit.severity} ${limit.isEnd}`, limit])).values(),
  ];
}

/** The ids of the rules that use a stream. */
export function rulesOn(
  stream: string,
  { template, bindings: given }: { template: Template; bindings: Bindings },
): ReadonlySet<string> {
  const bindings = withDefaults(template, given);
  const looks = evaluatedRules(template, bindings).filter(({ conditions, until }) =>
    comparisons([...conditions, ...until ?? []]).some(
      ({ stream: subject, expression = "", of, value, limit }) => {
        const parts = referencesIn(expression).map((name) => bindings[name]);
        return parts.includes(stream) ||
          [subject, of, value, limit].flat().some((text) => bound(text, bindings) === stream);
      },
    )
  );
  return new Set(looks.map(({ rule_id }) => rule_id));
}

/** A rule that the instance leaves out has no threshold. */
function evaluatedRules(
  { rules, placeholders = [] }: Partial<Template>,
  bindings: Bindings,
): readonly Rule[] {
  const bound = Object.entries(bindings).filter(([, text]) => text !== "");
  const leftOut = leftOutRules({
    template: asDomainTemplate({ rules: rules ?? [], placeholders }),
    bindings: Object.fromEntries(bound.map(([name, value]) => [name, { value }])),
  });
  return (rules ?? []).filter((rule) => !leftOut.some(({ rule_id }) => rule_id === rule.rule_id));
}

function withDefaults({ placeholders = [] }: Partial<Template>, bindings: Bindings): Bindings {
  const defaults = placeholders.flatMap(({ placeholder_name: name, default_value: value }) =>
    value === null ? [] : [[name, String(value)]]
  );
  return { ...Object.fromEntries(defaults), ...bindings };
}

function limitOf(rule: Rule, value: number): TrendLimit {
  return {
    value,
    severity: rule.severity satisfies Severity,
    label: `${displayNameOf(rule)} ${constantText(value)}`,
  };
}

/** A value at which the event of a rule with an end of its own ends. */
function endOf(rule: Rule, value: number): TrendLimit {
  const label = `${displayNameOf(rule)} ends ${constantText(value)}`;
  return { value, severity: rule.severity satisfies Severity, label, isEnd: true };
}

type Threshold = OperatorEntry["threshold"];

/** The side of its value, or of the first or second of two, on which a comparison is true; undefined: no threshold. */
function sideOf(threshold: Threshold, index: number): Pick<TrendLimit, "wrong"> | undefined {
  switch (threshold) {
    case "above":
    case "below":
      return { wrong: threshold };
    case "outside":
      return { wrong: index === 0 ? "below" : "above" };
    case "inside":
      return {};
    case "none":
      return undefined;
  }
}

interface Comparison {
  stream?: string;
  expression?: string;
  operator: string;
  of?: string;
  value?: unknown;
  limit?: unknown;
}

/** The comparisons of nested conditions, including negated ones. */
function comparisons(conditions: readonly unknown[]): Comparison[] {
  return conditions.flatMap((condition) => {
    if (typeof condition !== "object" || condition === null) return [];
    if (isComparison(condition)) return [condition];
    return Object.values(condition).flatMap((inner) => comparisons(Array.isArray(inner) ? inner : [inner]));
  });
}

function isComparison(condition: object): condition is Comparison {
  return "operator" in condition;
}

/** The binding of a reference such as `<PRESSURE>`; other values are returned unchanged. */
function bound(text: unknown, bindings: Bindings): unknown {
  const name = typeof text === "string" ? /^<([A-Z][A-Z0-9_]*)>$/.exec(text)?.[1] : undefined;
  return name === undefined ? text : bindings[name];
}

function valuesOf({ value }: Comparison, bindings: Bindings): number[] {
  const given = Array.isArray(value) ? value : [value];
  return given.map((one) => Number(bound(one, bindings) ?? NaN)).filter(Number.isFinite);
}

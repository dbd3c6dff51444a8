import type { BoundExpression, BoundRule } from "../evaluation/types.ts";
import type { Binding } from "../instance/types.ts";
import type { DataType } from "../sample/types.ts";
import type { Issue } from "../shared/refusal.ts";
import { jsonBytes, MAX_ENRICHMENT_BYTES, TEXT_LIMITS } from "../shared/text.ts";
import { ticksOfSeconds } from "../shared/time.ts";
import type { TemplateRecord } from "../template/types.ts";
import { bindComparison, type BindContext, type ComparisonPlace } from "./bind_comparison.ts";
import { bindNumber } from "./bind_constants.ts";
import { bindPlaceholders, type BoundPlaceholder, type StreamLookup } from "./bind_placeholders.ts";
import type { DELAYS } from "./constants.ts";
import { allLeftOut, leftOutRules } from "./left_out.ts";
import { RULE_LIMITS } from "./limits.ts";
import { replaceReferences } from "./references.ts";
import type { Condition, LeftOutRule, Placeholder, Rule } from "./types.ts";
import type { GUIDANCE } from "./uses.ts";
import { horizonIssues } from "./window_horizon.ts";

export interface BindInput {
  template: Pick<TemplateRecord, "rules" | "placeholders">;
  bindings: Record<string, Binding>;
  streams: StreamLookup;
  /** 0: no limit. */
  sourceMaxAgeSeconds: number;
  /** A window longer than this is a problem; absent: none is. */
  correctionHorizonHours?: number;
}

/** A rule's texts with their placeholders replaced. */
export interface BoundTexts {
  ruleId: string;
  event_name: string;
  event_description: string;
  enrichment: Record<string, string>;
  guidance: Guidance;
}

/** What the people at the machine are to know and do. */
export type Guidance = Pick<Rule, (typeof GUIDANCE)[number]>;

export interface BoundTemplate {
  rules: BoundRule[];
  /** The same rules as they are written. */
  written: readonly Rule[];
  leftOut: LeftOutRule[];
  /** Every stream that the rules name, once, by id. */
  streams: { id: number; dataType: DataType }[];
  texts: BoundTexts[];
  /** Every problem found. When there is one, the other fields are empty. */
  problems: Issue[];
}

/** Binds the rules of a template, which have passed `checkRules()`, to the bindings of an instance. */
export function bindTemplate(input: BindInput): BoundTemplate {
  const { rules: templateRules, placeholders } = input.template;
  const { bound, problems } = bindPlaceholders({ ...input, rules: templateRules, placeholders });
  const { streams: lookup, sourceMaxAgeSeconds, correctionHorizonHours } = input;
  const used = new Map<number, DataType>();
  const context: BindContext = {
    bound,
    streams: lookup,
    sourceMaxAgeSeconds,
    correctionHorizonHours,
    problems,
    used,
  };
  const leftOut = leftOutRules(input), isLeftOut = new Set(leftOut.map(({ rule_id }) => rule_id));
  const written = leftOut.length === 0
    ? templateRules
    : templateRules.filter(({ rule_id }) => !isLeftOut.has(rule_id));
  const rules = templateRules.map((rule, i) =>
    isLeftOut.has(rule.rule_id) ? undefined : bindRule(rule, `rules.${i}`, context)
  );
  const complete = rules.filter((rule) => rule !== undefined);
  if (written.length === 0 && leftOut.length > 0) problems.push(allLeftOut(leftOut));
  if (problems.length > 0) return { rules: [], written: [], leftOut, streams: [], texts: [], problems };
  const texts = written.map((rule) => bindTexts(rule, (name) => textOf(bound.get(name))));
  const streams = [...used].map(([id, dataType]) => ({ id, dataType })).sort((a, b) => a.id - b.id);
  return { rules: complete, written, leftOut, streams, texts, problems };
}

function bindRule(rule: Rule, path: string, context: BindContext): BoundRule | undefined {
  const delay = (field: typeof DELAYS[number]) =>
    ticksOfSeconds(bindNumber(rule[field], { field, path, context }) ?? 0);
  const onDelay = delay("on_delay_seconds"), offDelay = delay("off_delay_seconds");
  const place = (field: string) => ({ path: `${path}.${field}`, insideNot: false, context });
  const expression = bindList(rule.logic, rule.conditions, place("conditions"));
  // Actors read templates as they are stored, and an older program stored no until.
  const ownEnd = rule.until ?? null;
  const until = ownEnd === null ? undefined : bindList("all", ownEnd, place("until"));
  if (expression === undefined || (ownEnd !== null && until === undefined)) return undefined;
  return {
    ruleId: rule.rule_id,
    expression,
    ...(until === undefined ? {} : { until }),
    onDelay,
    offDelay,
  };
}

type BoundPosition = ComparisonPlace & { context: BindContext };

/** Binds every part to find every problem. The expression is undefined unless all parts are bound. */
function bindList(
  kind: "all" | "any",
  conditions: Condition[],
  place: BoundPosition,
): BoundExpression | undefined {
  const of = bindParts(conditions, place);
  if (of === undefined) return undefined;
  const [only] = of;
  return of.length === 1 ? only : { kind, of };
}

function bindParts(conditions: Condition[], place: BoundPosition): BoundExpression[] | undefined {
  const parts = conditions.map((condition, i) =>
    bindCondition(condition, { ...place, path: `${place.path}.${i}` })
  );
  const of = parts.filter((part) => part !== undefined);
  return of.length < parts.length ? undefined : of;
}

function bindCondition(condition: Condition, place: BoundPosition): BoundExpression | undefined {
  const inner = (field: string) => ({ ...place, path: `${place.path}.${field}` });
  if ("all" in condition) return bindList("all", condition.all, inner("all"));
  if ("any" in condition) return bindList("any", condition.any, inner("any"));
  if ("not" in condition) {
    const of = bindCondition(condition.not, { ...inner("not"), insideNot: true });
    return of === undefined ? undefined : { kind: "not", of };
  }
  if ("at_least" in condition) {
    const of = bindParts(condition.conditions, inner("conditions"));
    return of === undefined ? undefined : { kind: "at_least", atLeast: condition.at_least, of };
  }
  const { path, context } = place, comparison = bindComparison(condition, place, context);
  if (comparison === undefined) return undefined;
  const { correctionHorizonHours } = context;
  context.problems.push(...horizonIssues(comparison, { path, correctionHorizonHours }));
  return { kind: "comparison", comparison };
}

/** The texts of the given rules, with the present names of streams. */
export function bindTextsAgain(
  { template, bindings, nameOf }: Pick<BindInput, "bindings"> & {
    template: { rules: readonly Rule[]; placeholders: readonly Placeholder[] };
    nameOf: (id: number) => string | undefined;
  },
): BoundTexts[] {
  const texts = template.placeholders.map(({ placeholder_name: name, default_value }): [string, string] => {
    const own = Object.hasOwn(bindings, name) ? bindings[name] : undefined;
    const binding = own ?? { value: default_value ?? "" };
    if ("stream" in binding) return [name, nameOf(binding.stream) ?? String(binding.stream)];
    return [name, "value" in binding ? String(binding.value) : binding.stream_name];
  });
  const known = new Map(texts);
  return template.rules.map((rule) => bindTexts(rule, (name) => known.get(name) ?? ""));
}

function bindTexts(rule: Rule, valueOf: (name: string) => string): BoundTexts {
  const replaced = (text: string, most: number) => replaceReferences(text, { valueOf, most });
  const guidance = (text: string | null) =>
    text === null ? null : replaced(text, RULE_LIMITS.descriptionLength);
  const pairs = Object.entries(rule.enrichment).map((
    [key, text],
  ): [string, string] => [key, replaced(text, TEXT_LIMITS.enrichmentValue)]);
  return {
    ruleId: rule.rule_id,
    event_name: replaced(rule.event_name, RULE_LIMITS.boundNameLength),
    event_description: replaced(rule.event_description, RULE_LIMITS.descriptionLength),
    enrichment: storable(pairs),
    guidance: {
      cause: guidance(rule.cause),
      consequence: guidance(rule.consequence),
      action: guidance(rule.action),
    },
  };
}

/**
 * The pairs that fit into an event. Pairs are only dropped from texts that take six bytes a character in
 * JSON.
 */
function storable(pairs: [string, string][]): Record<string, string> {
  let bytes = 2;
  const held = pairs.filter((pair) => (bytes += jsonBytes(pair)) <= MAX_ENRICHMENT_BYTES);
  return Object.fromEntries(held);
}

/** An unbound optional placeholder becomes an empty text. */
function textOf(bound: BoundPlaceholder | undefined): string {
  if (bound === undefined) return "";
  return bound.kind === "stream" ? bound.stream.stream_name : String(bound.value);
}

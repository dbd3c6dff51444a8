import { z } from "zod";
import { SEVERITIES } from "../event/types.ts";
import { dataType } from "../sample/schema.ts";
import {
  enrichmentPairs,
  type FoundIssue,
  foundIssues,
  type Given,
  limitedText,
  linesText,
  lineText,
  storedFields,
} from "../shared/schema.ts";
import { MOST_ISSUES } from "../shared/refusal.ts";
import { PLACEHOLDER_DEFAULTS, RULE_DEFAULTS } from "./defaults.ts";
import { CONSTANT_LIMITS, type ConstantField } from "./constants.ts";
import { EXPRESSION_LIMITS, RULE_LIMITS } from "./limits.ts";
import { OPERATOR_NAMES, operatorNamed, operatorProblem } from "./operators/table.ts";
import { PLACEHOLDER_NAME, WHOLE_REFERENCE } from "./references.ts";
import type { Comparison, Condition, Trigger } from "./condition.ts";

/** Rules and placeholders, as clients send them and as they are stored. `checkRules()` checks what goes beyond the shape. */
const name = lineText({ min: 1, max: RULE_LIMITS.nameLength });
/** As the data source names it. */
const streamName = limitedText({ min: 1, max: RULE_LIMITS.streamNameLength });
const description = linesText({ max: RULE_LIMITS.descriptionLength });
const guidance = description.nullable();
const reAlarmMinutes = z.int().min(RULE_LIMITS.reAlarmMinutes.min).max(RULE_LIMITS.reAlarmMinutes.max)
  .nullable().default(RULE_DEFAULTS.re_alarm_minutes).meta({
    description:
      "How long after its acknowledgement an event that is still active needs a new one; null: never",
  });
const maxAgeSeconds = z.number().min(0).max(RULE_LIMITS.maxAgeSeconds);
const NO_NUMBER = 'Expected a number, or a NUM placeholder alone, as "<NAME>"';
/** A number, or a placeholder that stands for one. */
export function constantOf(field: ConstantField) {
  const { min, max = Infinity } = CONSTANT_LIMITS[field];
  const number = max === Infinity ? z.number().min(min) : z.number().min(min).max(max);
  return z.union([number, z.string().regex(WHOLE_REFERENCE, NO_NUMBER)], { error: NO_NUMBER }).meta({
    description: "A number, or a NUM placeholder that each instance binds to one",
  });
}
const literal = z.union([z.number(), limitedText({ max: RULE_LIMITS.textLength }), z.boolean()], {
  error: `Expected a number, a text of at most ${RULE_LIMITS.textLength} characters, true or false`,
});
const value = z.union([literal, z.array(literal).max(RULE_LIMITS.valuesOfList)], {
  error: `Expected a number, a text, true or false, or a list of at most ${RULE_LIMITS.valuesOfList} of them`,
});

const operatorName = z.enum(OPERATOR_NAMES, { error: (issue) => operatorProblem(issue.input) });
const triggerSchema = z.strictObject({
  operator: operatorName,
  value: value.optional(),
  deadband: constantOf("deadband").optional(),
  tolerance: z.number().min(0).optional(),
  ignore_case: z.boolean().optional(),
}) satisfies z.ZodType<Trigger>;

const comparisonSchema = z.strictObject({
  stream: streamName.optional().meta({ description: "The compared stream; or `expression`" }),
  expression: limitedText({ max: EXPRESSION_LIMITS.length }).optional().meta({
    description:
      "In place of `stream`: a value calculated from NUM placeholders, with numbers, + - * /, brackets " +
      "and abs, min, max, avg, sum",
  }),
  unit: lineText({ max: EXPRESSION_LIMITS.unitLength }).nullable().optional().meta({
    description: "Of the expression, shown beside its value",
  }),
  operator: operatorName,
  value: value.optional(),
  comparison: triggerSchema.optional().meta({
    description: "What times_above counts: a comparison of the same stream with constants",
  }),
  of: streamName.optional(),
  limit: literal.optional(),
  window_seconds: constantOf("window_seconds").optional(),
  deadband: constantOf("deadband").optional(),
  tolerance: z.number().min(0).optional(),
  rollover: z.number().gt(0).optional(),
  ignore_case: z.boolean().optional(),
  max_age_seconds: constantOf("max_age_seconds").optional(),
  accept_uncertain: z.boolean().optional(),
}) satisfies z.ZodType<Comparison>;

const conditionList = z.lazy(() => z.array(conditionUnion).min(1).max(RULE_LIMITS.conditionsOfList));

const conditionUnion: z.ZodType<Condition> = z.union([
  comparisonSchema,
  z.strictObject({ all: conditionList }),
  z.strictObject({ any: conditionList }),
  z.strictObject({ not: z.lazy(() => conditionUnion) }),
  z.strictObject({
    at_least: z.int().min(1).max(RULE_LIMITS.conditionsOfList).meta({
      description: "TRUE if at least so many of the conditions are",
    }),
    conditions: conditionList,
  }),
]).meta({ id: "Condition" });

/**
 * zod answers a wrong input to a union with one general "Invalid input", and looks at all items of a list. So conditions
 * are checked by hand first: each problem is named at its own path, down to the greatest depth allowed, and the check
 * ends with as many problems as are told.
 */
export const conditionsSchema = z.preprocess(
  (input, context) => {
    if (!Array.isArray(input)) return input;
    const found: FoundIssue[] = [];
    findConditionIssues(input, { path: [], depth: 1, found });
    for (const { path, message } of found) context.addIssue({ code: "custom", message, path, input });
    return input;
  },
  z.array(conditionUnion).min(1).max(RULE_LIMITS.conditionsOfList).meta({
    description: `At most ${RULE_LIMITS.comparisonsOfRule} comparisons in all, nested at most ` +
      `${RULE_LIMITS.conditionDepth} deep`,
  }),
);

const untilSchema = z.preprocess(
  (input, context) => {
    const found: FoundIssue[] = [];
    if (input !== null) findListIssues(input, { path: [], depth: 1, found });
    for (const { path, message } of found) context.addIssue({ code: "custom", message, path, input });
    return found.length === 0 ? input : null;
  },
  z.array(conditionUnion).min(1).max(RULE_LIMITS.conditionsOfList).nullable().meta({
    description:
      "All of these end an active event, whatever its conditions are. They count to the comparisons of " +
      "the rule, whose conditions then take no deadband. null: the event ends when its conditions are false",
  }),
);

/** The groups, with the field that has their parts. */
const GROUPS = new Map([["all", "all"], ["any", "any"], ["not", "not"], ["at_least", "conditions"]]);

interface ShapePosition {
  path: (string | number)[];
  depth: number;
  found: FoundIssue[];
}

function findShapeIssues(input: unknown, position: ShapePosition): void {
  const { path, depth, found } = position;
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    const groups = '{"all": [...]}, {"any": [...]}, {"not": ...} or {"at_least": n, "conditions": [...]}';
    found.push({ path, message: `Expected a comparison, ${groups}` });
    return;
  }
  if (depth > RULE_LIMITS.conditionDepth) {
    found.push({ path, message: `Conditions are nested at most ${RULE_LIMITS.conditionDepth} deep` });
    return;
  }
  const wrapper = "conditions" in input ? "at_least" : Object.keys(input).find((key) => GROUPS.has(key));
  const field = GROUPS.get(wrapper ?? "");
  if (wrapper === undefined || field === undefined) {
    found.push(...comparisonShapeIssues(input, path));
    return;
  }
  for (const key of Object.keys(input)) {
    if (key === wrapper || key === field) continue;
    found.push({ path: [...path, key], message: `Unknown field "${key}" beside "${wrapper}"` });
  }
  const inner = Reflect.get(input, field), inside = { path: [...path, field], depth: depth + 1, found };
  if (wrapper === "not") findShapeIssues(inner, inside);
  else findListIssues(inner, inside);
  if (wrapper === "at_least") findAtLeastIssues(Reflect.get(input, wrapper), { inner, path, found });
}

function findAtLeastIssues(
  atLeast: unknown,
  { inner, path, found }: Pick<ShapePosition, "path" | "found"> & { inner: unknown },
): void {
  const most = Array.isArray(inner) ? inner.length : 0;
  if (most === 0 || most > RULE_LIMITS.conditionsOfList) return;
  if (Number.isInteger(atLeast) && Number(atLeast) >= 1 && Number(atLeast) <= most) return;
  const message = `Takes a whole number from 1 to the number of its conditions, here ${most}`;
  found.push({ path: [...path, "at_least"], message });
}

function findListIssues(input: unknown, { path, depth, found }: ShapePosition): void {
  const limit = RULE_LIMITS.conditionsOfList;
  if (!Array.isArray(input) || input.length === 0 || input.length > limit) {
    found.push({ path, message: `Expected a list of 1 to ${limit} conditions` });
    return;
  }
  findConditionIssues(input, { path, depth, found });
}

function findConditionIssues(conditions: readonly unknown[], { path, depth, found }: ShapePosition): void {
  for (const [i, condition] of conditions.entries()) {
    if (found.length >= MOST_ISSUES) return;
    findShapeIssues(condition, { path: [...path, i], depth, found });
  }
}

/** Of an operator that takes none, nothing in it matters. */
function refusedTrigger(input: object): string | undefined {
  const operator: unknown = Reflect.get(input, "operator");
  if (!("comparison" in input) || typeof operator !== "string") return undefined;
  const entry = operatorNamed(operator);
  return entry === undefined || entry.comparison ? undefined : `Operator "${operator}" takes no comparison`;
}

/** The problems of comparisons: several checks of one body ask for them. */
const comparisonIssues = new WeakMap<object, FoundIssue[]>();

function comparisonShapeIssues(input: object, path: (string | number)[]): FoundIssue[] {
  let issues = comparisonIssues.get(input);
  if (issues === undefined) {
    const refused = refusedTrigger(input);
    if (refused !== undefined) return [{ path: [...path, "comparison"], message: refused }];
    const result = comparisonSchema.safeParse(input);
    comparisonIssues.set(input, issues = result.success ? [] : foundIssues(result.error));
  }
  return issues.map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

export const ruleSchema = z.strictObject({
  rule_id: name,
  rule_name: name,
  display_name: lineText({ max: RULE_LIMITS.nameLength }).nullable().default(RULE_DEFAULTS.display_name).meta(
    {
      description:
        "What is wrong, in the words of the people at the machine: `Too hot`. Its events carry it; " +
        "null: a readable form of the rule's name",
    },
  ),
  conditions: conditionsSchema,
  logic: z.enum(["all", "any"]).default(RULE_DEFAULTS.logic),
  until: untilSchema.default(RULE_DEFAULTS.until),
  event_name: name,
  event_description: description.default(RULE_DEFAULTS.event_description),
  severity: z.enum(SEVERITIES).default(RULE_DEFAULTS.severity),
  on_delay_seconds: constantOf("on_delay_seconds").default(RULE_DEFAULTS.on_delay_seconds),
  off_delay_seconds: constantOf("off_delay_seconds").default(RULE_DEFAULTS.off_delay_seconds),
  re_alarm_minutes: reAlarmMinutes,
  enrichment: enrichmentPairs().default(RULE_DEFAULTS.enrichment),
  cause: guidance.default(RULE_DEFAULTS.cause),
  consequence: guidance.default(RULE_DEFAULTS.consequence),
  action: guidance.default(RULE_DEFAULTS.action),
}).meta({ id: "RuleInput" });

/** A rule as it is stored and read. */
export const rule = z.strictObject(storedFields(ruleSchema.shape)).meta({ id: "Rule" });
export interface Rule extends z.infer<typeof rule> {}
export type RuleInput = Given<Rule, z.input<typeof ruleSchema>>;

export const placeholderSchema = z.strictObject({
  placeholder_name: z.string().regex(PLACEHOLDER_NAME, {
    error: "A placeholder's name is 1 to 64 of A-Z, 0-9 and _, and begins with a letter",
  }),
  data_type: dataType,
  description: description.default(PLACEHOLDER_DEFAULTS.description),
  is_required: z.boolean().default(PLACEHOLDER_DEFAULTS.is_required),
  default_value: literal.nullable().default(PLACEHOLDER_DEFAULTS.default_value),
  max_age_seconds: maxAgeSeconds.nullable().default(PLACEHOLDER_DEFAULTS.max_age_seconds),
}).meta({ id: "PlaceholderInput" });

/** A placeholder as it is stored and read. */
export const placeholder = z.strictObject(storedFields(placeholderSchema.shape)).meta({ id: "Placeholder" });
export interface Placeholder extends z.infer<typeof placeholder> {}
export type PlaceholderInput = Given<Placeholder, z.input<typeof placeholderSchema>>;

/** A rule that an instance does not evaluate. */
export const leftOutRule = z.strictObject({
  rule_id: z.string(),
  placeholders: z.array(z.string()).meta({
    description: "The optional placeholders that it needs and that are not bound",
  }),
}).meta({ id: "LeftOutRule" });
export interface LeftOutRule extends z.infer<typeof leftOutRule> {}

/** Ends with as many problems of conditions as are told: zod would look at those of all rules. */
export const rulesSchema = z.preprocess((input, context) => {
  const found = conditionIssues(input);
  if (found.length < MOST_ISSUES) return input;
  for (const { path, message } of found) context.addIssue({ code: "custom", message, path, input });
  return input;
}, z.array(ruleSchema).max(RULE_LIMITS.rules));

function conditionIssues(rules: unknown): FoundIssue[] {
  const found: FoundIssue[] = [];
  if (!Array.isArray(rules) || rules.length > RULE_LIMITS.rules) return found;
  for (const [i, rule] of rules.entries()) {
    for (const list of ["conditions", "until"] as const) {
      if (!Array.isArray(rule?.[list])) continue;
      findConditionIssues(rule[list], { path: [i, list], depth: 1, found });
    }
  }
  return found;
}
export const placeholdersSchema = z.array(placeholderSchema).max(RULE_LIMITS.placeholders);

import { z } from "zod";
import { SEVERITIES } from "../event/types.ts";
import { dataType } from "../sample/schema.ts";
import {
  enrichmentPairs,
  type FoundIssue,
  foundIssues,
  limitedText,
  storedFields,
} from "../shared/schema.ts";
import { RULE_LIMITS } from "./limits.ts";
import { OPERATOR_NAMES, operatorProblem } from "./operators/table.ts";
import { PLACEHOLDER_NAME } from "./references.ts";
import type { Comparison, Condition } from "./condition.ts";

/** Rules and placeholders, as clients send them and as they are stored. `checkRules()` checks what goes beyond the shape. */
const name = limitedText({ min: 1, max: RULE_LIMITS.nameLength });
const description = limitedText({ max: RULE_LIMITS.descriptionLength });
const guidance = description.nullable().default(null);
const delaySeconds = z.number().min(0).max(RULE_LIMITS.delaySeconds).default(0);
const maxAgeSeconds = z.number().min(0).max(RULE_LIMITS.maxAgeSeconds);
const literal = z.union([z.number(), limitedText({ max: RULE_LIMITS.textLength }), z.boolean()], {
  error: `Expected a number, a text of at most ${RULE_LIMITS.textLength} characters, true or false`,
});
const value = z.union([literal, z.array(literal).max(RULE_LIMITS.valuesOfList)], {
  error: `Expected a number, a text, true or false, or a list of at most ${RULE_LIMITS.valuesOfList} of them`,
});

const comparisonSchema = z.strictObject({
  stream: name,
  operator: z.enum(OPERATOR_NAMES, { error: (issue) => operatorProblem(issue.input) }),
  value: value.optional(),
  of: name.optional(),
  limit: literal.optional(),
  window_seconds: z.number().min(RULE_LIMITS.leastWindowSeconds).max(RULE_LIMITS.windowSeconds).optional(),
  deadband: z.number().min(0).optional(),
  tolerance: z.number().min(0).optional(),
  ignore_case: z.boolean().optional(),
  max_age_seconds: maxAgeSeconds.optional(),
  accept_uncertain: z.boolean().optional(),
}) satisfies z.ZodType<Comparison>;

const conditionList = z.lazy(() => z.array(conditionUnion).min(1).max(RULE_LIMITS.conditionsOfList));

const conditionUnion: z.ZodType<Condition> = z.union([
  comparisonSchema,
  z.strictObject({ all: conditionList }),
  z.strictObject({ any: conditionList }),
  z.strictObject({ not: z.lazy(() => conditionUnion) }),
]).meta({ id: "Condition" });

/**
 * A condition. zod answers a wrong input to a union with one general "Invalid input", so the input is checked
 * by hand first: it names each problem at its own path and stops at the greatest depth allowed.
 */
export const conditionSchema = z.preprocess((input, context) => {
  for (const { path, message } of conditionShapeIssues(input, [])) {
    context.addIssue({ code: "custom", message, path, input });
  }
  return input;
}, conditionUnion);

const WRAPPERS = ["all", "any", "not"];

function conditionShapeIssues(input: unknown, path: (string | number)[], depth = 1): FoundIssue[] {
  if (typeof input !== "object" || input === null || Array.isArray(input)) {
    return [{ path, message: 'Expected a comparison, {"all": [...]}, {"any": [...]} or {"not": ...}' }];
  }
  if (depth > RULE_LIMITS.conditionDepth) {
    return [{ path, message: `Conditions are nested at most ${RULE_LIMITS.conditionDepth} deep` }];
  }
  const wrapper = Object.keys(input).find((key) => WRAPPERS.includes(key));
  if (wrapper === undefined) return comparisonShapeIssues(input, path);
  const inner = Object.entries(input).find(([key]) => key === wrapper)?.[1];
  const others = Object.keys(input).filter((key) => key !== wrapper).map((key) => (
    { path: [...path, key], message: `Unknown field "${key}" beside "${wrapper}"` }
  ));
  if (wrapper === "not") return [...others, ...conditionShapeIssues(inner, [...path, "not"], depth + 1)];
  return [...others, ...listShapeIssues(inner, [...path, wrapper], depth + 1)];
}

function listShapeIssues(input: unknown, path: (string | number)[], depth: number): FoundIssue[] {
  const limit = RULE_LIMITS.conditionsOfList;
  if (!Array.isArray(input) || input.length === 0 || input.length > limit) {
    return [{ path, message: `Expected a list of 1 to ${limit} conditions` }];
  }
  return input.flatMap((one, i) => conditionShapeIssues(one, [...path, i], depth));
}

function comparisonShapeIssues(input: object, path: (string | number)[]): FoundIssue[] {
  const result = comparisonSchema.safeParse(input);
  if (result.success) return [];
  return foundIssues(result.error).map((issue) => ({ ...issue, path: [...path, ...issue.path] }));
}

export const ruleSchema = z.strictObject({
  rule_id: name,
  rule_name: name,
  conditions: z.array(conditionSchema).min(1).max(RULE_LIMITS.conditionsOfList).meta({
    description: `At most ${RULE_LIMITS.comparisonsOfRule} comparisons in all, nested at most ` +
      `${RULE_LIMITS.conditionDepth} deep`,
  }),
  logic: z.enum(["all", "any"]).default("all"),
  event_name: name,
  event_description: description.default(""),
  severity: z.enum(SEVERITIES).default("warning"),
  on_delay_seconds: delaySeconds,
  off_delay_seconds: delaySeconds,
  enrichment: enrichmentPairs().default({}),
  cause: guidance,
  consequence: guidance,
  action: guidance,
}).meta({ id: "RuleInput" });

/** A rule as it is stored and read. */
export const rule = z.strictObject(storedFields(ruleSchema.shape)).meta({ id: "Rule" });
export interface Rule extends z.infer<typeof rule> {}

export const placeholderSchema = z.strictObject({
  placeholder_name: z.string().regex(PLACEHOLDER_NAME, {
    error: "A placeholder's name is 1 to 64 of A-Z, 0-9 and _, and begins with a letter",
  }),
  data_type: dataType,
  description: description.default(""),
  is_required: z.boolean().default(true),
  default_value: literal.nullable().default(null),
  max_age_seconds: maxAgeSeconds.nullable().default(null),
}).meta({ id: "PlaceholderInput" });

/** A placeholder as it is stored and read. */
export const placeholder = z.strictObject(storedFields(placeholderSchema.shape)).meta({ id: "Placeholder" });
export interface Placeholder extends z.infer<typeof placeholder> {}

export const rulesSchema = z.array(ruleSchema).max(RULE_LIMITS.rules);
export const placeholdersSchema = z.array(placeholderSchema).max(RULE_LIMITS.placeholders);

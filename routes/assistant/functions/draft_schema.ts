import { z } from "@hono/zod-openapi";
import { SEVERITIES } from "../../../domain/event/types.ts";
import { dataType } from "../../../domain/sample/schema.ts";
import { listed } from "../../../domain/explanation/words.ts";
import { FUNCTIONS } from "../../../domain/rule/expression.ts";
import { EXPRESSION_LIMITS, RULE_LIMITS } from "../../../domain/rule/limits.ts";
import { OPERATOR_NAMES, operatorsWhere } from "../../../domain/rule/operators/table.ts";
import { enrichmentPairs, limitedMap, limitedText } from "../../../domain/shared/schema.ts";
import { TEXT_LIMITS } from "../../../domain/shared/text.ts";

function taking(kind: "range" | "list"): string {
  return listed(operatorsWhere(({ value }) => value?.kind === kind), "and");
}

/** Texts of a limited length, numbers and booleans. */
function literals(longest: number) {
  return [limitedText({ max: longest }), z.number(), z.boolean()] as const;
}

const name = limitedText({ min: 1, max: RULE_LIMITS.nameLength });
const description = limitedText({ max: RULE_LIMITS.descriptionLength });
const constants = literals(RULE_LIMITS.textLength);
const constant = z.union(constants);
const maxAgeSeconds = z.number().min(0).max(RULE_LIMITS.maxAgeSeconds).optional();

/** A number, or a NUM placeholder such as "<DELAY>" that gives each machine its own. */
const ofMachine = z.union([
  z.number().min(0).max(RULE_LIMITS.maxAgeSeconds),
  limitedText({ max: RULE_LIMITS.placeholderNameLength + 2 }),
]).optional();
const tolerance = z.number().min(0).optional();
const value = z.union([...constants, z.array(constant).max(RULE_LIMITS.valuesOfList)]).optional();
const expression = limitedText({ max: EXPRESSION_LIMITS.length }).optional();

/** A comparison inside a group or an end, with the fewest fields: a model reads the functions with every message. */
const inner = z.strictObject({
  stream: name.optional(),
  expression,
  operator: name,
  value,
  window_seconds: ofMachine,
  rollover: z.number().gt(0).optional(),
});

/** Held to the sizes of POST /api/templates, whose schema validates the whole draft afterwards. */
const condition = z.strictObject({
  stream: name.optional().describe("<PLACEHOLDER> or a stream name; or `expression`"),
  expression: expression.describe(
    "In place of stream: a value calculated from NUM placeholders, with numbers, + - * /, brackets and " +
      `${FUNCTIONS.join(", ")}, such as (<T_OUT> - <T_IN>) / <FLOW>. For operators that compare a value now`,
  ),
  unit: limitedText({ max: EXPRESSION_LIMITS.unitLength }).optional().describe("Of the expression"),
  operator: z.enum(OPERATOR_NAMES).optional(),
  value: value.describe(
    `Number, text or boolean; two of them for ${taking("range")}; a list for ${taking("list")}`,
  ),
  comparison: z.strictObject({
    operator: name,
    value,
    deadband: ofMachine,
    tolerance,
    ignore_case: z.boolean().optional(),
  }).optional().describe(
    'For times_above: what is counted each time it becomes true, such as {"operator": "is_true"}; value is how often',
  ),
  of: name.optional().describe("A second stream, for operators that compare two"),
  limit: constant.optional(),
  window_seconds: ofMachine.describe(
    'A number, or a NUM placeholder as "<NAME>"; so are deadbands, ages and delays',
  ),
  deadband: ofMachine,
  tolerance,
  rollover: z.number().gt(0).optional().describe("The largest value of a counter that starts again from 0"),
  ignore_case: z.boolean().optional(),
  max_age_seconds: ofMachine,
  accept_uncertain: z.boolean().optional(),
  at_least: z.int().min(1).max(RULE_LIMITS.conditionsOfList).optional().describe(
    "A group in place of a comparison: so many of its `conditions`, as 2 of 3",
  ),
  conditions: z.array(inner).min(1).max(RULE_LIMITS.conditionsOfList).optional().describe("Of the group"),
});

const rule = z.strictObject({
  rule_id: name,
  rule_name: name,
  display_name: description.optional(),
  conditions: z.array(condition).min(1).max(RULE_LIMITS.conditionsOfList),
  logic: z.enum(["all", "any"]).optional(),
  until: z.array(inner).min(1).max(RULE_LIMITS.conditionsOfList).optional().describe(
    "All of these end the event in place of the conditions, which then take no deadband; left out: it ends when the " +
      "conditions are false",
  ),
  event_name: name,
  event_description: description.optional(),
  severity: z.enum(SEVERITIES).optional(),
  on_delay_seconds: ofMachine,
  off_delay_seconds: ofMachine,
  re_alarm_minutes: z.int().min(RULE_LIMITS.reAlarmMinutes.min).max(RULE_LIMITS.reAlarmMinutes.max).nullable()
    .optional().describe("An event that is still active so long after its acknowledgement needs a new one"),
  enrichment: enrichmentPairs().optional(),
  cause: description.optional(),
  consequence: description.optional(),
  action: description.optional(),
});

const placeholder = z.strictObject({
  placeholder_name: limitedText({ min: 1, max: RULE_LIMITS.placeholderNameLength })
    .describe("In upper case, e.g. LIMIT"),
  data_type: dataType,
  description,
  is_required: z.boolean().describe(
    "False: an instance may leave it unbound; rules that need it are left out",
  ),
  default_value: z.union([...constants, z.null()]).optional(),
  max_age_seconds: maxAgeSeconds,
});

export const draftRules = z.array(rule).min(1).max(RULE_LIMITS.rules);
export const draftPlaceholders = z.array(placeholder).max(RULE_LIMITS.placeholders);

/** Stream names or constants. */
export const draftMappings = limitedMap(z.union(literals(TEXT_LIMITS.description)), {
  most: RULE_LIMITS.placeholders,
  keyMax: RULE_LIMITS.placeholderNameLength,
  noun: "placeholders",
});

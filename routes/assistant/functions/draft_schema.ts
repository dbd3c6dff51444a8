import { z } from "@hono/zod-openapi";
import { SEVERITIES } from "../../../domain/event/types.ts";
import { dataType } from "../../../domain/sample/schema.ts";
import { listed } from "../../../domain/explanation/words.ts";
import { RULE_LIMITS } from "../../../domain/rule/limits.ts";
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
const delaySeconds = z.number().min(0).max(RULE_LIMITS.delaySeconds).optional();
const maxAgeSeconds = z.number().min(0).max(RULE_LIMITS.maxAgeSeconds).optional();

/**
 * A condition without nesting, which models write reliably. Here it is held to the sizes of POST /api/templates, whose
 * schema validates the whole draft afterwards.
 */
const condition = z.strictObject({
  stream: name.describe("<PLACEHOLDER> or a stream name"),
  operator: z.enum(OPERATOR_NAMES),
  value: z.union([...constants, z.array(constant).max(RULE_LIMITS.valuesOfList)]).optional().describe(
    `Number, text or boolean; two of them for ${taking("range")}; a list for ${taking("list")}`,
  ),
  of: name.optional().describe("A second stream, for operators that compare two"),
  limit: constant.optional(),
  window_seconds: z.number().min(RULE_LIMITS.leastWindowSeconds).max(RULE_LIMITS.windowSeconds).optional(),
  deadband: z.number().min(0).optional(),
  tolerance: z.number().min(0).optional(),
  ignore_case: z.boolean().optional(),
  max_age_seconds: maxAgeSeconds,
  accept_uncertain: z.boolean().optional(),
});

const rule = z.strictObject({
  rule_id: name,
  rule_name: name,
  display_name: description.optional(),
  conditions: z.array(condition).min(1).max(RULE_LIMITS.conditionsOfList),
  logic: z.enum(["all", "any"]).optional(),
  event_name: name,
  event_description: description.optional(),
  severity: z.enum(SEVERITIES).optional(),
  on_delay_seconds: delaySeconds,
  off_delay_seconds: delaySeconds,
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
  is_required: z.boolean(),
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

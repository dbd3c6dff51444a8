import { z } from "@hono/zod-openapi";
import { listed } from "../../../domain/explanation/words.ts";
import { OPERATOR_NAMES, operatorsWhere } from "../../../domain/rule/operators/table.ts";
import { RULE_LIMITS } from "../../../domain/rule/limits.ts";
import { SEVERITIES } from "../../../domain/event/types.ts";

function taking(kind: "range" | "list"): string {
  return listed(operatorsWhere(({ value }) => value?.kind === kind), "and");
}

/** A simple schema of a condition for models. Their input is validated by the schema of POST /api/templates. */
const condition = z.looseObject({
  stream: z.string().describe("<PLACEHOLDER> or a stream name"),
  operator: z.enum(OPERATOR_NAMES),
  value: z.any().optional().describe(
    `Number, text or boolean; two of them for ${taking("range")}; a list for ${taking("list")}`,
  ),
});
/** The same for a rule. */
export const draftRule = z.looseObject({
  rule_id: z.string(),
  rule_name: z.string(),
  conditions: z.array(condition).max(RULE_LIMITS.conditionsOfList),
  logic: z.enum(["all", "any"]).optional(),
  event_name: z.string(),
  event_description: z.string().optional(),
  severity: z.enum(SEVERITIES).optional(),
  on_delay_seconds: z.number().optional(),
  off_delay_seconds: z.number().optional(),
  cause: z.string().optional(),
  consequence: z.string().optional(),
  action: z.string().optional(),
});
export const draftPlaceholder = z.looseObject({
  placeholder_name: z.string().describe("In upper case, e.g. LIMIT"),
  data_type: z.enum(["NUM", "STR", "BOOL"]),
  description: z.string(),
  is_required: z.boolean(),
  default_value: z.any().optional(),
});

/** Stream names or constants. */
export const draftMappings = z.record(z.string(), z.union([z.string(), z.number(), z.boolean()]));

import { assert, assertEquals } from "@std/assert";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { FUNCTIONS } from "../../../../routes/assistant/functions/table.ts";
import { type Hints, SchemaLimits, type Trial, withValue } from "../../../support/schema_limits.ts";

// deno-lint-ignore no-explicit-any -- a JSON schema or a function's arguments
type Json = any;

const trigger = { operator: "greater_than", value: 1, deadband: 1, tolerance: 1, ignore_case: true };
const comparison = {
  ...trigger,
  stream: "<A>",
  comparison: trigger,
  expression: "<A> - 1",
  unit: "K",
  of: "<B>",
  limit: "a",
  window_seconds: 60,
  rollover: 1,
  max_age_seconds: 60,
  accept_uncertain: true,
};
const comparisons = [
  comparison,
  { ...comparison, value: "x", limit: 1 },
  { ...comparison, value: true, limit: true },
  {
    ...comparison,
    ...{ deadband: "<A>", window_seconds: "<A>", max_age_seconds: "<A>" },
    comparison: { ...trigger, deadband: "<A>" },
  },
  ...[[1], ["x"], [true]].map((value) => ({ ...comparison, value })),
  ...["x", true, [1], ["x"], [true]].map((value) => ({ ...comparison, comparison: { ...trigger, value } })),
];
/** Inside a group or an end. */
const inner = comparisons.map(({ stream, expression, operator, value, window_seconds, rollover }: Json) => (
  { stream, expression, operator, value, window_seconds, rollover }
));
const conditions = [...comparisons, { at_least: 2, conditions: inner }];
const rule = {
  rule_id: "r",
  rule_name: "R",
  conditions,
  logic: "all",
  until: inner,
  event_name: "E",
  display_name: "d",
  event_description: "d",
  severity: "error",
  on_delay_seconds: 1,
  off_delay_seconds: 1,
  re_alarm_minutes: 1,
  enrichment: { k: "v" },
  cause: "c",
  consequence: "c",
  action: "a",
};
const placeholder = {
  placeholder_name: "A",
  data_type: "NUM",
  description: "d",
  is_required: true,
  default_value: 1,
  max_age_seconds: 60,
};
const draft = {
  rules: [rule, { ...rule, on_delay_seconds: "<A>", off_delay_seconds: "<A>" }],
  placeholders: [
    placeholder,
    { ...placeholder, default_value: "x" },
    { ...placeholder, default_value: true },
    { ...placeholder, default_value: null },
  ],
};
const mappings = [{ A: "x" }, { A: 1 }, { A: true }];
const now = "2026-01-31T08:15:02Z";
const page = { limit: 10, offset: 5 };
const find = { text: "t", category: "health", plant_node: "n" };

/** Arguments that each function takes; together they lead to every limit. */
const TAKEN: Readonly<Record<string, Json[]>> = {
  get_active_events: [{ ...find, severity: "error", limit: 10 }],
  search_events: [
    { ...find, ...page, hours: 24, severity: "error", is_active: true, template_id: 1, instance_id: 1 },
  ],
  get_event: [{ event_id: 1 }],
  explain: [{ instance_id: 1, rule_id: "r", at: now }],
  list_instances: [{ text: "t", template_id: 1, is_deployed: true, limit: 10 }],
  list_templates: [{ text: "t", category: "health", limit: 10 }],
  get_template: [{ template_id: 1 }],
  list_assets: [{ text: "t", limit: 10 }],
  find_streams: [{ text: "t", asset_id: "a", limit: 10 }],
  get_stream_value: [{ stream: "s" }],
  get_stream_history: [{ stream: "s", hours: 24, until: now }],
  get_plant_subtree: [{ plant_node: "n" }],
  get_rules_on_stream: [{ stream: "s" }],
  get_alarm_statistics: [{ hours: 24, plant_node: "n", template_id: 1, category: "health" }],
  get_coverage: [{ instance_id: 1, hours: 24, plant_node: "n", template_id: 1, text: "t", limit: 10 }],
  run_backtest: [
    ...mappings.map((placeholder_mappings) => (
      { ...draft, placeholder_mappings, instance_ids: [1], hours: 24, until: now }
    )),
    { template_id: 1 },
  ],
  propose_rule_template: mappings.map((placeholder_mappings) => ({
    ...draft,
    name: "N",
    description: "d",
    category: "health",
    package_id: 1,
    placeholder_mappings,
    backtest_hours: 24,
  })),
};

const HINTS: Hints = {
  text: (place, { character, length }) => {
    if (!/^(at|until)$/.test(place)) return character.repeat(length);
    return character === "x" ? now.replace("Z", `.${"1".repeat(length - now.length - 1)}Z`) : undefined;
  },
  key: (_, index) => `K${index}`,
  item: (_, like, index) => typeof like === "number" ? index + 1 : like,
};

const limits = new SchemaLimits({}, HINTS);

for (const { spec: { name, parameters }, argumentsOf } of FUNCTIONS) {
  const issuesOf = (given: Json): string[] => {
    try {
      argumentsOf(given);
      return [];
    } catch (error) {
      if (!(error instanceof Refusal) || error.code !== "VALIDATION_FAILED") throw error;
      const { issues } = error.details;
      return (Array.isArray(issues) ? issues : []).map(({ path }: { path: string }) => path);
    }
  };

  Deno.test(`${name}() states a limit for each of its arguments`, () => {
    const open = [...limits.places(parameters)].filter(({ schema }) => isOpen(schema))
      .map(({ name }) => name);
    assertEquals(open.filter((place) => !MEASURED.test(place)), []);
  });

  Deno.test(`${name}() keeps each limit of its schema, on both sides`, () => {
    const sides = new Map<string, Set<string>>();
    for (const base of TAKEN[name]) {
      assertEquals(issuesOf(base), []);
      for (const { limit, side, path, value, told } of limits.trials(parameters, base)) {
        // Models send null for no arguments.
        if (path.length === 0 && value === null) continue;
        const given = withValue(base, path, value);
        const issues = issuesOf(given);
        const isKept = side === "at" ? !issues.includes(told) : issues.includes(told);
        assert(isKept, `${side} ${limit}: ${JSON.stringify(value)?.slice(0, 60)}: ${issues}`);
        sides.set(limit, (sides.get(limit) ?? new Set<Trial["side"]>()).add(side));
      }
    }
    const untried = [...limits.limits(parameters)].filter((limit) => sides.get(limit)?.size !== 2);
    assertEquals(untried, []);
  });
}

/** Numbers of the plant: any of them may be compared with. */
const MEASURED =
  /((value|value\|3\.\[\]|limit|\{\})\|1|(deadband|_seconds)\|1|deadband(\|0)?|tolerance|rollover)$/;

/** Whether a text, number, list or object of any size may stand here. */
function isOpen(schema: Json): boolean {
  if (schema.anyOf !== undefined || schema.enum !== undefined || schema.type === "boolean") return false;
  switch (schema.type) {
    case "string":
      return schema.maxLength === undefined;
    case "integer":
    case "number":
      return schema.maximum === undefined || (schema.minimum ?? schema.exclusiveMinimum) === undefined;
    case "array":
      return schema.maxItems === undefined;
    case "object":
      return schema.additionalProperties !== false && schema.maxProperties === undefined;
    default:
      return schema.type !== "null" && schema.maxLength === undefined;
  }
}

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { issuesOfZod } from "../../../../domain/shared/schema.ts";
import type { Condition } from "../../../../domain/rule/types.ts";
import {
  placeholderSchema,
  placeholdersSchema,
  ruleSchema,
  rulesSchema,
} from "../../../../domain/rule/schema.ts";

const RULE = {
  rule_id: "r1",
  rule_name: "Rule",
  conditions: [{ stream: "<T>", operator: "greater_than", value: 80 }],
  event_name: "Event",
};

function issuesOf(rule: unknown) {
  const result = ruleSchema.safeParse(rule);
  return result.success ? [] : issuesOfZod(result.error);
}

const pathsOf = (rule: unknown) => issuesOf(rule).map((issue) => issue.path);
const withCondition = (condition: unknown) => ({ ...RULE, conditions: [condition] });

Deno.test("ruleSchema fills in what a client leaves out", () => {
  assertEquals(ruleSchema.parse(RULE), {
    rule_id: "r1",
    rule_name: "Rule",
    conditions: [{ stream: "<T>", operator: "greater_than", value: 80 }],
    logic: "all",
    until: null,
    event_name: "Event",
    event_description: "",
    severity: "warning",
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    enrichment: {},
    cause: null,
    display_name: null,
    re_alarm_minutes: null,
    consequence: null,
    action: null,
  });
});

Deno.test("ruleSchema takes a re-alarm after one minute to a week, or none", () => {
  for (const re_alarm_minutes of [1, 10_080, null]) {
    assertEquals(ruleSchema.parse({ ...RULE, re_alarm_minutes }).re_alarm_minutes, re_alarm_minutes);
  }
});

Deno.test("ruleSchema keeps nested conditions as they are", () => {
  const nested: Condition = { all: [{ not: { any: [{ stream: "A", operator: "in", value: [1, 2] }] } }] };
  assertEquals(ruleSchema.parse(withCondition(nested)).conditions, [nested]);
});

const REFUSED: [string, unknown, string[]][] = [
  ["an unknown field", { ...RULE, colour: "red" }, ["colour"]],
  ["an unknown field of a condition", withCondition({ ...RULE.conditions[0], window: 5 }), [
    "conditions.0.window",
  ]],
  ["an unknown field beside all", withCondition({ all: RULE.conditions, x: 1 }), ["conditions.0.x"]],
  ["two of all, any and not", withCondition({ all: RULE.conditions, any: RULE.conditions }), [
    "conditions.0.any",
  ]],
  ["an empty list of conditions", { ...RULE, conditions: [] }, ["conditions"]],
  ["51 conditions", { ...RULE, conditions: Array(51).fill(RULE.conditions[0]) }, ["conditions"]],
  ["an empty all", withCondition({ all: [] }), ["conditions.0.all"]],
  ["51 in any", withCondition({ any: Array(51).fill(RULE.conditions[0]) }), ["conditions.0.any"]],
  ["an all that is no list", withCondition({ all: {} }), ["conditions.0.all"]],
  ["a condition that is a text", withCondition("x"), ["conditions.0"]],
  ["a not of nothing", withCondition({ not: null }), ["conditions.0.not"]],
  ["an unknown operator", withCondition({ stream: "A", operator: "near" }), ["conditions.0.operator"]],
  ["no operator", withCondition({ stream: "A" }), ["conditions.0.operator"]],
  ["a value that is an object", withCondition({ ...RULE.conditions[0], value: {} }), ["conditions.0.value"]],
  ["a value that is null", withCondition({ ...RULE.conditions[0], value: null }), ["conditions.0.value"]],
  ["an infinite value", withCondition({ ...RULE.conditions[0], value: Infinity }), ["conditions.0.value"]],
  ["too long a text", withCondition({ ...RULE.conditions[0], value: "x".repeat(1001) }), [
    "conditions.0.value",
  ]],
  ["an object in a list of values", withCondition({ stream: "A", operator: "in", value: [1, {}] }), [
    "conditions.0.value.1",
  ]],
  ["a deadband below 0", withCondition({ ...RULE.conditions[0], deadband: -1 }), ["conditions.0.deadband"]],
  ["a tolerance below 0", withCondition({ ...RULE.conditions[0], tolerance: -1 }), [
    "conditions.0.tolerance",
  ]],
  ["a max age below 0", withCondition({ ...RULE.conditions[0], max_age_seconds: -1 }), [
    "conditions.0.max_age_seconds",
  ]],
  ["a max age above 366 days", withCondition({ ...RULE.conditions[0], max_age_seconds: 31_622_401 }), [
    "conditions.0.max_age_seconds",
  ]],
  ["an empty name", { ...RULE, rule_name: "" }, ["rule_name"]],
  ["a name of 201 characters", { ...RULE, event_name: "x".repeat(201) }, ["event_name"]],
  ["a description of 2,001", { ...RULE, event_description: "x".repeat(2001) }, ["event_description"]],
  ["an unknown severity", { ...RULE, severity: "fatal" }, ["severity"]],
  ["an unknown logic", { ...RULE, logic: "xor" }, ["logic"]],
  ["a delay below 0", { ...RULE, on_delay_seconds: -1 }, ["on_delay_seconds"]],
  ["a delay above 30 days", { ...RULE, off_delay_seconds: 2_592_000.1 }, ["off_delay_seconds"]],
  ["a re-alarm after 0 minutes", { ...RULE, re_alarm_minutes: 0 }, ["re_alarm_minutes"]],
  ["a re-alarm after more than a week", { ...RULE, re_alarm_minutes: 10_081 }, ["re_alarm_minutes"]],
  ["a re-alarm after half a minute", { ...RULE, re_alarm_minutes: 1.5 }, ["re_alarm_minutes"]],
  ["an enrichment that is no text", { ...RULE, enrichment: { a: 1 } }, ["enrichment.a"]],
  ["too long an enrichment", { ...RULE, enrichment: { a: "x".repeat(1001) } }, ["enrichment.a"]],
  ["51 enrichments", {
    ...RULE,
    enrichment: Object.fromEntries(Array.from({ length: 51 }, (_, i) => [i, ""])),
  }, [
    "enrichment",
  ]],
  ["several things at once", { ...withCondition({ stream: "", operator: "near" }), severity: 1, x: 1 }, [
    "conditions.0.stream",
    "conditions.0.operator",
    "severity",
    "x",
  ]],
];

for (const [what, rule, paths] of REFUSED) {
  Deno.test(`ruleSchema refuses ${what} at its path`, () => assertEquals(pathsOf(rule), paths));
}

Deno.test("ruleSchema refuses too long a key of enrichment", () => {
  assertEquals(pathsOf({ ...RULE, enrichment: { ["x".repeat(100)]: "" } }), []);
  assertEquals(pathsOf({ ...RULE, enrichment: { ["x".repeat(101)]: "" } }).length, 1);
});

Deno.test("ruleSchema takes every limit itself", () => {
  const enrichment = Object.fromEntries(Array.from({ length: 50 }, (_, i) => [i, "x".repeat(1000)]));
  const longest = {
    rule_name: "x".repeat(200),
    event_description: "x".repeat(2000),
    on_delay_seconds: 2_592_000,
  };
  assertEquals(
    pathsOf({ ...RULE, ...longest, enrichment, conditions: Array(50).fill(RULE.conditions[0]) }),
    [],
  );
});

Deno.test("ruleSchema takes windows of 1 s to 7 days", () => {
  const issues = (seconds: number) =>
    pathsOf(withCondition({ stream: "A", operator: "rate_above", value: 1, window_seconds: seconds }));
  for (const seconds of [1, 604_800]) assertEquals(issues(seconds), []);
  for (const seconds of [0.9, 604_801, -60]) assertEquals(issues(seconds), ["conditions.0.window_seconds"]);
});

Deno.test("ruleSchema takes conditions 5 deep and refuses thousands deep without a stack overflow", () => {
  const wrapped = (times: number) => {
    let condition: unknown = RULE.conditions[0];
    for (let i = 0; i < times; i++) condition = i % 2 === 0 ? { not: condition } : { any: [condition] };
    return withCondition(condition);
  };
  assertEquals(pathsOf(wrapped(4)), []);
  for (const times of [5, 100_000]) assertEquals(issuesOf(wrapped(times)).length, 1);
  assertStringIncludes(issuesOf(wrapped(5))[0].message, "nested at most 5 deep");
});

Deno.test("placeholderSchema fills in what a client leaves out", () => {
  assertEquals(placeholderSchema.parse({ placeholder_name: "T", data_type: "NUM" }), {
    placeholder_name: "T",
    data_type: "NUM",
    description: "",
    is_required: true,
    default_value: null,
    max_age_seconds: null,
  });
});

Deno.test("placeholderSchema refuses names, types and fields that are none", () => {
  const paths = (changes: object) => {
    const result = placeholderSchema.safeParse({ placeholder_name: "T", data_type: "NUM", ...changes });
    return result.success ? [] : issuesOfZod(result.error).map((issue) => issue.path);
  };
  for (const name of ["", "t", "1A", "_A", "A-B", "<A>", "A".repeat(65), "A\n"]) {
    assertEquals(paths({ placeholder_name: name }), ["placeholder_name"], name);
  }
  assertEquals(paths({ placeholder_name: "A".repeat(64) }), []);
  assertEquals(paths({ data_type: "INT" }), ["data_type"]);
  assertEquals(paths({ default_value: [1] }), ["default_value"]);
  assertEquals(paths({ max_age_seconds: -1 }), ["max_age_seconds"]);
  assertEquals(paths({ unit: "C" }), ["unit"]);
});

Deno.test("rulesSchema takes 50 rules, placeholdersSchema 100 placeholders", () => {
  const placeholder = { placeholder_name: "T", data_type: "NUM" };
  assertEquals([50, 51].map((n) => rulesSchema.safeParse(Array(n).fill(RULE)).success), [true, false]);
  assertEquals([100, 101].map((n) => placeholdersSchema.safeParse(Array(n).fill(placeholder)).success), [
    true,
    false,
  ]);
});

Deno.test("rulesSchema ends with 100 problems, however many conditions are wrong", () => {
  const conditions = Array(50).fill(0).map(() => ({ all: Array(7).fill({}) }));
  const rules = Array.from({ length: 50 }, (_, i) => ({ ...RULE, rule_id: `r${i}`, conditions }));
  const parsed = rulesSchema.safeParse(rules);
  assert(!parsed.success);
  assert(parsed.error.issues.length <= 200, `${parsed.error.issues.length} issues`);
});

import { assertEquals, assertStringIncludes } from "@std/assert";
import { checkRules } from "../../../../domain/rule/check.ts";
import { type Operator, operatorsWhere } from "../../../../domain/rule/operators/table.ts";
import type { Comparison, Condition } from "../../../../domain/rule/types.ts";
import { condition, placeholder, templateRule } from "../../../support/templates.ts";

const PLACEHOLDERS = [
  placeholder("T"),
  placeholder("U"),
  placeholder("S", { data_type: "STR" }),
  placeholder("B", { data_type: "BOOL" }),
];

const check = (conditions: Condition[]) => checkRules([templateRule(conditions)], PLACEHOLDERS);

/** Refused conditions, each with the path of its issue below the condition. */
const REFUSED: [string, Partial<Comparison>, string][] = [
  ["an undeclared placeholder as stream", { stream: "<X>" }, ".stream"],
  ["an undeclared placeholder as value", { value: "<X>" }, ".value"],
  ["a placeholder inside a stream's name", { stream: "<T>.x" }, ".stream"],
  ["a placeholder inside a text", { stream: "<S>", operator: "contains", value: "a <S>" }, ".value"],
  ["a process tag as stream", { stream: "SYS.EVENTS.ACTIVE" }, ".stream"],
  ["a process tag as value", { value: "SYS.SOURCE.LAG_SECONDS" }, ".value"],
  ["a process tag as second stream", { operator: "deviation_above", of: "SYS.SOURCE.LAG_SECONDS" }, ".of"],
  ["a time tag that there is not", { stream: "SYS.TIME.YEAR" }, ".stream"],
  ["a time tag that there is not as value", { operator: "equals", value: "SYS.TIME.YEAR" }, ".value"],
  [
    "a text compared with a time tag",
    { stream: "SYS.TIME.HOUR", operator: "contains", value: "a" },
    ".stream",
  ],
  [
    "a truth of a time tag of numbers",
    { stream: "SYS.TIME.HOUR", operator: "equals", value: true },
    ".value",
  ],
  ["a time tag of truths as a limit", { value: "SYS.TIME.IS_WEEKEND" }, ".value"],
  ["a value for changed", { operator: "changed" }, ".value"],
  ["no seconds for stale_for", { operator: "stale_for", value: undefined }, ".value"],
  ["0 seconds for stale_for", { operator: "stale_for", value: 0 }, ".value"],
  ["more than 366 days for stale_for", { operator: "stale_for", value: 31_622_401 }, ".value"],
  ["a text for the seconds of stale_for", { stream: "<S>", operator: "stale_for", value: "<S>" }, ".value"],
  ["seconds in quotes", { stream: "<S>", operator: "stale_for", value: "60" }, ".value"],
  ["a window for stale_for", { operator: "stale_for", value: 60, window_seconds: 60 }, ".window_seconds"],
  ["more than 7 days for flat_for", { operator: "flat_for", value: 604_801 }, ".value"],
  ["flat_for of a text", { stream: "<S>", operator: "flat_for", value: 60 }, ".stream"],
  ["a deadband on flat_for", { operator: "flat_for", value: 60, deadband: 1 }, ".deadband"],
  ["a window for greater_than", { window_seconds: 60 }, ".window_seconds"],
  ["a mean of a truth", { stream: "<B>", operator: "avg_above", value: 1 }, ".stream"],
  ["a tolerance on rate_above", { operator: "rate_above", value: 1, tolerance: 1 }, ".tolerance"],
  ["no limit for count_above", { operator: "count_above", value: 3 }, ".limit"],
  ["a text limit for count_above", { operator: "count_above", value: 3, limit: "<S>" }, ".limit"],
  ["a limit in quotes", { operator: "count_above", value: 3, limit: "80" }, ".limit"],
  ["an undeclared placeholder as limit", { operator: "count_above", value: 3, limit: "<X>" }, ".limit"],
  ["a process tag as limit", { operator: "count_above", value: 3, limit: "SYS.EVENTS.ACTIVE" }, ".limit"],
  ["a limit for max_above", { operator: "max_above", value: 3, limit: 80 }, ".limit"],
  [
    "a deadband that no spread resets",
    { operator: "stddev_above", value: 5, deadband: 5.1 },
    ".deadband",
  ],
  [
    "a deadband that no count resets",
    { operator: "count_above", value: 2, limit: 80, deadband: 3 },
    ".deadband",
  ],
  ["a text stream compared as a number", { stream: "<S>" }, ".stream"],
  ["a number stream compared as a text", { operator: "contains", value: "a" }, ".stream"],
  ["a number stream compared as a truth", { operator: "is_true", value: undefined }, ".stream"],
  ["a second stream of a wrong type", { operator: "deviation_above", of: "<S>" }, ".of"],
  ["no second stream", { operator: "deviation_above" }, ".of"],
  ["a second stream without use", { of: "<U>" }, ".of"],
  ["a truth for a number", { value: true }, ".value"],
  ["a number in quotes", { value: "80" }, ".value"],
  ["an empty text for a number", { value: "" }, ".value"],
  ["a text placeholder for a number", { value: "<S>" }, ".value"],
  ["a number for a text", { stream: "<S>", operator: "starts_with", value: 1 }, ".value"],
  ["equals of number and truth", { operator: "equals", value: true }, ".value"],
  ["equals of text and number", { stream: "<S>", operator: "equals", value: 1 }, ".value"],
  ["equals of truth and number", { stream: "<B>", operator: "equals", value: 1 }, ".value"],
  ["no value", { value: undefined }, ".value"],
  ["a list for one value", { value: [1] }, ".value"],
  ["a value for is_true", { stream: "<B>", operator: "is_true", value: true }, ".value"],
  ["one limit for between", { operator: "between", value: 1 }, ".value"],
  ["one limit in a list for outside", { operator: "outside", value: [1] }, ".value"],
  ["three limits for between", { operator: "between", value: [1, 2, 3] }, ".value"],
  ["a text limit", { operator: "between", value: [1, "<S>"] }, ".value.1"],
  ["a number limit in quotes", { operator: "between", value: [1, "2"] }, ".value.1"],
  ["low above high", { operator: "between", value: [2, 1] }, ".value"],
  ["an empty list", { operator: "in", value: [] }, ".value"],
  ["one value for in", { operator: "in", value: 1 }, ".value"],
  ["a list of numbers and texts", { stream: "any", operator: "in", value: [1, "a"] }, ".value.1"],
  ["a list of truths", { stream: "<B>", operator: "in", value: [true] }, ".stream"],
  ["a list of truths on an unknown stream", { stream: "any", operator: "in", value: [true] }, ".value.0"],
  ["a list of texts for numbers", { operator: "not_in", value: ["a"] }, ".value.0"],
  ["too long a list", { operator: "in", value: Array(101).fill(1) }, ".value"],
  ["half a bit number", { operator: "bit_set", value: 1.5 }, ".value"],
  ["a bit number below 0", { operator: "bit_clear", value: -1 }, ".value"],
  ["a bit number above 63", { operator: "bit_set", value: 64 }, ".value"],
  ["a tolerance on greater_than", { tolerance: 1 }, ".tolerance"],
  ["a tolerance on texts", { stream: "<S>", operator: "equals", value: "a", tolerance: 1 }, ".tolerance"],
  ["a tolerance on in", { operator: "in", value: [1], tolerance: 1 }, ".tolerance"],
  ["ignore_case on numbers", { operator: "equals", ignore_case: true }, ".ignore_case"],
  ["ignore_case on greater_than", { ignore_case: true }, ".ignore_case"],
  ["a deadband on equals", { operator: "equals", deadband: 1 }, ".deadband"],
  ["a deadband on a text", { stream: "<S>", operator: "contains", value: "a", deadband: 1 }, ".deadband"],
  ["a deadband on a bit", { operator: "bit_set", value: 1, deadband: 1 }, ".deadband"],
  ["a deadband that closes outside", { operator: "outside", value: [10, 20], deadband: 5.1 }, ".deadband"],
  [
    "a deadband that no distance resets",
    { operator: "deviation_above", of: "<U>", value: 5, deadband: 5.1 },
    ".deadband",
  ],
];

for (const [what, changes, path] of REFUSED) {
  Deno.test(`checkRules() refuses ${what}`, () => {
    const issues = check([condition(changes)]);
    assertEquals(issues.map((issue) => issue.path), [`rules.0.conditions.0${path}`]);
  });
}

const TAKEN: [string, Partial<Comparison>][] = [
  ["a stream name as stream and value", { stream: "Line1.Temp", value: "Line1.Setpoint" }],
  ["a placeholder as value", { value: "<U>" }],
  ["equals with a tolerance", { operator: "equals", tolerance: 0.5 }],
  ["equals of a text", { stream: "<S>", operator: "not_equals", value: "80", ignore_case: true }],
  ["equals of a truth", { stream: "<B>", operator: "equals", value: false }],
  ["equal limits", { operator: "between", value: [5, 5], deadband: 1 }],
  ["limits from placeholders", { operator: "outside", value: ["<T>", "<U>"], deadband: 1 }],
  ["a deadband that just resets", { operator: "outside", value: [10, 20], deadband: 5 }],
  ["a distance that just resets", { operator: "deviation_above", of: "<U>", value: 5, deadband: 5 }],
  ["a list of texts", { stream: "<S>", operator: "in", value: ["a", "<S>"], ignore_case: true }],
  ["a list on an unknown stream", { stream: "any", operator: "not_in", value: [1, 2] }],
  ["the last bit", { operator: "bit_clear", value: 63 }],
  ["what has no effect anywhere", { deadband: 0, tolerance: 0, ignore_case: false }],
  ["0 and false on equals", { operator: "equals", deadband: 0, ignore_case: false }],
  ["a text that looks like a tag", { stream: "<S>", operator: "contains", value: "SYS.EVENTS.ACTIVE" }],
  ["a time tag", { stream: "SYS.TIME.HOUR", operator: "greater_or_equal", value: 22 }],
  ["a time tag as limit", { value: "SYS.TIME.HOUR" }],
  ["changed of a text", { stream: "<S>", operator: "changed", value: undefined, window_seconds: 604_800 }],
  ["stale_for of a text, from a stream", { stream: "<S>", operator: "stale_for", value: "Line1.Patience" }],
  ["stale_for of 366 days", { operator: "stale_for", value: 31_622_400 }],
  ["flat_for of 7 days with a tolerance", { operator: "flat_for", value: 604_800, tolerance: 0.5 }],
  ["a rate that falls", { operator: "rate_below", value: -1, deadband: 0.5, window_seconds: 1 }],
  ["a count with a limit from a stream", { operator: "count_above", value: 3, limit: "Line1.High" }],
  ["a spread that just resets", { operator: "stddev_above", value: 5, deadband: 5 }],
  ["a text with another <", { stream: "<S>", operator: "contains", value: "a <b> <1>" }],
];

for (const [what, changes] of TAKEN) {
  Deno.test(`checkRules() takes ${what}`, () => assertEquals(check([condition(changes)]), []));
}

Deno.test("checkRules() takes a deadband on the operators of the deadband table and on no other", () => {
  const withDeadband = operatorsWhere(({ deadband }) => deadband !== undefined);
  const table = "greater_than greater_or_equal less_than less_or_equal between outside deviation_above " +
    "rate_above rate_below increase_above increase_below avg_above avg_below stddev_above min_below max_above count_above times_above";
  assertEquals(withDeadband.join(" "), table);
});

Deno.test("checkRules() names every operator where it knows none of the name", () => {
  const [unknown] = check([condition({ operator: "toString" as Operator })]);
  assertStringIncludes(unknown.message, 'Unknown operator "toString"');
  assertStringIncludes(unknown.message, "count_above");
});

Deno.test("checkRules() refuses process tags, and lists the time tags for an unknown one", () => {
  const [process] = check([condition({ stream: "SYS.EVENTS.ACTIVE" })]);
  const [time] = check([condition({ stream: "SYS.TIME.YEAR" })]);
  assertStringIncludes(process.message, "cannot be used in a condition");
  assertStringIncludes(time.message, "SYS.TIME.HOUR, SYS.TIME.MINUTE");
});

Deno.test("checkRules() refuses a deadband inside not, however deep", () => {
  const banded = condition({ deadband: 1 });
  assertEquals(check([{ not: banded }]).map((one) => one.path), ["rules.0.conditions.0.not.deadband"]);
  assertEquals(check([{ not: { any: [{ all: [banded] }] } }]).map((one) => one.path), [
    "rules.0.conditions.0.not.any.0.all.0.deadband",
  ]);
  assertEquals(check([{ any: [banded] }]), []);
});

Deno.test("vector 33: checkRules() takes conditions 5 deep, the comparison included, and refuses 6", () => {
  const wrapped = (times: number): Condition => times === 0 ? condition() : { not: wrapped(times - 1) };
  assertEquals(check([wrapped(4)]), []);
  assertEquals(check([wrapped(5)]).map((one) => one.path), ["rules.0.conditions.0.not.not.not.not.not"]);
});

Deno.test("checkRules() takes 1 to 50 comparisons a rule, counted through all lists", () => {
  const many = (count: number): Condition[] => Array.from({ length: count }, () => condition());
  assertEquals(check(many(50)), []);
  assertEquals(check([]).map((one) => one.path), ["rules.0.conditions"]);
  assertEquals(check([{ any: [] }]).map((one) => one.path), ["rules.0.conditions.0.any"]);
  assertEquals(check([{ all: many(30) }, { not: { any: many(20) } }]), []);
  assertEquals(check([{ all: many(30) }, { not: { any: many(21) } }]).map((one) => one.path), [
    "rules.0.conditions",
  ]);
});

Deno.test("checkRules() refuses a second rule_id or placeholder_name", () => {
  const rules = [templateRule([condition()]), templateRule([condition()])];
  assertEquals(checkRules(rules, [placeholder("T"), placeholder("T")]).map((one) => one.path), [
    "rules.1.rule_id",
    "placeholders.1.placeholder_name",
  ]);
});

Deno.test("checkRules() names undeclared placeholders in every text", () => {
  const texts = {
    event_name: "<X>.High",
    event_description: "a <Y>",
    enrichment: { area: "<Z>", "<Q>": "" },
  };
  const issues = checkRules([templateRule([condition()], texts)], PLACEHOLDERS);
  assertEquals(issues, [
    { path: "rules.0.event_name", message: 'Placeholder "X" is not declared' },
    { path: "rules.0.event_description", message: 'Placeholder "Y" is not declared' },
    { path: "rules.0.enrichment.area", message: 'Placeholder "Z" is not declared' },
  ]);
});

Deno.test("checkRules() takes a default value of the placeholder's type only, and none for a stream", () => {
  const rules = [templateRule([condition({ value: "<LIMIT>" })])];
  const issues = (type: "NUM" | "STR" | "BOOL", value: number | string | boolean) =>
    checkRules(rules, [placeholder("T"), placeholder("LIMIT", { data_type: type, default_value: value })]);
  assertEquals(issues("NUM", 80), []);
  assertEquals(issues("NUM", "80").map((one) => one.path), ["placeholders.1.default_value"]);
  assertEquals(issues("NUM", false).map((one) => one.path), ["placeholders.1.default_value"]);
  const stream = [placeholder("T", { default_value: 1 }), placeholder("LIMIT")];
  assertEquals(checkRules(rules, stream).map((one) => one.path), ["placeholders.0.default_value"]);
});

Deno.test("checkRules() finds every problem at once", () => {
  const rule = templateRule([condition({ value: "<X>" }), {
    any: [condition({ operator: "between", value: [2, 1] })],
  }]);
  assertEquals(checkRules([rule, rule], PLACEHOLDERS).map((one) => one.path), [
    "rules.1.rule_id",
    "rules.0.conditions.0.value",
    "rules.0.conditions.1.any.0.value",
    "rules.1.conditions.0.value",
    "rules.1.conditions.1.any.0.value",
  ]);
});

/** What the refused rules of the standard do not show of `until`: its limits, its placeholders and its streams. */
import { assertEquals } from "@std/assert";
import { possibleStreamNames } from "../../../../domain/instance/streams.ts";
import { bindTemplate } from "../../../../domain/rule/bind.ts";
import { checkRules } from "../../../../domain/rule/check.ts";
import { rulesSchema } from "../../../../domain/rule/schema.ts";
import type { Comparison, Condition } from "../../../../domain/rule/types.ts";
import { placeholderUses } from "../../../../domain/rule/uses.ts";
import { MOST_ISSUES } from "../../../../domain/shared/refusal.ts";
import { issuesOfZod } from "../../../../domain/shared/schema.ts";
import { templateIssues } from "../../../../domain/template/check.ts";
import { lookupOf } from "../../../support/named_streams.ts";
import { condition, placeholder, templateRule } from "../../../support/templates.ts";

const PLACEHOLDERS = [placeholder("T"), placeholder("LIMIT"), placeholder("RESET", { data_type: "BOOL" })];
const reset: Comparison = { stream: "<RESET>", operator: "is_true" };
const ruleWith = (until: Condition[], own: Partial<Comparison> = {}) =>
  templateRule([condition(own)], { until });
const check = (until: Condition[], own: Partial<Comparison> = {}) =>
  checkRules([ruleWith(until, own)], PLACEHOLDERS);

Deno.test("the comparisons of until count to the 50 of its rule, times_above twice", () => {
  const many = (count: number): Condition[] => [{ any: Array.from({ length: count }, () => reset) }];
  const starts: Comparison = {
    ...reset,
    operator: "times_above",
    value: 2,
    comparison: { operator: "is_true" },
  };
  const tooMany = (count: number) => [{
    path: "rules.0.conditions",
    message: `${count} comparisons; a rule takes at most 50`,
  }];
  assertEquals(check(many(49)), []);
  assertEquals(check([...many(49), reset]), tooMany(51));
  assertEquals(check([...many(48), starts]), tooMany(51));
});

Deno.test("until is nested at most 5 deep", () => {
  const deep = (levels: number): Condition => levels === 1 ? reset : { not: deep(levels - 1) };
  const issuesOf = (until: unknown) => {
    const parsed = rulesSchema.safeParse([{ ...ruleWith([]), until }]);
    return parsed.success ? [] : issuesOfZod(parsed.error);
  };
  assertEquals(issuesOf([deep(5)]), []);
  const [{ path, message }] = issuesOf([deep(6)]);
  assertEquals([path, message], ["0.until.0.not.not.not.not.not", "Conditions are nested at most 5 deep"]);
  assertEquals(issuesOf("<RESET>").map(({ path }) => path), ["0.until"]);
  assertEquals(issuesOf([{ ...reset, value: 3, colour: "red" }]).map(({ path }) => path), [
    "0.until.0.colour",
  ]);
});

Deno.test("the check of rules ends with as many problems of until as are told", () => {
  const until = Array.from({ length: 50 }, () => ({ ...reset, colour: "red" }));
  const parsed = rulesSchema.safeParse(Array.from({ length: 10 }, () => ({ ...ruleWith([]), until })));
  assertEquals(parsed.success ? 0 : parsed.error.issues.length, MOST_ISSUES);
});

Deno.test("the conditions beside until take no deadband, wherever they stand; until and what is counted do", () => {
  const path = "rules.0.conditions.0";
  assertEquals(check([condition({ deadband: 5 })], { deadband: 0 }), []);
  const counted = {
    operator: "times_above",
    value: 2,
    comparison: { operator: "greater_than", value: 8, deadband: 2 },
  } as const;
  assertEquals(check([reset], counted), []);
  assertEquals(check([reset], { ...counted, deadband: 1 }).map((issue) => issue.path), [`${path}.deadband`]);
  const inGroup = { ...ruleWith([reset]), conditions: [{ any: [condition({ deadband: 5 })] }] };
  assertEquals(checkRules([inGroup], PLACEHOLDERS).map((issue) => issue.path), [`${path}.any.0.deadband`]);
});

Deno.test("the problems of until are told at their paths, beside those of the other fields", () => {
  const rules = [{ ...ruleWith([]), rule_id: "", until: [{}, { stream: "<X>", operator: "is_true" }] }];
  const found = templateIssues({ name: "T", description: "", rules, placeholders: PLACEHOLDERS });
  assertEquals(found, [{ path: "rules.0.until.1.stream", message: 'Placeholder "X" is not declared' }]);
});

Deno.test("the placeholders and stream names of until are uses of its rule", () => {
  const rule = ruleWith([reset, condition({ stream: "Line1.Mode", value: "<LIMIT>" })]);
  const { streams, values } = placeholderUses([rule]);
  assertEquals([[...streams], [...values]], [["T", "RESET"], ["LIMIT"]]);
  assertEquals(possibleStreamNames({ rules: [rule], placeholders: [] }).has("Line1.Mode"), true);
});

Deno.test("bindTemplate() binds until to streams and constants, all of it needed", () => {
  const rule = ruleWith([reset, condition({ stream: "Line1.Mode", value: "<LIMIT>" })]);
  const bind = (streams: readonly string[]) =>
    bindTemplate({
      template: { rules: [rule], placeholders: PLACEHOLDERS },
      bindings: { T: { stream_name: "Line1.T" }, RESET: { stream_name: "Line1.Reset" }, LIMIT: { value: 3 } },
      streams: lookupOf(
        streams.map((stream_name, i) => ({
          id: i + 1,
          stream_name,
          data_type: stream_name === "Line1.Reset" ? "BOOL" as const : "NUM" as const,
        })),
      ),
      sourceMaxAgeSeconds: 0,
    });
  const { rules: [bound], streams } = bind(["Line1.T", "Line1.Reset", "Line1.Mode"]);
  assertEquals(streams.map(({ id }) => id), [1, 2, 3]);
  assertEquals(bound.until?.kind, "all");
  const of = bound.until?.kind === "all" ? bound.until.of : [];
  assertEquals(
    of.map((part) => part.kind === "comparison" ? [part.comparison.stream, part.comparison.operands] : []),
    [[2, []], [3, [{ literal: 3 }]]],
  );
  assertEquals(bind(["Line1.T", "Line1.Reset"]).problems, [{
    path: "rules.0.until.1.stream",
    message: 'Stream "Line1.Mode" is unknown',
  }]);
});

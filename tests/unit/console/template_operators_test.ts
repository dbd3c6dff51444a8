/** How the draft of a comparison or a group changes with its operator. */
import { assertEquals } from "@std/assert";
import { hasRoom, majorityOf, twoOfThree, withLogic } from "../../../console/rules/condition_tree.ts";
import type { DraftComparison, DraftCondition, TemplateDraft } from "../../../console/rules/draft.ts";
import { blankIssues } from "../../../console/rules/draft_checks.ts";
import { derivedNames } from "../../../console/rules/derived_names.ts";
import { newTemplate } from "../../../console/rules/presets.ts";
import { bodyOf, countedWithOperator, withOperator } from "../../../console/rules/template_body.ts";

const comparison = (more: Partial<DraftComparison> = {}): DraftComparison => ({
  stream: "<VALUE>",
  operator: "greater_than",
  value: 80,
  ...more,
});

function template(conditions: DraftCondition[]): TemplateDraft {
  const draft = newTemplate(1);
  return { ...draft, name: "Pump", rules: [{ ...draft.rules[0], conditions }] };
}

Deno.test("withOperator() keeps the fields that the new operator has too", () => {
  const given = comparison({ deadband: 2, max_age_seconds: 60 });
  assertEquals(withOperator(given, "outside"), {
    stream: "<VALUE>",
    operator: "outside",
    value: [80, null],
    deadband: 2,
    max_age_seconds: 60,
  });
  assertEquals(withOperator(given, "is_true"), {
    stream: "<VALUE>",
    operator: "is_true",
    max_age_seconds: 60,
  });
  assertEquals(withOperator({ stream: "<T>", operator: "equals", value: "on" }, "greater_than").value, null);
  assertEquals(
    withOperator({ stream: "<T>", operator: "equals", value: "<B>" }, "greater_than").value,
    "<B>",
  );
  assertEquals(withOperator(given, "deviation_above").of, "");
});

Deno.test("withOperator() counts what was compared, else what fits the type of the stream", () => {
  const counted = (given: DraftComparison, type?: "NUM" | "STR" | "BOOL") => {
    const { comparison: inner, value, deadband } = withOperator(given, "times_above", { type });
    assertEquals([value, deadband], [null, undefined]);
    return inner;
  };
  assertEquals(counted(comparison({ deadband: 2 }), "NUM"), {
    operator: "greater_than",
    value: 80,
    deadband: 2,
  });
  const silent = comparison({ operator: "stale_for", value: 300 });
  assertEquals(counted(silent, "BOOL"), { operator: "is_true" });
  assertEquals(counted(silent, "NUM"), { operator: "greater_than", value: null });
  assertEquals(counted(silent, "STR"), { operator: "equals", value: null });
  assertEquals(counted(comparison(), "BOOL"), { operator: "is_true" });
  const times = comparison({ operator: "times_above", value: 6, comparison: { operator: "is_true" } });
  assertEquals(withOperator(times, "times_above", { type: "BOOL" }), times);
  const other = withOperator(times, "times_above", { type: "NUM" });
  assertEquals([other.value, other.comparison], [6, { operator: "greater_than", value: null }]);
  assertEquals(withOperator(times, "greater_than"), comparison({ value: 6 }));
  assertEquals(countedWithOperator({ operator: "equals", value: "on", ignore_case: true }, "is_true"), {
    operator: "is_true",
  });
});

Deno.test("a counted comparison without a value is found, sent without it, and counts as two", () => {
  const draft = template([
    comparison({
      operator: "times_above",
      value: 6,
      comparison: { operator: "greater_than", value: null },
    }),
  ]);
  assertEquals(blankIssues(draft).map(({ path }) => path), ["rules.0.conditions.0.comparison.value"]);
  const [sent] = bodyOf(draft).rules[0].conditions;
  assertEquals(sent, {
    stream: "<VALUE>",
    operator: "times_above",
    value: 6,
    comparison: { operator: "greater_than" },
  } as never);
  const all = Array.from({ length: 25 }, () => draft.rules[0].conditions[0]);
  assertEquals([hasRoom(all.slice(1), 2), hasRoom(all, 1)], [true, false]);
});

Deno.test("a rule of at least n conditions is a group, and is named after its votes", () => {
  const voted = twoOfThree(comparison());
  assertEquals(voted, {
    at_least: 2,
    conditions: [comparison(), comparison({ stream: "" }), comparison({ stream: "" })],
  });
  assertEquals(derivedNames([voted]), {
    rule: ["2 of 3 too high", "Value 2 of 3 too high"],
    event: "<VALUE>.High",
  });
  const list = [comparison(), comparison()];
  assertEquals(withLogic(list, 2), { logic: "all", conditions: [{ at_least: 2, conditions: list }] });
  assertEquals(withLogic(list, "any"), { logic: "any", conditions: list });
  assertEquals([1, 2, 3, 4, 8].map(majorityOf), [1, 2, 2, 3, 5]);
});

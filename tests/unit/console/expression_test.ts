/** Calculated values in drafts, sentences, names and charts. */
import { assertEquals } from "@std/assert";
import { truthNow } from "../../../console/instances/truth_now.ts";
import type { DraftComparison, DraftRule } from "../../../console/rules/draft.ts";
import { blankIssues } from "../../../console/rules/draft_checks.ts";
import { derivedNames } from "../../../console/rules/derived_names.ts";
import { placeholderAt, typedProblem } from "../../../console/rules/expression_text.ts";
import { newPlaceholder, newTemplate } from "../../../console/rules/presets.ts";
import { usesOf, withRenamed } from "../../../console/rules/references.ts";
import { templateDifference } from "../../../console/rules/template_difference.ts";
import { conditionText } from "../../../console/rules/rule_sentence.ts";
import { bodyOf, calculating, readingStream, withOperator } from "../../../console/rules/template_body.ts";
import { limitsOn, rulesOn } from "../../../console/streams/thresholds.ts";
import { withDefaults } from "../../../console/rules/template_body.ts";
import { TRUTH_NAMES } from "../../../domain/evaluation/evaluating/truth.ts";
import { calculatedDeployment } from "../../support/calculated_deployment.ts";

const CALCULATED: DraftComparison = {
  expression: "(<T_OUT> - <T_IN>) / <FLOW>",
  unit: "K",
  operator: "greater_than",
  value: 4,
};
const NUMBERS = ["A", "T_IN", "T_OUT"].map((name) => newPlaceholder(name));

function ruleOf(comparison: DraftComparison): DraftRule {
  return { ...newTemplate(1).rules[0]!, conditions: [comparison] };
}

Deno.test("the sentence has the expression and its unit", () => {
  assertEquals(conditionText(CALCULATED), "(<T_OUT> - <T_IN>) / <FLOW> is above 4 K");
  assertEquals(
    conditionText({ ...CALCULATED, unit: null, value: "<LIMIT>" }),
    "(<T_OUT> - <T_IN>) / <FLOW> is above <LIMIT>",
  );
  assertEquals(
    conditionText({ ...CALCULATED, operator: "bit_set", value: 2 }),
    "(<T_OUT> - <T_IN>) / <FLOW> has bit 2 set",
  );
  assertEquals(conditionText({ ...CALCULATED, expression: " " }), "… is above 4 K");
});

Deno.test("a difference of versions shows another expression and another unit", () => {
  const of = (changes: Partial<DraftComparison>) => ({
    ...newTemplate(1),
    rules: [ruleOf({ ...CALCULATED, value: "<LIMIT>", ...changes })],
  });
  const differences = (changes: Partial<DraftComparison>) =>
    templateDifference(of({}), of(changes)).filter(({ what }) => what.endsWith("Conditions"))
      .map(({ after }) => after);
  assertEquals(differences({ unit: "°C" }), ["(<T_OUT> - <T_IN>) / <FLOW> is above <LIMIT> °C"]);
  assertEquals(differences({ expression: "<T_OUT>" }), ["<T_OUT> is above <LIMIT> K"]);
});

Deno.test("a stream becomes a calculated value and back, with the operator if it takes one", () => {
  const stream = { stream: "<A>", operator: "less_than", value: 3 };
  assertEquals(calculating(stream), { expression: "<A>", operator: "less_than", value: 3 });
  const mean = calculating({ stream: "Line1.A", operator: "avg_above", value: 3, window_seconds: 60 });
  assertEquals(mean, { expression: "", operator: "greater_than", value: 3 });
  assertEquals(readingStream(CALCULATED), { stream: "<T_OUT>", operator: "greater_than", value: 4 });
  assertEquals(withOperator(CALCULATED, "less_than"), { ...CALCULATED, operator: "less_than" });
});

Deno.test("an empty expression is told at its field, and an empty unit is not sent", () => {
  const draft = {
    ...newTemplate(1),
    name: "T",
    rules: [ruleOf({ ...CALCULATED, expression: "", unit: null })],
  };
  assertEquals(blankIssues(draft).map(({ path }) => path), ["rules.0.conditions.0.expression"]);
  assertEquals(bodyOf(draft).rules[0]?.conditions, [{ expression: "", operator: "greater_than", value: 4 }]);
});

Deno.test("a placeholder in an expression is counted and renamed", () => {
  const rules = [ruleOf(CALCULATED)];
  assertEquals(usesOf({ rules }, "T_IN"), { count: 1, asStream: false });
  const [renamed] = withRenamed(rules, "T_IN", "INLET");
  assertEquals((renamed?.conditions[0] as DraftComparison).expression, "(<T_OUT> - <INLET>) / <FLOW>");
});

Deno.test("a rule on a calculated value is named after it, its event after the first placeholder", () => {
  assertEquals(derivedNames([CALCULATED]), {
    rule: ["Calculated value too high", "T out calculated value too high"],
    event: "<T_OUT>.CalculatedHigh",
  });
});

Deno.test("placeholderAt() offers names while one is typed, those that begin so first", () => {
  const names = NUMBERS.map((one) => one.placeholder_name);
  const at = (text: string, caret = text.length) => placeholderAt(text, { caret, names });
  assertEquals(at("<"), { start: 0, end: 1, names });
  assertEquals(at("2 * <t_"), { start: 4, end: 7, names: ["T_IN", "T_OUT"] });
  assertEquals(at("<IN")?.names, ["T_IN"]);
  assertEquals(
    at("<T_IN> - <A>", 3),
    { start: 0, end: 6, names: ["T_IN", "T_OUT"] },
    "one that is closed is replaced",
  );
  assertEquals([at("2 * 3"), at("<A> ")], [undefined, undefined]);
});

Deno.test("typedProblem() has the place of what is wrong, and whether only the rest is missing", () => {
  assertEquals(typedProblem("<A> - <T_IN>", NUMBERS), undefined);
  assertEquals(typedProblem("<A> ** 2", NUMBERS)?.place, { before: "<A> *", wrong: "*" });
  assertEquals(typedProblem("<A> + sqrt(2)", NUMBERS)?.place, { before: "<A> + ", wrong: "sqrt" });
  assertEquals(typedProblem("<A> -", NUMBERS)?.isUnfinished, true);
  assertEquals(typedProblem("(<A> - <t_) / 2", NUMBERS)?.isUnfinished, true);
  assertEquals(typedProblem("<A> - <a> / 2", NUMBERS)?.isUnfinished, false);
  assertEquals(typedProblem("<B> - 1", NUMBERS), {
    message: 'Placeholder "B" is not declared',
    isUnfinished: false,
  });
});

Deno.test("a chart of a part has no limit of the calculated value, but its events", () => {
  const template = withDefaults({
    name: "T",
    category: "health",
    rules: [{
      rule_id: "r",
      rule_name: "R",
      event_name: "E",
      conditions: [{ expression: "<A> - <B>", operator: "greater_than", value: 4 }],
    }],
  });
  const bindings = { A: "Line1.A", B: "Line1.B" };
  assertEquals(limitsOn("Line1.A", { template, bindings }), []);
  assertEquals([...rulesOn("Line1.B", { template, bindings })], ["r"]);
  assertEquals([...rulesOn("Line1.C", { template, bindings })], []);
});

Deno.test("truthNow() calculates with the newest values, and not where one is unknown", () => {
  const { expression } = calculatedDeployment({ max_age_seconds: 60 }).instance.rules[0]!;
  const now = (values: Record<number, number | null>, nowMs = 0) =>
    TRUTH_NAMES[
      truthNow(expression, {
        nowMs,
        valueOf: (id) => ({ value: values[id] ?? null, quality: "good", timestamp: "1970-01-01T00:00:00Z" }),
      })
    ];
  assertEquals(now({ 1: 20, 2: 26 }), "true");
  assertEquals(now({ 1: 20, 2: 24 }), "false");
  assertEquals(now({ 1: null, 2: 24 }), "unknown");
  assertEquals(now({ 1: 20, 2: 26 }, 61_000), "unknown");
});

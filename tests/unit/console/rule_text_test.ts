import { assertEquals } from "@std/assert";
import type { Literal } from "../../../domain/rule/types.ts";
import { isOperator, type Operator, OPERATOR_NAMES } from "../../../domain/rule/operators/table.ts";
import type { DraftComparison, DraftCondition, DraftRule } from "../../../console/rules/draft.ts";
import { offeredOperators, operatorLook } from "../../../console/rules/operator_table.ts";
import { pathText } from "../../../console/rules/path_text.ts";
import { newRule, newTemplate, rulePresets } from "../../../console/rules/presets.ts";
import {
  conditionText,
  countedText,
  ruleSentence,
  secondsText,
} from "../../../console/rules/rule_sentence.ts";

const above = (value: number | null, more: Partial<DraftComparison> = {}): DraftCondition => ({
  stream: "<A>",
  operator: "greater_than",
  value,
  ...more,
});

function rule(given: Partial<DraftRule>): DraftRule {
  return { ...newRule(rulePresets()[0], { stream: "<A>", others: [] }), ...given };
}

/** The operators of a comparison in docs/openapi.json. */
async function documentedOperators(): Promise<string[]> {
  const text = await Deno.readTextFile(new URL("../../../docs/openapi.json", import.meta.url));
  return operatorsIn(JSON.parse(text).components.schemas.Condition);
}

// deno-lint-ignore no-explicit-any -- a JSON schema
function operatorsIn(schema: any): string[] {
  if (schema === null || typeof schema !== "object") return [];
  const own = schema.properties?.operator?.enum;
  return own ?? Object.values(schema).flatMap(operatorsIn);
}

Deno.test("the offered operators are those of the OpenAPI document, each with its own label", async () => {
  const documented = await documentedOperators();
  assertEquals(offeredOperators().map(({ name }) => name).sort(), [...documented].sort());
  assertEquals(documented.filter((name) => !isOperator(name)), []);
});

Deno.test("every operator of the rule standard has a label, whether the server supports it or not", () => {
  const later = [
    ...["changed", "rate_above", "rate_below", "stale_for", "flat_for", "avg_above", "avg_below"],
    ...["stddev_above", "min_below", "max_above", "count_above"],
  ];
  const all = new Set([...OPERATOR_NAMES, ...later]);
  assertEquals([...all].filter((name) => !isOperator(name)), []);
  assertEquals(all.size, 34);
});

Deno.test("an operator is found by the word that people have for it, in its group or its label", () => {
  const found = (word: string) =>
    offeredOperators().filter(({ group, label }) => `${group} ${label}`.toLowerCase().includes(word))
      .map(({ name }) => name);
  assertEquals(found("jump").includes("changed_by"), true);
  assertEquals(found("counter"), ["increase_above", "increase_below", "times_above"]);
  assertEquals(found("number of starts").includes("times_above"), true);
  const presets = rulePresets().map(({ name, hint }) => `${name}: ${hint}`);
  for (const word of ["2 of 3", "counter", "starts", "jump"]) {
    assertEquals(presets.some((text) => text.toLowerCase().includes(word)), true, word);
  }
});

Deno.test("an operator without a label is offered under its name", () => {
  const [look] = offeredOperators(["spins_backwards"]);
  assertEquals([look.name, look.label], ["spins_backwards", "spins backwards"]);
});

Deno.test("each operator has exactly the fields of the rule standard", () => {
  const fields = (name: string) => {
    const { value, of, limit, window, deadband, tolerance, ignoreCase } = operatorLook(name);
    const flags = { of, limit, window, deadband, tolerance, ignoreCase };
    return [value?.kind, ...Object.entries(flags).filter(([, is]) => is).map(([flag]) => flag)].join(" ");
  };
  assertEquals(
    ["less_than", "outside", "equals", "in", "is_true", "bit_set", "deviation_above", "changed", "stale_for"]
      .map(fields),
    [
      ...["one deadband", "range deadband", "one tolerance ignoreCase", "list ignoreCase", "", "one"],
      ...["one of deadband", " window", "one"],
    ],
  );
  assertEquals(
    ["flat_for", "avg_below", "count_above", "starts_with"].map(fields),
    ["one tolerance", "one window deadband", "one limit window deadband", "one ignoreCase"],
  );
});

Deno.test("ruleSentence() has the condition, delays, event and end", () => {
  const given = rule({
    conditions: [above(80, { deadband: 5 })],
    on_delay_seconds: 10,
    off_delay_seconds: 300,
    severity: "critical",
    event_name: "<A>.High",
  });
  assertEquals(
    ruleSentence(given),
    "When <A> is above 80 (until back at 75) for 10 s, raise a critical event “<A>.High”; " +
      "it ends when this has been false for 5 min.",
  );
});

Deno.test("ruleSentence() names the constants of a machine", () => {
  const given = rule({
    conditions: [above(80, { deadband: "<BAND>", max_age_seconds: "<AGE>" })],
    on_delay_seconds: "<DELAY>",
    off_delay_seconds: "<OFF>",
    event_name: "E",
  });
  assertEquals(
    ruleSentence(given),
    "When <A> is above 80 (deadband <BAND>, values up to <AGE> s old) for <DELAY> s, " +
      "raise a warning event “E”; it ends when this has been false for <OFF> s.",
  );
  const rate = { stream: "<A>", operator: "rate_above", value: 1, window_seconds: "<WINDOW>" };
  assertEquals(conditionText(rate).includes("the last <WINDOW> s"), true);
});

Deno.test("ruleSentence() says when a rule with an end of its own ends", () => {
  const ended = (off_delay_seconds: number) =>
    ruleSentence(rule({
      conditions: [above(80)],
      until: [
        { stream: "<A>", operator: "less_than", value: 60, deadband: 2 },
        {
          any: [{ stream: "<RESET>", operator: "is_true" }, {
            stream: "<A>",
            operator: "stale_for",
            value: 60,
          }],
        },
      ],
      event_name: "E",
      off_delay_seconds,
    }));
  const until = "<A> is below 60 (until back at 62) and (<RESET> is true or <A> has had no data for 1 min)";
  const raised = "When <A> is above 80, raise a warning event “E”; it ends when ";
  assertEquals([ended(0), ended(5)], [`${raised}${until}.`, `${raised}${until} for 5 s.`]);
});

Deno.test("ruleSentence() shows what is missing", () => {
  const given = rule({ conditions: [above(null)], event_name: "" });
  assertEquals(
    ruleSentence(given),
    "When <A> is above …, raise a warning event “…”; it ends when this is false.",
  );
});

Deno.test("conditionText() brackets nested groups and negations", () => {
  const given: DraftCondition = {
    all: [above(1), { any: [above(2), { not: { all: [above(3), above(4)] } }] }],
  };
  assertEquals(
    conditionText(given),
    "<A> is above 1 and (<A> is above 2 or not (<A> is above 3 and <A> is above 4))",
  );
});

Deno.test("conditionText() has a sentence for each kind of operator", () => {
  const words = (operator: string, more: Partial<DraftComparison>) =>
    conditionText({ stream: "<A>", operator, ...more });
  assertEquals(words("outside", { value: [2, 5] }), "<A> is below 2 or above 5");
  assertEquals(words("in", { value: ["red", "<B>"] }), "<A> is one of “red”, <B>");
  assertEquals(words("bit_set", { value: 3 }), "<A> has bit 3 set");
  assertEquals(words("deviation_above", { value: 2, of: "<B>" }), "<A> differs by more than 2 from <B>");
  assertEquals(words("stale_for", { value: 600 }), "<A> has had no data for 10 min");
  assertEquals(words("avg_below", { value: 4 }), "<A> is below 4 on average over the last 1 min");
  assertEquals(
    words("count_above", { value: 3, limit: 9, window_seconds: 30 }),
    "<A> was above 9 in more than 3 samples of the last 30 s",
  );
  assertEquals(
    words("increase_above", { value: 50, window_seconds: 3600, rollover: 65_535, tolerance: 2 }),
    "<A> has counted more than 50 in the last 1 h (a fall up to 2 counts 0, starts again from 0 after 65,535)",
  );
  assertEquals(
    words("increase_below", { value: 1, deadband: 2 }),
    "<A> has counted less than 1 in the last 1 min (until back at 3)",
  );
  assertEquals(
    words("changed_by", { value: 5 }),
    "<A> has jumped by more than 5 between two samples in the last 1 min",
  );
  assertEquals(
    words("times_above", {
      value: 6,
      window_seconds: 3600,
      comparison: { operator: "greater_than", value: 80, deadband: 5 },
    }),
    "“<A> is above 80 (until back at 75)” has started more than 6 times in the last 1 h",
  );
  assertEquals(
    conditionText({ at_least: 2, conditions: [above(1), above(2), { any: [above(3), above(4)] }] }),
    "at least 2 of these are true (<A> is above 1; <A> is above 2; <A> is above 3 or <A> is above 4)",
  );
  assertEquals(
    words("less_than", { value: 0.2, deadband: 0.1 }),
    "<A> is below 0.2 (until back at 0.3)",
  );
});

Deno.test("countedText() has what an instance counts, with its constants", () => {
  const none = { deadband: 0, tolerance: 0, ignoreCase: false };
  const counted = (operator: Operator, ...literals: Literal[]) =>
    countedText({ ...none, operator, operands: literals.map((literal) => ({ literal })) });
  assertEquals(
    [counted("is_true"), counted("outside", 2, 5), counted("in", "Faulted", "Stopped")],
    ["is true", "is below 2 or above 5", "is one of “Faulted”, “Stopped”"],
  );
});

Deno.test("secondsText() keeps parts of a second and drops empty ones", () => {
  assertEquals([0.5, 60, 3600, 5400].map(secondsText), ["0.5 s", "1 min", "1 h", "1 h 30 min"]);
});

Deno.test("pathText() names a field by its rule and condition", () => {
  const draft = newTemplate(1);
  assertEquals(pathText("name", draft), "Name");
  assertEquals(
    pathText("rules.0.conditions.1.any.0.not.value.1", draft),
    "Rule “Too high” › Condition 2.1 › Value",
  );
  const condition = (path: string) => pathText(`rules.0.conditions.${path}`, draft).split(" › ").slice(1);
  assertEquals(condition("0.comparison.value"), ["Condition 1", "Counted comparison", "Value"]);
  assertEquals(condition("0.rollover"), ["Condition 1", "Largest value (rollover)"]);
  assertEquals(condition("1.at_least"), ["Condition 2", "At least n"]);
  assertEquals(condition("1.conditions.2.value"), ["Condition 2.3", "Value"]);
  assertEquals(pathText("rules.0.until.1.any.0.value", draft), "Rule “Too high” › End condition 2.1 › Value");
  assertEquals(pathText("rules.0.until", draft), "Rule “Too high” › Ends when");
  assertEquals(pathText("placeholders.0.default_value", draft), "Placeholder VALUE › Default");
});

Deno.test("ruleSentence() says when an acknowledged event needs a new acknowledgement", () => {
  const sentence = (re_alarm_minutes: number | null) => ruleSentence(rule({ re_alarm_minutes }));
  assertEquals(sentence(90), `${sentence(null)} Re-alarm 1 h 30 min after each acknowledgement.`);
});

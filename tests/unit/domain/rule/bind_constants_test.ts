/** Constants of a machine: placeholders in the numbers of a rule and of its comparisons. */
import { assertEquals } from "@std/assert";
import type { BoundExpression } from "../../../../domain/evaluation/types.ts";
import type { Binding } from "../../../../domain/instance/types.ts";
import { bindTemplate } from "../../../../domain/rule/bind.ts";
import { checkRules } from "../../../../domain/rule/check.ts";
import { ruleSchema } from "../../../../domain/rule/schema.ts";
import type { Comparison, Placeholder, Rule } from "../../../../domain/rule/types.ts";
import { issuesOfZod } from "../../../../domain/shared/schema.ts";
import { condition, placeholder, templateRule } from "../../../support/templates.ts";
import { lookupOf } from "../../../support/named_streams.ts";

const streams = lookupOf([
  { id: 7, stream_name: "Temp", data_type: "NUM" },
  { id: 3, stream_name: "Setpoint", data_type: "NUM" },
]);

function bind(
  changes: Partial<Comparison>,
  { n, rule = {}, declared = {} }: { n?: Binding; rule?: Partial<Rule>; declared?: Partial<Placeholder> },
) {
  const placeholders = [placeholder("T"), placeholder("N", declared)];
  const rules = [templateRule([condition(changes)], rule)];
  assertEquals(checkRules(rules, placeholders), []);
  const T = { stream_name: "Temp" };
  return bindTemplate({
    template: { rules, placeholders },
    bindings: n === undefined ? { T } : { T, N: n },
    streams,
    sourceMaxAgeSeconds: 0,
  });
}

function comparisonOf(expression: BoundExpression | undefined) {
  if (expression?.kind !== "comparison") throw new Error("expected a comparison");
  return expression.comparison;
}

const CHANGED = { operator: "changed_by", value: 2 } as const;
const STARTS = { operator: "times_above", value: 2 } as const;

Deno.test("delays, deadbands, windows and maximum ages are the numbers that an instance binds", () => {
  const n = { value: 5 };
  const { rules: [delayed] } = bind({}, { n, rule: { on_delay_seconds: "<N>", off_delay_seconds: "<N>" } });
  assertEquals([delayed?.onDelay, delayed?.offDelay], [50_000_000, 50_000_000]);
  const held = comparisonOf(bind({ deadband: "<N>", max_age_seconds: "<N>" }, { n }).rules[0]?.expression);
  assertEquals([held.deadband, held.maxAge], [5, 50_000_000]);
  assertEquals(
    comparisonOf(bind({ ...CHANGED, window_seconds: "<N>" }, { n }).rules[0]?.expression).window,
    50_000_000,
  );
  const counted = {
    ...STARTS,
    comparison: { operator: "greater_than", value: 80, deadband: "<N>" },
  } as const;
  assertEquals(comparisonOf(bind(counted, { n }).rules[0]?.expression).trigger?.deadband, 5);
});

Deno.test("without a binding the default value holds", () => {
  const { rules: [rule] } = bind({}, {
    rule: { on_delay_seconds: "<N>" },
    declared: { is_required: false, default_value: 3 },
  });
  assertEquals(rule?.onDelay, 30_000_000);
});

const LIMITS: [Partial<Comparison>, Partial<Rule>, number, string, string][] = [
  [{}, { on_delay_seconds: "<N>" }, -1, "rules.0.on_delay_seconds", "this takes 0 to 2592000"],
  [{}, { off_delay_seconds: "<N>" }, 2_592_001, "rules.0.off_delay_seconds", "this takes 0 to 2592000"],
  [{ deadband: "<N>" }, {}, -0.5, "rules.0.conditions.0.deadband", "this takes 0 or more"],
  [
    { max_age_seconds: "<N>" },
    {},
    31_622_401,
    "rules.0.conditions.0.max_age_seconds",
    "this takes 0 to 31622400",
  ],
  [
    { ...STARTS, comparison: { operator: "greater_than", value: 80, deadband: "<N>" } },
    {},
    -1,
    "rules.0.conditions.0.comparison.deadband",
    "this takes 0 or more",
  ],
];

for (const [changes, rule, value, path, takes] of LIMITS) {
  Deno.test(`a constant of ${value} is a problem at ${path}`, () => {
    const { problems } = bind(changes, { n: { value }, rule });
    assertEquals(problems, [{ path, message: `Placeholder "N" is ${value}; ${takes}` }]);
  });
}

Deno.test("a window has limits, and every number that is outside its own is told", () => {
  const paths = (value: number) =>
    bind({ ...CHANGED, window_seconds: "<N>" }, { n: { value }, rule: { on_delay_seconds: "<N>" } })
      .problems.map(({ path }) => path);
  assertEquals(paths(0.5), ["rules.0.conditions.0.window_seconds"]);
  assertEquals(paths(-1), ["rules.0.on_delay_seconds", "rules.0.conditions.0.window_seconds"]);
  assertEquals(paths(1), []);
});

Deno.test("a deadband with which the condition could never reset is a problem of the deployment", () => {
  const outside: Partial<Comparison> = { operator: "outside", value: [0, 80], deadband: "<N>" };
  assertEquals(bind(outside, { n: { value: 40 } }).problems, []);
  assertEquals(bind(outside, { n: { value: 50 } }).problems, [{
    path: "rules.0.conditions.0.deadband",
    message: "With a deadband of 50 the condition could never reset; take a smaller one",
  }]);
});

Deno.test("a number, and what is counted, takes a constant and not a stream", () => {
  const n = { stream_name: "Setpoint" };
  const told = [{ path: "placeholders.N", message: 'Placeholder "N" takes a constant, not a stream' }];
  assertEquals(bind({}, { n, rule: { on_delay_seconds: "<N>" } }).problems, told);
  assertEquals(bind({ deadband: "<N>" }, { n }).problems, told);
  const counted = { ...STARTS, comparison: { operator: "greater_than", value: "<N>" } } as const;
  assertEquals(bind(counted, { n }).problems, told);
});

Deno.test("a constant that is required and not bound needs a value", () => {
  assertEquals(bind({ deadband: "<N>" }, {}).problems, [{
    path: "placeholders.N",
    message: 'Placeholder "N" is required; bind it to a value',
  }]);
});

Deno.test("a number takes a placeholder of numbers that is declared and no stream elsewhere", () => {
  const declared = [placeholder("T"), placeholder("TEXT", { data_type: "STR" })];
  const messageOf = (given: Comparison) =>
    checkRules([templateRule([given])], declared).map(({ message }) => message);
  const counted = (deadband: string) =>
    condition({ ...STARTS, comparison: { operator: "greater_than", value: 80, deadband } });
  for (const given of [(text: string) => condition({ deadband: text }), counted]) {
    assertEquals(messageOf(given("<NONE>")), ['Placeholder "NONE" is not declared']);
    assertEquals(messageOf(given("<TEXT>")), ['Placeholder "TEXT" is STR; this takes NUM']);
    assertEquals(messageOf(given("<T>")), [
      'Placeholder "T" stands for a stream elsewhere, so it cannot be a constant here',
    ]);
  }
});

Deno.test("a read shows the reference, and a number keeps its limits", () => {
  const given = { rule_id: "r", rule_name: "R", event_name: "E", conditions: [condition()] };
  assertEquals(ruleSchema.parse({ ...given, on_delay_seconds: "<DELAY>" }).on_delay_seconds, "<DELAY>");
  const told = (on_delay_seconds: unknown) => {
    const { error } = ruleSchema.safeParse({ ...given, on_delay_seconds });
    return error === undefined ? [] : issuesOfZod(error);
  };
  for (const wrong of ["<DELAY> ", "DELAY", "5", true, null, {}]) {
    assertEquals(told(wrong), [{
      path: "on_delay_seconds",
      message: 'Expected a number, or a NUM placeholder alone, as "<NAME>"',
    }]);
  }
  assertEquals(told(-1).map(({ path }) => path), ["on_delay_seconds"]);
  assertEquals(told(-1)[0]?.message.startsWith("Too small"), true);
});

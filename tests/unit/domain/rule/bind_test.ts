import { assertEquals } from "@std/assert";
import { bindTemplate } from "../../../../domain/rule/bind.ts";
import type { Binding } from "../../../../domain/instance/types.ts";
import type { BoundExpression } from "../../../../domain/evaluation/types.ts";
import type { Condition, Literal, Placeholder, Rule } from "../../../../domain/rule/types.ts";
import type { DataType } from "../../../../domain/sample/types.ts";
import { condition, placeholder, templateRule } from "../../../support/templates.ts";
import { lookupOf } from "../../../support/named_streams.ts";

const STREAMS: Record<string, { id: number; data_type: DataType }> = {
  Temp: { id: 7, data_type: "NUM" },
  Setpoint: { id: 3, data_type: "NUM" },
  State: { id: 5, data_type: "STR" },
  Running: { id: 9, data_type: "BOOL" },
};

const streams = lookupOf(
  Object.entries(STREAMS).map(([stream_name, stream]) => ({ ...stream, stream_name })),
);

interface Given {
  rules: Rule[];
  placeholders?: Placeholder[];
  bindings?: Record<string, Binding>;
  sourceMaxAgeSeconds?: number;
}

function bind({ rules, placeholders = [], bindings = {}, sourceMaxAgeSeconds = 0 }: Given) {
  return bindTemplate({ template: { rules, placeholders }, bindings, streams, sourceMaxAgeSeconds });
}

const bindConditions = (conditions: Condition[]) => bind({ rules: [templateRule(conditions)] });

function onlyComparison(expression: BoundExpression) {
  if (expression.kind !== "comparison") throw new Error(`expected a comparison, got ${expression.kind}`);
  return expression.comparison;
}

const TEMP: Record<string, Binding> = { T: { stream_name: "Temp" } };

Deno.test("bindTemplate() binds streams, constants, delays and the rest of a comparison", () => {
  const full = condition({
    operator: "outside",
    value: ["<LOW>", "Setpoint"],
    deadband: 1,
    accept_uncertain: true,
  });
  const { rules, streams, problems } = bind({
    rules: [templateRule([full], { on_delay_seconds: 1.5, off_delay_seconds: 2 })],
    placeholders: [placeholder("T"), placeholder("LOW")],
    bindings: { ...TEMP, LOW: { value: -5 } },
  });
  assertEquals(problems, []);
  assertEquals(rules, [{
    ruleId: "r1",
    onDelay: 15_000_000,
    offDelay: 20_000_000,
    expression: {
      kind: "comparison",
      comparison: {
        stream: 7,
        operator: "outside",
        of: null,
        operands: [{ literal: -5 }, { stream: 3 }],
        deadband: 1,
        tolerance: 0,
        ignoreCase: false,
        maxAge: 0,
        acceptUncertain: true,
      },
    },
  }]);
  assertEquals(streams, [{ id: 3, dataType: "NUM" }, { id: 7, dataType: "NUM" }]);
});

Deno.test("bindTemplate() joins conditions by the rule's logic and keeps nesting", () => {
  const one = condition({ stream: "Temp" });
  const rule = templateRule([one, { not: { all: [one, one] } }], { logic: "any" });
  const { rules } = bind({ rules: [rule] });
  const kinds = (expression: BoundExpression): unknown =>
    expression.kind === "comparison"
      ? "c"
      : expression.kind === "not"
      ? { not: kinds(expression.of) }
      : { [expression.kind]: expression.of.map(kinds) };
  assertEquals(kinds(rules[0].expression), { any: ["c", { not: { all: ["c", "c"] } }] });
});

Deno.test("bindTemplate() names each stream once, those of operands and the second stream too", () => {
  const { streams } = bindConditions([
    condition({ stream: "Temp", value: "Setpoint" }),
    condition({ stream: "Setpoint", operator: "deviation_above", of: "Temp", value: 1 }),
    condition({ stream: "Running", operator: "is_true", value: undefined }),
  ]);
  assertEquals(streams.map((stream) => stream.id), [3, 7, 9]);
});

Deno.test("bindTemplate() takes a text beside a text stream as a text, else as a stream's name", () => {
  const { rules } = bindConditions([
    condition({ stream: "State", operator: "equals", value: "Temp" }),
    condition({ stream: "Running", operator: "equals", value: "Running" }),
    condition({ stream: "State", operator: "in", value: ["Temp", "b"] }),
  ]);
  const all = rules[0].expression.kind === "all" ? rules[0].expression.of : [];
  assertEquals(all.map((one) => onlyComparison(one).operands), [
    [{ literal: "Temp" }],
    [{ stream: 9 }],
    [{ literal: "Temp" }, { literal: "b" }],
  ]);
});

Deno.test("bindTemplate() takes the max age of the condition, else of the placeholder, else of the source", () => {
  const ageOf = (ofCondition: number | undefined, ofPlaceholder: number | null) => {
    const { rules } = bind({
      rules: [templateRule([condition({ max_age_seconds: ofCondition })])],
      placeholders: [placeholder("T", { max_age_seconds: ofPlaceholder })],
      bindings: TEMP,
      sourceMaxAgeSeconds: 30,
    });
    return onlyComparison(rules[0].expression).maxAge / 10_000_000;
  };
  assertEquals([ageOf(5, 20), ageOf(0, 20), ageOf(undefined, 20), ageOf(undefined, 0)], [5, 0, 20, 0]);
  assertEquals(ageOf(undefined, null), 30);
});

Deno.test("bindTemplate() gives each stream beside the compared one the max age of its own placeholder", () => {
  const { rules } = bind({
    rules: [templateRule([
      condition({ value: "<U>" }),
      condition({ operator: "deviation_above", of: "<U>", value: "<T>" }),
      condition({ value: "<U>", max_age_seconds: 7 }),
    ])],
    placeholders: [placeholder("T", { max_age_seconds: 20 }), placeholder("U")],
    bindings: { ...TEMP, U: { stream_name: "Setpoint" } },
    sourceMaxAgeSeconds: 30,
  });
  const all = rules[0].expression.kind === "all" ? rules[0].expression.of.map(onlyComparison) : [];
  const [own, distance, given] = all;
  assertEquals([own.maxAge, own.operands], [200_000_000, [{ stream: 3, maxAge: 300_000_000 }]]);
  assertEquals([distance.ofMaxAge, distance.operands], [300_000_000, [{ stream: 7 }]]);
  assertEquals([given.maxAge, given.operands], [70_000_000, [{ stream: 3 }]]);
});

Deno.test("bindTemplate() binds a rule that an older program has stored without until", () => {
  const { until: _, ...stored } = templateRule([condition({ stream: "Temp" })]);
  const { rules, problems } = bind({ rules: [stored as Rule] });
  assertEquals([problems, rules.length, rules[0].until], [[], 1, undefined]);
});

Deno.test("bindTemplate() binds windows, limits and tags of the plant's time", () => {
  const { rules, streams, problems } = bindConditions([
    condition({ stream: "Temp", operator: "count_above", value: 3, limit: "Setpoint", window_seconds: 300 }),
    condition({ stream: "State", operator: "changed", value: undefined }),
    condition({ stream: "State", operator: "stale_for", value: "Setpoint" }),
    condition({ stream: "SYS.TIME.HOUR", operator: "greater_or_equal", value: 22 }),
    condition({ stream: "Temp", value: "SYS.TIME.MINUTE" }),
  ]);
  assertEquals(problems, []);
  const all = rules[0].expression.kind === "all" ? rules[0].expression.of.map(onlyComparison) : [];
  assertEquals(all.map(({ stream, window, limit }) => [stream, window, limit]), [
    [7, 3_000_000_000, { stream: 3 }],
    [5, 600_000_000, undefined],
    [5, undefined, undefined],
    [-1, undefined, undefined],
    [7, undefined, undefined],
  ]);
  assertEquals(all[2].operands, [{ stream: 3 }]);
  assertEquals(all[4].operands, [{ stream: -2 }]);
  assertEquals(streams.map(({ id }) => id), [3, 5, 7]);
});

Deno.test("bindTemplate() puts names and constants into texts", () => {
  const rule = templateRule([condition()], {
    event_name: "<T>.High",
    event_description: "<T> above <LIMIT>, <SHIFT>, <flag>, <ON>[<NOTE>]",
    enrichment: { "<T>": "<T>" },
    action: "Look at <T>",
  });
  const { texts, problems } = bind({
    rules: [rule],
    placeholders: [
      ...[
        placeholder("T"),
        placeholder("LIMIT", { default_value: 80.5 }),
        placeholder("SHIFT", { data_type: "STR" }),
      ],
      ...[
        placeholder("ON", { data_type: "BOOL" }),
        placeholder("NOTE", { data_type: "STR", is_required: false }),
      ],
    ],
    bindings: { ...TEMP, SHIFT: { value: "night <T>" }, ON: { value: true } },
  });
  assertEquals(problems, []);
  assertEquals(texts, [{
    ruleId: "r1",
    event_name: "Temp.High",
    event_description: "Temp above 80.5, night <T>, <flag>, true[]",
    enrichment: { "<T>": "Temp" },
    guidance: { cause: null, consequence: null, action: "Look at Temp" },
  }]);
});

Deno.test("bindTemplate() prefers a binding to a default", () => {
  const { rules } = bind({
    rules: [templateRule([condition({ value: "<LIMIT>" }), condition({ value: "<OTHER>" })])],
    placeholders: [
      placeholder("T"),
      ...["LIMIT", "OTHER"].map((name) => placeholder(name, { default_value: 1 })),
    ],
    bindings: { ...TEMP, LIMIT: { value: 2 } },
  });
  const all = rules[0].expression.kind === "all" ? rules[0].expression.of : [];
  assertEquals(all.flatMap((one) => onlyComparison(one).operands), [{ literal: 2 }, { literal: 1 }]);
});

interface Problem extends Given {
  what: string;
  paths: string[];
}

const limitRule = (changes = {}) => templateRule([condition({ value: "<LIMIT>", ...changes })]);
const limits = (changes: Partial<Placeholder> = {}) => [placeholder("T"), placeholder("LIMIT", changes)];
const constant = (value: Literal): Record<string, Binding> => ({ ...TEMP, LIMIT: { value } });

const PROBLEMS: Problem[] = [
  {
    what: "required placeholders that are not bound, all at once",
    rules: [limitRule()],
    placeholders: limits(),
    paths: ["placeholders.T", "placeholders.LIMIT"],
  },
  {
    what: "a required placeholder that is used nowhere",
    rules: [templateRule([condition({ stream: "Temp" })])],
    placeholders: [placeholder("T")],
    paths: ["placeholders.T"],
  },
  {
    what: "a binding for what is not declared",
    rules: [templateRule([condition({ stream: "Temp" })])],
    bindings: TEMP,
    paths: ["placeholders.T"],
  },
  {
    what: "an unknown stream of a placeholder",
    rules: [limitRule()],
    placeholders: limits(),
    bindings: { ...constant(1), T: { stream_name: "Nope" } },
    paths: ["placeholders.T"],
  },
  {
    what: "a stream of another type than the placeholder's",
    rules: [limitRule()],
    placeholders: limits(),
    bindings: { ...constant(1), T: { stream_name: "State" } },
    paths: ["placeholders.T"],
  },
  {
    what: "a constant for a stream",
    rules: [limitRule()],
    placeholders: limits(),
    bindings: { ...constant(1), T: { value: 5 } },
    paths: ["placeholders.T"],
  },
  {
    what: "a constant of a wrong type",
    rules: [limitRule()],
    placeholders: limits(),
    bindings: constant("80"),
    paths: ["placeholders.LIMIT"],
  },
  {
    what: "a constant that is not finite",
    rules: [limitRule()],
    placeholders: limits(),
    bindings: constant(NaN),
    paths: ["placeholders.LIMIT"],
  },
  {
    what: "unknown streams in conditions, all at once",
    rules: [templateRule([
      condition({ stream: "Nope" }),
      { not: { any: [condition({ stream: "Temp", value: "Nope" })] } },
      condition({ stream: "Temp", operator: "deviation_above", of: "Nope" }),
    ])],
    paths: ["rules.0.conditions.0.stream", "rules.0.conditions.1.not.any.0.value", "rules.0.conditions.2.of"],
  },
  {
    what: "a stream of a wrong type for the operator",
    rules: [templateRule([
      condition({ stream: "State" }),
      condition({ stream: "Temp", operator: "contains", value: "a" }),
      condition({ stream: "Temp", value: "State" }),
      condition({ stream: "Temp", operator: "deviation_above", of: "Running" }),
    ])],
    paths: [
      ...["rules.0.conditions.0.stream", "rules.0.conditions.1.stream"],
      ...["rules.0.conditions.2.value", "rules.0.conditions.3.of"],
    ],
  },
  {
    what: "a literal of another type than the stream",
    rules: [templateRule([
      condition({ stream: "State", operator: "equals", value: 5 }),
      condition({ stream: "Temp", operator: "in", value: ["a"] }),
    ])],
    paths: ["rules.0.conditions.0.value", "rules.0.conditions.1.value.0"],
  },
  {
    what: "a tolerance on what turns out to be a text",
    rules: [templateRule([condition({ stream: "State", operator: "equals", value: "a", tolerance: 1 })])],
    paths: ["rules.0.conditions.0.tolerance"],
  },
  {
    what: "constants with low above high",
    rules: [limitRule({ operator: "between", value: ["<LIMIT>", 5] })],
    placeholders: limits(),
    bindings: constant(6),
    paths: ["rules.0.conditions.0.value"],
  },
  {
    what: "a constant that makes the reset impossible",
    rules: [limitRule({ operator: "outside", value: [0, "<LIMIT>"], deadband: 3 })],
    placeholders: limits(),
    bindings: constant(5),
    paths: ["rules.0.conditions.0.deadband"],
  },
  {
    what: "a constant that is no bit number",
    rules: [limitRule({ operator: "bit_set" })],
    placeholders: limits(),
    bindings: constant(0.5),
    paths: ["rules.0.conditions.0.value"],
  },
  {
    what: "a system tag as a stream",
    rules: [templateRule([condition({ stream: "SYS.SOURCE.CONNECTED" })])],
    paths: ["rules.0.conditions.0.stream"],
  },
];

for (const { what, paths, ...given } of PROBLEMS) {
  Deno.test(`bindTemplate() reports ${what}`, () => {
    const { problems, ...rest } = bind(given);
    assertEquals(problems.map((problem) => problem.path), paths);
    assertEquals(rest, { rules: [], written: [], leftOut: [], streams: [], texts: [] });
  });
}

Deno.test("bindTemplate() does not take a binding from the object's prototype", () => {
  const { problems } = bind({
    rules: [templateRule([condition({ stream: "Temp", value: "constructor" })])],
    placeholders: [placeholder("CONSTRUCTOR", { is_required: false })],
  });
  assertEquals(problems.map((problem) => problem.path), ["rules.0.conditions.0.value"]);
});

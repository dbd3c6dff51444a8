/** Optional placeholders: the rules that an instance leaves out. */
import { assertEquals } from "@std/assert";
import type { Binding } from "../../../../domain/instance/types.ts";
import { bindTemplate, bindTextsAgain } from "../../../../domain/rule/bind.ts";
import type { Condition, Placeholder, Rule } from "../../../../domain/rule/types.ts";
import { condition, placeholder, templateRule } from "../../../support/templates.ts";
import { lookupOf } from "../../../support/named_streams.ts";

const streams = lookupOf([{ id: 7, stream_name: "Temp", data_type: "NUM" }]);
const T: Record<string, Binding> = { T: { stream_name: "Temp" } };
const optional = (changes: Partial<Placeholder> = {}) => placeholder("X", { is_required: false, ...changes });

function bind(
  conditions: Condition[],
  { rule = {}, x = optional() }: { rule?: Partial<Rule>; x?: Placeholder } = {},
) {
  const rules = [
    templateRule([condition()], { rule_id: "first" }),
    templateRule(conditions, { rule_id: "second", ...rule }),
    templateRule([condition()], { rule_id: "third" }),
  ];
  return bindTemplate({
    template: { rules, placeholders: [placeholder("T"), x] },
    bindings: T,
    streams,
    sourceMaxAgeSeconds: 0,
  });
}

const idsOf = ({ rules }: ReturnType<typeof bind>) => rules.map(({ ruleId }) => ruleId);

const NEEDS: [string, Condition, Partial<Rule>?][] = [
  ["as a stream", condition({ stream: "<X>" })],
  ["as a second stream", condition({ operator: "deviation_above", of: "<X>" })],
  ["as an operand", condition({ value: "<X>" })],
  ["as one of two operands", condition({ operator: "between", value: [1, "<X>"] })],
  ["as a limit", condition({ operator: "count_above", value: 3, limit: "<X>" })],
  ["deep inside groups", { not: { any: [{ all: [condition({ stream: "<X>" })] }] } }],
  ["in a group of at least n", { at_least: 1, conditions: [condition(), condition({ stream: "<X>" })] }],
  ["as a deadband", condition({ deadband: "<X>" })],
  ["as a window", condition({ operator: "changed_by", window_seconds: "<X>" })],
  ["as a maximum age", condition({ max_age_seconds: "<X>" })],
  [
    "in what is counted",
    condition({ operator: "times_above", comparison: { operator: "greater_than", value: "<X>" } }),
  ],
  [
    "as the deadband of what is counted",
    condition({
      operator: "times_above",
      comparison: { operator: "greater_than", value: 1, deadband: "<X>" },
    }),
  ],
  ["in an expression", { expression: "<T> - <X>", operator: "greater_than", value: 1 }],
  ["in until", condition(), { until: [condition({ stream: "<X>" })] }],
  ["in a number of until", condition(), { until: [condition({ max_age_seconds: "<X>" })] }],
  ["as an on-delay", condition(), { on_delay_seconds: "<X>" }],
  ["as an off-delay", condition(), { off_delay_seconds: "<X>" }],
];

for (const [how, needing, rule = {}] of NEEDS) {
  Deno.test(`a rule that names an unbound optional placeholder ${how} is left out`, () => {
    const bound = bind([needing], { rule });
    assertEquals(bound.problems, []);
    assertEquals(bound.leftOut, [{ rule_id: "second", placeholders: ["X"] }]);
    assertEquals(idsOf(bound), ["first", "third"]);
    assertEquals(bound.written.map(({ rule_id }) => rule_id), ["first", "third"]);
    assertEquals(bound.texts.map(({ ruleId }) => ruleId), ["first", "third"]);
  });
}

Deno.test("a text needs no placeholder: it becomes empty, also where the texts are bound again", () => {
  const rule = { event_name: "Hot <X>", action: "Open <X>" };
  const bound = bind([condition()], { rule });
  assertEquals(bound.leftOut, []);
  assertEquals([bound.texts[1]?.event_name, bound.texts[1]?.guidance.action], ["Hot ", "Open "]);
  const again = bindTextsAgain({
    template: { rules: bound.written, placeholders: [placeholder("T"), optional()] },
    bindings: T,
    nameOf: () => "Temp",
  });
  assertEquals(again, bound.texts);
});

Deno.test("a default value, or a placeholder that is required, leaves nothing out", () => {
  assertEquals(bind([condition({ value: "<X>" })], { x: optional({ default_value: 5 }) }).leftOut, []);
  const required = bind([condition({ value: "<X>" })], { x: placeholder("X") });
  assertEquals([required.leftOut, required.problems.map(({ path }) => path)], [[], ["placeholders.X"]]);
});

Deno.test("an instance that leaves out every rule cannot be deployed", () => {
  const messageOf = (...names: string[]) =>
    bindTemplate({
      template: {
        rules: names.map((name) => templateRule([condition({ stream: `<${name}>` })], { rule_id: name })),
        placeholders: names.map((name) => placeholder(name, { is_required: false })),
      },
      bindings: {},
      streams,
      sourceMaxAgeSeconds: 0,
    }).problems;
  assertEquals(messageOf("VIB"), [{
    path: "placeholders",
    message: "No rule can be evaluated: VIB is not bound; bind it",
  }]);
  assertEquals(messageOf("A", "B")[0]?.message, "No rule can be evaluated: A and B are not bound; bind them");
});

import { assert, assertEquals } from "@std/assert";
import type { Placeholder, Rule } from "../../../../domain/rule/types.ts";
import { isAlike, templateDifference } from "../../../../domain/template/difference.ts";
import type { TemplateContent } from "../../../../domain/template/types.ts";

function rule(rule_id: string, changes: Partial<Rule> = {}): Rule {
  return {
    rule_id,
    rule_name: rule_id,
    event_name: rule_id,
    event_description: "",
    logic: "all",
    until: null,
    severity: "warning",
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    enrichment: {},
    cause: null,
    display_name: null,
    re_alarm_minutes: null,
    consequence: null,
    action: null,
    conditions: [{ stream: "<P>", operator: "greater_than", value: 1 }],
    ...changes,
  };
}

const P: Placeholder = {
  placeholder_name: "P",
  data_type: "NUM",
  description: "",
  is_required: true,
  default_value: null,
  max_age_seconds: null,
};

function content(changes: Partial<TemplateContent>): TemplateContent {
  const heading = { name: "T", description: "", category: "health", color: "#aa0000" };
  return { ...heading, rules: [rule("a"), rule("b")], placeholders: [P], ...changes };
}

Deno.test("templateDifference() finds nothing between equal contents, whatever the order of their fields", () => {
  const { conditions, ...rest } = rule("b");
  const reordered: Rule = { conditions, ...rest };
  const difference = templateDifference(content({}), content({ rules: [rule("a"), reordered] }));
  assertEquals(difference, { fields: [], rules: [], placeholders: [], unchanged_rules: 2 });
});

Deno.test("templateDifference() finds added, removed and changed rules, and their fields", () => {
  const after = content({
    rules: [rule("c"), rule("b", { severity: "error", enrichment: { a: "b" } })],
    name: "U",
    description: "d",
  });
  const { rules, fields, unchanged_rules } = templateDifference(content({}), after);
  assertEquals(fields, [{ field: "name", before: "T", after: "U" }, {
    field: "description",
    before: "",
    after: "d",
  }]);
  assertEquals(rules.map(({ rule_id, change, fields }) => [rule_id, change, fields]), [
    ["c", "added", []],
    ["b", "changed", ["severity", "enrichment"]],
    ["a", "removed", []],
  ]);
  assertEquals([rules[0].before, rules[2].after, unchanged_rules], [null, null, 0]);
});

Deno.test("templateDifference() keeps events over a new name, guidance and re-alarm, but over nothing else", () => {
  const keeps = (changes: Partial<Rule>) =>
    templateDifference(content({}), content({ rules: [rule("a", changes), rule("b")] })).rules[0]
      .keeps_events;
  assertEquals(keeps({ rule_name: "n", display_name: "d", cause: "c", consequence: "c", action: "a" }), true);
  assertEquals(keeps({ re_alarm_minutes: 60 }), true);
  for (
    const changes of [
      ...[{ severity: "error" as const }, { event_name: "e" }, { event_description: "e" }, {
        enrichment: { a: "b" },
      }],
      ...[{ on_delay_seconds: 1 }, { off_delay_seconds: 1 }, { logic: "any" as const }],
      { conditions: [{ stream: "<P>", operator: "greater_than" as const, value: 2 }] },
    ]
  ) assertEquals(keeps({ ...changes, rule_name: "n" }), false, JSON.stringify(changes));
});

Deno.test("templateDifference() finds added, removed and changed placeholders", () => {
  const after = content({ placeholders: [{ ...P, default_value: 5 }, { ...P, placeholder_name: "Q" }] });
  const { placeholders } = templateDifference(content({}), after);
  assertEquals(placeholders.map((one) => [one.placeholder_name, one.change, one.fields]), [
    ["P", "changed", ["default_value"]],
    ["Q", "added", []],
  ]);
});

Deno.test("isAlike() distinguishes lists from objects, and a missing field from a null one", () => {
  assert(isAlike({ a: [1, { b: 2 }], c: null }, { c: null, a: [1, { b: 2 }] }));
  for (
    const [one, other] of [[[1, 2], [2, 1]], [[1], [1, 1]], [[], {}], [{ a: null }, {}], [null, {}], [0, "0"]]
  ) assertEquals(isAlike(one, other), false, JSON.stringify([one, other]));
});

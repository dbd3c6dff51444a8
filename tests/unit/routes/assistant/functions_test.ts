import { assertEquals, assertRejects } from "@std/assert";
import { proposeRuleTemplate } from "../../../../routes/assistant/functions/propose.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";

const PORT = {
  api: () => Promise.resolve({ data: [{ id: 1 }] }),
  nowMs: 0,
  signal: new AbortController().signal,
  spendHeavy: () => Promise.resolve(),
};

Deno.test("a function refuses lists that are too long by their length alone", async () => {
  const draft = { name: "T", category: "health", rules: Array(100_000).fill({}) };
  const refusal = await assertRejects(() => proposeRuleTemplate.call(draft, PORT), Refusal);
  assertEquals(refusal.details.issues, [{ path: "rules", message: "Takes at most 50 items" }]);
});

Deno.test("propose_rule_template takes counters, starts and a group of at least n, and names their problems", async () => {
  const counter = {
    stream: "S",
    operator: "increase_above",
    value: 5,
    window_seconds: 3600,
    rollover: 65_535,
  };
  const starts = { stream: "S", operator: "times_above", value: 5, comparison: { operator: "greater_than" } };
  const voted = { at_least: 3, conditions: [counter, counter] };
  const rule = { rule_id: "r", rule_name: "R", event_name: "E", conditions: [counter, starts, voted] };
  const draft = { name: "T", category: "health", rules: [rule] };
  const refusal = await assertRejects(() => proposeRuleTemplate.call(draft, PORT), Refusal);
  assertEquals(refusal.details.issues, [
    {
      path: "rules.0.conditions.2.at_least",
      message: "Takes a whole number from 1 to the number of its conditions, here 2",
    },
    { path: "rules.0.conditions.1.comparison.value", message: 'Operator "greater_than" needs one value' },
  ]);
});

Deno.test("propose_rule_template checks the lengths inside of conditions too", async () => {
  const conditions = [{ stream: "S", operator: "in", value: Array(101).fill(1) }];
  const rules = [{ rule_id: "r", rule_name: "R", event_name: "E", conditions }];
  const draft = { name: "T", category: "health", rules };
  const refusal = await assertRejects(() => proposeRuleTemplate.call(draft, PORT), Refusal);
  assertEquals(refusal.details.issues, [
    { path: "rules.0.conditions.0.value", message: "Takes at most 100 items" },
  ]);
});

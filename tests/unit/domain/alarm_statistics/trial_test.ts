import { assertEquals } from "@std/assert";
import {
  changedRule,
  changesOf,
  evaluatedChanges,
  type RuleChange,
} from "../../../../domain/alarm_statistics/trial.ts";
import { ruleSchema } from "../../../../domain/rule/schema.ts";
import { condition } from "../../../support/templates.ts";

const rule = ruleSchema.parse({
  rule_id: "r1",
  rule_name: "Rule",
  event_name: "Event",
  on_delay_seconds: 15,
  off_delay_seconds: 120,
  conditions: [{ stream: "A", operator: "is_true" }, { stream: "B", operator: "greater_than", value: 80 }],
});

Deno.test("changesOf() tries the deadbands, and the delays longer than the rule's own", () => {
  const changes = changesOf(rule, [1, 2]).map(({ kind, amount }) => `${kind} ${amount}`);
  assertEquals(changes, ["deadband 1", "deadband 2", "on_delay 30", "on_delay 60", "off_delay 300"]);
  const ended = changesOf({ ...rule, until: [condition()] }, []).map(({ kind }) => kind);
  assertEquals(ended, ["on_delay", "on_delay"], "an off-delay may keep an event with an until without end");
});

Deno.test("changedRule() changes one thing, a deadband at its comparison", () => {
  const threshold = { place: 1, streamName: "B", limit: 80, side: 1, deadband: 0 };
  assertEquals(changedRule(rule, { kind: "on_delay", amount: 30 }), { ...rule, on_delay_seconds: 30 });
  assertEquals(changedRule(rule, { kind: "off_delay", amount: 300 }), { ...rule, off_delay_seconds: 300 });
  const [first, second] = rule.conditions;
  assertEquals(changedRule(rule, { kind: "deadband", amount: 2 }, threshold), {
    ...rule,
    conditions: [first, { ...second, deadband: 2 }],
  });
});

const tried = (kind: RuleChange["kind"], events: number) => ({ kind, amount: 1, events, active_share: 0 });
const advised = (events: number, ...changes: ReturnType<typeof tried>[]) =>
  evaluated(events, changes).map(({ reduction, isAdvised }) => [reduction, isAdvised]);

function evaluated(events: number, changes: ReturnType<typeof tried>[], areDelaysAdvised = true) {
  return evaluatedChanges({ stored: { events, active_share: 0 }, rule, areDelaysAdvised }, changes);
}

Deno.test("evaluatedChanges() advises no delay where delays are not wished, and tells what each costs", () => {
  const changes = [tried("deadband", 0), { ...tried("on_delay", 0), amount: 30 }, tried("off_delay", 0)];
  assertEquals(evaluated(10, changes, false).map(({ isAdvised }) => isAdvised), [true, false, false]);
  assertEquals(evaluated(10, changes).map(({ laterSeconds }) => laterSeconds), [0, 15, 0]);
});

Deno.test("evaluatedChanges() advises the smallest of each kind that prevents half of five or more events", () => {
  const deadbands = [tried("deadband", 9), tried("deadband", 5), tried("deadband", 0)];
  assertEquals(advised(10, ...deadbands, tried("on_delay", 12), tried("off_delay", 1)), [
    ...[[0.1, false], [0.5, true], [1, false]],
    ...[[-0.2, false], [0.9, true]],
  ]);
  assertEquals(advised(5, tried("deadband", 0)), [[1, true]]);
  assertEquals(advised(4, tried("deadband", 0)), [[1, false]]);
  assertEquals(advised(0, tried("deadband", 0)), [[null, false]]);
});

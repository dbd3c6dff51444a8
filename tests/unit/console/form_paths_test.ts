import { assertEquals } from "@std/assert";
import { valueAt, valueBeside, withValueAt } from "../../../console/parts/form/paths.ts";

const values = { name: "Pump", rules: [{ conditions: [{ value: 1 }, { value: 2 }] }] };

Deno.test("valueAt() reads a dotted path, and is undefined beyond its end", () => {
  assertEquals(valueAt(values, "rules.0.conditions.1.value"), 2);
  assertEquals([valueAt(values, "rules.3.conditions"), valueAt(values, "name.x")], [undefined, undefined]);
});

Deno.test("withValueAt() changes one value and shares the rest", () => {
  const changed = withValueAt(values, "rules.0.conditions.1.value", 9);
  assertEquals(changed.rules[0].conditions, [{ value: 1 }, { value: 9 }]);
  assertEquals(values.rules[0].conditions[1].value, 2);
  assertEquals(changed.rules[0].conditions[0] === values.rules[0].conditions[0], true);
});

Deno.test("valueBeside() finds a rule by its identifier, wherever it stands", () => {
  const rule = (rule_id: string, delay: number) => ({ rule_id, delay, list: [delay] });
  const saved = { name: "a", rules: [rule("high", 1), rule("low", 2)] };
  const now = { name: "b", rules: [rule("new", 9), rule("high", 3)] };
  const beside = (path: string) => valueBeside(saved, now, path);
  assertEquals(beside("name"), { value: "a" });
  assertEquals([beside("rules.1.delay"), beside("rules.1.list.0")], [{ value: 1 }, { value: 1 }]);
  assertEquals([beside("rules.0.delay"), beside("rules.7.delay")], [undefined, undefined]);
});

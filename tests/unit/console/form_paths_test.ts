import { assertEquals } from "@std/assert";
import { valueAt, withValueAt } from "../../../console/parts/form/paths.ts";

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

/** Constants of a machine in the editor's draft. */
import { assertEquals } from "@std/assert";
import { newRule, rulePresets } from "../../../console/rules/presets.ts";
import { usesOf, withRenamed } from "../../../console/rules/references.ts";

Deno.test("withRenamed() renames a placeholder in every number, and each use counts", () => {
  const numbers = { deadband: "<N>", window_seconds: "<N>", max_age_seconds: "<N>" };
  const counted = { operator: "greater_than", value: "<N>", deadband: "<N>" };
  const compared = { stream: "<VALUE>", operator: "times_above", value: 3, ...numbers, comparison: counted };
  const given = {
    ...newRule(rulePresets()[0], { stream: "<VALUE>", others: [] }),
    conditions: [compared],
    on_delay_seconds: "<N>",
    off_delay_seconds: "<N>",
  };
  const [renamed] = withRenamed([given], "N", "M");
  const { conditions: [first], on_delay_seconds, off_delay_seconds } = renamed;
  assertEquals([on_delay_seconds, off_delay_seconds], ["<M>", "<M>"]);
  assertEquals(first, {
    ...compared,
    ...{ deadband: "<M>", window_seconds: "<M>", max_age_seconds: "<M>" },
    comparison: { ...counted, value: "<M>", deadband: "<M>" },
  });
  assertEquals(usesOf({ rules: [renamed] }, "M"), { count: 7, asStream: false });
});

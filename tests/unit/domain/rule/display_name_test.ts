import { assertEquals } from "@std/assert";
import { displayNameOf, readableName } from "../../../../domain/rule/display_name.ts";

Deno.test("readableName() makes words of a technical name and keeps what has spaces", () => {
  const cases: [string, string][] = [
    ["TooHigh", "Too high"],
    ["Overfill", "Overfill"],
    ["too_high", "Too high"],
    ["LTShellAlarm", "LT shell alarm"],
    ["Pressure.TooHigh", "Pressure too high"],
    ["Level2Low", "Level2 low"],
    ["High pressure", "High pressure"],
    ["bearing hot", "bearing hot"],
    ["ÖlDruckTief", "Öl druck tief"],
    ["---", "---"],
    ["", ""],
  ];
  for (const [name, expected] of cases) assertEquals([name, readableName(name)], [name, expected]);
});

Deno.test("displayNameOf() is the rule's own words, else a readable form of its name", () => {
  assertEquals(displayNameOf({ display_name: "Öldruck zu tief", rule_name: "TooLow" }), "Öldruck zu tief");
  for (const display_name of [null, ""]) {
    assertEquals(displayNameOf({ display_name, rule_name: "TooLow" }), "Too low");
  }
});

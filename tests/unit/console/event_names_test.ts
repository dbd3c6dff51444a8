import { assertEquals } from "@std/assert";
import { machinesOf, ruleNames } from "../../../console/backtest/backtest_text.ts";
import type { BacktestEvent, EvaluatedRules } from "../../../console/backtest/types.ts";
import { adviceOf } from "../../../console/pages/quality/advice_of.ts";
import { machineOf } from "../../../console/parts/machine.ts";
import { plantLocations } from "../../../console/parts/plant_paths.ts";

const places = plantLocations([{
  id: "WORKS",
  name: "Works",
  type: "enterprise",
  children: [{
    id: "LINE",
    name: "Line 2",
    type: "production_line",
    children: [{ id: "PUMP", name: "Feed pump", type: "unit", children: [] }],
  }],
}]);
const names = {
  machineOf: (of: { template_instance: string; plant_node_floc_id: string | null }) =>
    machineOf(of, places.get(of.plant_node_floc_id ?? "")),
  titleOf: () => "",
};
const at = (plant_node_floc_id: string | null) =>
  names.machineOf({ template_instance: "Pump pressure", plant_node_floc_id });

Deno.test("the machine is the plant node if that is a machine, else the instance with its area", () => {
  assertEquals([at("PUMP"), at("LINE"), at(null)], [
    { machine: "Feed pump, Line 2", area: "" },
    { machine: "Pump pressure", area: "Line 2, Works" },
    { machine: "Pump pressure", area: "" },
  ]);
});

Deno.test("a backtest names the machines of its instances, and what is wrong in words", () => {
  const events = [{ instance_id: 1, plant_node_floc_id: "PUMP" }] as unknown as BacktestEvent[];
  const machine = machinesOf({ events }, names);
  assertEquals(
    [
      machine({ instance_id: 1, template_instance: "Pump pressure" }),
      machine({ instance_id: 2, template_instance: "Pump 2" }),
      machine({ instance_id: null, template_instance: null }),
    ],
    ["Feed pump, Line 2", "Pump 2", ""],
  );
  const rules = [
    { rule_id: "high", rule_name: "TooHigh", display_name: null },
    { rule_id: "low", rule_name: "TooLow", display_name: "Runs dry" },
  ];
  const nameOf = ruleNames({ rules } as unknown as EvaluatedRules["template"]);
  assertEquals(["high", "low", "gone_rule"].map(nameOf), ["Too high", "Runs dry", "Gone rule"]);
});

Deno.test("adviceOf() gives the same advice of two machines twice, each with its machine, and not once more for all", () => {
  const one = {
    kind: "on_delay" as const,
    text: "Give it 5 s",
    is_critical: false,
    template_id: 7,
    rule_id: "high",
    seconds: 5,
    later_seconds: 5,
    events: 9,
    expected_reduction: 0.5,
    basis: "events" as const,
  };
  const actor = (instance_id: number, instance_name: string | null) => ({
    instance_id,
    instance_name,
    plant_node_floc_id: null,
    advice: [one],
  });
  const found = {
    advice: [one, { ...one, text: "Of all" }, { ...one, text: "Of the plant", template_id: null }],
    bad_actors: [actor(1, "Pump 1"), actor(2, null)],
    templates: { total: 1, groups: [{ key: "7", title: "Pump pressure" }] },
  } as unknown as Parameters<typeof adviceOf>[0];
  assertEquals(adviceOf(found, names).map(({ subject, instance, text }) => [subject, instance, text]), [
    ["Pump pressure", null, "Of all"],
    ["", null, "Of the plant"],
    ["Pump 1", 1, "Give it 5 s"],
    ["Instance #2, deleted", 2, "Give it 5 s"],
  ]);
});

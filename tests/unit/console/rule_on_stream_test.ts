import { assertEquals } from "@std/assert";
import { renamedMappings } from "../../../console/pages/rules/backtest_choice.ts";
import { comparableNames, plannedInstances } from "../../../console/pages/rules/planned_instances.ts";
import { proposedLimit, roundedTo, stepOf, valueAfterKey } from "../../../console/parts/trend/limit_steps.ts";
import { alikeStreams, besidePattern, instancePattern } from "../../../console/rules/alike_streams.ts";
import { followingNames } from "../../../console/rules/derived_names.ts";
import { blankIssues } from "../../../console/rules/draft_checks.ts";
import { movableLimits } from "../../../console/rules/movable_limits.ts";
import { newPlaceholder } from "../../../console/rules/presets.ts";
import {
  placeholderFor,
  placeholderOf,
  templateOnStream,
  withRuleOn,
} from "../../../console/rules/rule_on_stream.ts";
import { bodyOf } from "../../../console/rules/template_body.ts";
import { found } from "../../../console/shell/palette_search.ts";
import { streamIndex } from "../../../console/streams/stream_index.ts";
import type { DraftCondition } from "../../../console/rules/draft.ts";
import type { DataType } from "../../../domain/sample/types.ts";

const stream = (stream_name: string, data_type: DataType = "NUM") => ({ stream_name, data_type });
const TEMPERATURE = stream("Works.Line1.Filler.BearingTemperature");
const onTemperature = () => templateOnStream(TEMPERATURE, { package_id: 1, taken: [] });

Deno.test("templateOnStream() names the placeholder, the rule and the template after the stream", () => {
  const { name, placeholders: [placeholder], rules: [rule] } = onTemperature();
  assertEquals([name, placeholder?.placeholder_name, placeholder?.data_type], [
    "Bearing temperature",
    "BEARING_TEMPERATURE",
    "NUM",
  ]);
  assertEquals([rule?.rule_name, rule?.rule_id, rule?.event_name], [
    "Bearing temperature too high",
    "bearing_temperature_too_high",
    "<BEARING_TEMPERATURE>.High",
  ]);
  assertEquals(rule?.conditions, [{
    stream: "<BEARING_TEMPERATURE>",
    operator: "greater_than",
    value: null,
  }]);
});

Deno.test("templateOnStream() compares as the stream's type allows, under a name that no template has", () => {
  const operators = (["NUM", "BOOL", "STR"] as const).map((type) => {
    const { rules: [rule] } = templateOnStream(stream("A.B", type), { package_id: null, taken: [] });
    const [condition] = rule?.conditions ?? [];
    return condition !== undefined && "operator" in condition && condition.operator;
  });
  assertEquals(operators, ["greater_than", "is_true", "equals"]);
  const taken = ["Level", "Level 2"];
  assertEquals(templateOnStream(stream("Tank.Level"), { package_id: null, taken }).name, "Level 3");
  assertEquals([placeholderOf(stream("Tank.42")), placeholderOf(stream("Tank.流量"))], ["VALUE", "VALUE"]);
});

Deno.test("followingNames() keeps the name of the stream when the comparison changes", () => {
  const [before] = onTemperature().rules;
  const conditions: DraftCondition[] = [{
    stream: "<BEARING_TEMPERATURE>",
    operator: "less_than",
    value: 4,
  }];
  const { rule_name, rule_id } = followingNames({ before: before!, after: { ...before!, conditions } }, {
    others: [],
    isStored: false,
  });
  assertEquals([rule_name, rule_id], ["Bearing temperature too low", "bearing_temperature_too_low"]);
});

Deno.test("withRuleOn() uses the placeholder that an instance binds to the stream, or adds one", () => {
  const draft = {
    ...onTemperature(),
    placeholders: [newPlaceholder("SPEED"), newPlaceholder("BEARING")],
  };
  const bindings = [{ SPEED: "Works.Line1.Filler.Speed", BEARING: TEMPERATURE.stream_name }];
  assertEquals(placeholderFor(TEMPERATURE, { draft, bindings }), "BEARING");
  assertEquals(placeholderFor(TEMPERATURE, { draft, bindings: [] }), "SPEED");
  const added = withRuleOn(stream("Works.Line1.Filler.Running", "BOOL"), { draft, bindings });
  assertEquals(added.placeholders.map(({ placeholder_name }) => placeholder_name), [
    "SPEED",
    "BEARING",
    "RUNNING",
  ]);
  assertEquals(added.rules.map(({ rule_name }) => rule_name), [
    "Bearing temperature too high",
    "Running on",
  ]);
});

Deno.test("blankIssues() asks for the name of a new package; bodyOf() does not send it", () => {
  const draft = { ...onTemperature(), package_id: null, new_package: " " };
  assertEquals(blankIssues(draft)[0], { path: "new_package", message: "Enter a name for the package" });
  const paths = blankIssues({ ...draft, new_package: "Own rules" }).map(({ path }) => path);
  assertEquals(paths, ["rules.0.conditions.0.value"]);
  assertEquals("new_package" in bodyOf(draft), false);
});

const NAMES = ["Line1.Pump1", "Line1.Pump2", "Line1.Boiler", "Line2.Pump1"]
  .map((machine) => `Works.${machine}.Pressure`);

Deno.test("alikeStreams() finds the streams that measure the same, the nearest first", () => {
  const alike = alikeStreams(NAMES[0]!, [...NAMES, "Works.Line1.Pump1.Speed", "Works.Pump9.Pressure"]);
  assertEquals(alike.map(({ pattern, names }) => [pattern, names.length]), [
    ["Works.Line1.Pump*.Pressure", 2],
    ["Works.Line*.Pump1.Pressure", 2],
    ["Works.Line1.*.Pressure", 3],
  ]);
  assertEquals(alikeStreams("Works.Line1.Pump1.Speed", NAMES), []);
  assertEquals(alikeStreams("Temp1", ["Temp1", "Temp2", "Temp"]).map(({ pattern }) => pattern), ["Temp*"]);
  assertEquals(alikeStreams("Odd*.Name", ["Odd*.Name", "Other.Name"]), []);
});

Deno.test("alikeStreams() offers the widest pattern too, and few", () => {
  const machines = ["A.B.C.D", "A.B.C.X", "A.B.X.D", "A.X.C.D", "X.B.C.D", "X.X.X.X"];
  const alike = alikeStreams("A.B.C.D.Flow", machines.map((machine) => `${machine}.Flow`));
  assertEquals(alike.map(({ pattern }) => pattern).at(-1), "*.*.*.*.Flow");
  assertEquals(alike.length, 4);
});

Deno.test("instancePattern() names instances by the parts that differ, besidePattern() follows the machine", () => {
  assertEquals(instancePattern("Works.Line1.Filler.Temperature", "Too Hot"), "Line1 Filler too hot");
  assertEquals(instancePattern("*.Line*.Filler.Temperature", "Hot"), "* Line* Filler hot");
  assertEquals([instancePattern("Temp*", "Hot"), instancePattern("Temp1", "Hot")], ["Temp* hot", "hot"]);
  const own = "Works.Line1.Filler.Temperature", pattern = "Works.*.Filler.Temperature";
  assertEquals(
    besidePattern("Works.Line1.Filler.Motor.Speed", { own, pattern }),
    "Works.*.Filler.Motor.Speed",
  );
  assertEquals(besidePattern("Works.Line2.Filler.Speed", { own, pattern }), undefined);
});

const INDEX = streamIndex(["Pump1", "Pump2", "Pump3"].map((machine, at) => ({
  id: at,
  asset_id: machine,
  display_name: machine,
  is_active: true,
  streams: ["Pressure", "Speed"].map((what, other) => ({
    id: 10 * at + other,
    stream_id: `${machine}.${what}`,
    stream_name: `Works.${machine}.${what}`,
    display_name: what,
    asset_id: machine,
    data_type: "NUM" as const,
    uom: what === "Speed" ? "rpm" : at === 2 ? "psi" : "bar",
    is_active: true,
    value: null,
    timestamp: null,
    quality: null,
    set_aside: null,
  })),
})));

Deno.test("plannedInstances() plans the stream alone, with the values of the backtest", () => {
  const draft = { name: "Pump pressure", placeholders: [newPlaceholder("P"), newPlaceholder("LIMIT")] };
  const mappings = { P: "Works.Pump1.Pressure", LIMIT: "4", GONE: "1" };
  const planned = plannedInstances({ draft, mappings, index: INDEX, pattern: null });
  assertEquals(planned?.placeholders, { P: "Works.Pump1.Pressure", LIMIT: "4" });
  assertEquals(planned?.instances.map(({ instance_name }) => instance_name), ["Works Pump1 pump pressure"]);
  assertEquals(plannedInstances({ draft, mappings: {}, index: INDEX, pattern: null }), undefined);
});

Deno.test("plannedInstances() binds each machine's streams, and leaves out those of another unit", () => {
  const draft = { name: "Pump", placeholders: [newPlaceholder("P"), newPlaceholder("SPEED")] };
  const mappings = { P: "Works.Pump1.Pressure", SPEED: "Works.Pump1.Speed" };
  const planned = plannedInstances({ draft, mappings, index: INDEX, pattern: "Works.Pump*.Pressure" });
  assertEquals(planned?.placeholders, { P: "Works.Pump*.Pressure", SPEED: "Works.Pump*.Speed" });
  assertEquals(
    planned?.instances.map(({ instance_name, stream }) => [instance_name, stream.stream_name]),
    [["Works Pump1 pump", "Works.Pump1.Pressure"], ["Works Pump2 pump", "Works.Pump2.Pressure"]],
  );
  assertEquals(planned?.others, ["Works Pump3 pump"]);
  const own = INDEX.byName.get("Works.Pump1.Pressure")!;
  assertEquals(comparableNames(own, INDEX), ["Works.Pump1.Pressure", "Works.Pump2.Pressure"]);
});

Deno.test("movableLimits() finds the numbers that a rule compares its stream with", () => {
  const conditions: DraftCondition[] = [
    {
      any: [{ stream: "<A>", operator: "outside", value: [1, null] }, {
        stream: "<B>",
        operator: "less_than",
        value: 2,
      }],
    },
    { not: { stream: "<A>", operator: "greater_than", value: 9 } },
    { stream: "<A>", operator: "greater_than", value: "<LIMIT>" },
    { stream: "<A>", operator: "stale_for", value: 300 },
  ];
  const options = { path: "rules.0", bindings: { A: "Works.A", B: "Works.B" } };
  assertEquals(movableLimits({ conditions }, options), {
    stream: "Works.A",
    limits: [
      { path: "rules.0.conditions.0.any.0.value.0", value: 1, name: "low limit", side: "below" },
      { path: "rules.0.conditions.0.any.0.value.1", value: null, name: "high limit", side: "above" },
      { path: "rules.0.conditions.1.not.value", value: 9, name: "limit", side: "above" },
    ],
  });
  assertEquals(movableLimits({ conditions }, { ...options, bindings: {} }), undefined);
});

Deno.test("limits move in steps of a power of ten, by keys and within the axis by page", () => {
  assertEquals([stepOf(50), stepOf(0.3), stepOf(0)], [0.1, 0.001, 1]);
  assertEquals(roundedTo(0.1 + 0.2, 0.1), 0.3);
  const at = { value: 4, step: 0.1, min: 0, max: 10 };
  const keys = ["ArrowUp", "ArrowDown", "PageUp", "PageDown", "Home", "End", "x"];
  assertEquals(keys.map((key) => valueAfterKey(key, at)), [4.1, 3.9, 5, 3, 0, 10, undefined]);
});

Deno.test("proposedLimit() stands just beyond the values", () => {
  assertEquals(proposedLimit([50, 60, null, 54], "above"), 61);
  assertEquals(proposedLimit([50, 60], "below"), 49);
  assertEquals(proposedLimit([0.002, 0.0031], "above"), 0.0033);
  assertEquals([proposedLimit([null], "above"), proposedLimit([7], "above")], [undefined, 7.7]);
});

Deno.test("renamedMappings() follows one renamed placeholder", () => {
  const mappings = { A: "Works.A", B: "Works.B" };
  assertEquals(renamedMappings(mappings, { from: ["A", "B"], to: ["A", "C"] }), {
    A: "Works.A",
    C: "Works.B",
  });
  assertEquals(renamedMappings(mappings, { from: ["A", "B"], to: ["B"] }), mappings);
});

Deno.test("found() offers the rule on a stream where a rule is asked for", () => {
  const item = (label: string, onlyWith?: string) => ({ id: label, label, group: "", onlyWith, run() {} });
  const items = [item("Works.Pressure"), item("New rule on Works.Pressure", "rule")];
  const labels = (typed: string) => found(items, typed).map(({ label }) => label);
  assertEquals(labels("pressure"), ["Works.Pressure"]);
  assertEquals(labels("rule press"), ["New rule on Works.Pressure"]);
});

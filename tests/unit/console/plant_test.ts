import { assertEquals } from "@std/assert";
import {
  childTypesOf,
  idsBelow,
  parentOf,
  parentsFor,
  typesFor,
} from "../../../console/pages/plant/plant_model.ts";
import { matchingStreams, streamAddress, streamFilter } from "../../../console/pages/plant/stream_filter.ts";
import { cursorText } from "../../../console/parts/trend/cursor.ts";
import { plantLocations, type PlantTree } from "../../../console/parts/plant_paths.ts";
import { streamIndex } from "../../../console/streams/stream_index.ts";
import { limitsOn, rulesOn } from "../../../console/streams/thresholds.ts";
import {
  loadingOf,
  pointsOf,
  spanAt,
  spanOfView,
  spanProblem,
  spanQuery,
  trendSpan,
} from "../../../console/streams/trend_span.ts";
import { assetOf, template } from "./support.ts";

const node = (id: string, type: PlantTree["type"], ...children: PlantTree[]): PlantTree => (
  { id, name: id, type, children }
);
const works = node(
  "W",
  "enterprise",
  node("N", "site", node("A", "area", node("L", "production_line"))),
  node("S", "site", node("B", "area")),
);
const places = plantLocations([works]);

Deno.test("possible parents have an allowed type, and are outside the node's subtree", () => {
  const parents = (type: PlantTree["type"], id?: string) =>
    parentsFor(type, { node: id, places }).map((place) => place.node.id);
  assertEquals([parents("area", "A"), parents("production_line", "A"), parents("enterprise")], [["N", "S"], [
    "B",
  ], []]);
  assertEquals([childTypesOf("site"), childTypesOf(null), childTypesOf("control_module")], [["area"], [
    "enterprise",
  ], []]);
});

Deno.test("a node may have a type that its parent and its children allow", () => {
  const line = places.get("L");
  const area = places.get("A");
  if (line === undefined || area === undefined) throw new Error("The plant is another");
  assertEquals(typesFor(line.node, area.node), [
    ...["process_cell", "production_unit", "production_line", "storage_zone"] as const,
  ]);
  assertEquals(typesFor(area.node, places.get("N")?.node), ["area"]);
  assertEquals(typesFor(area.node, places.get("B")?.node), []);
  assertEquals([parentOf(line, places)?.node.id, idsBelow(works).length], ["A", 6]);
});

Deno.test("the address of the streams round-trips; states filter used, bad and missing ones", () => {
  const address = "/plant/streams?find=a+b&asset=Line1&state=bad&sort=-value";
  assertEquals(
    streamAddress(streamFilter(Object.fromEntries(new URLSearchParams(address.split("?")[1])))),
    address,
  );
  assertEquals(streamAddress(streamFilter({ state: "odd" })), "/plant/streams");
  const { streams } = streamIndex([assetOf({ name: "L", first: 1 }, ["L.A", "NUM", 1], ["L.B", "NUM", 2])]);
  const [a, b] = streams;
  const rows = [a, { ...b, quality: "bad" as const, is_active: false }];
  const names = (state: string) =>
    matchingStreams(rows, streamFilter({ state }), { watched: new Map([["L.A", 2]]), sources: undefined })
      .map(({ stream_name }) => stream_name);
  assertEquals([names(""), names("watched"), names("bad"), names("gone")], [
    ["L.A", "L.B"],
    ["L.A"],
    ["L.B"],
    [
      "L.B",
    ],
  ]);
});

Deno.test("a trend's span is a preset that ends now, or a range in the address", () => {
  const nowMs = Date.parse("2026-01-31T12:00:00.000Z");
  assertEquals(spanQuery(trendSpan({})), {});
  assertEquals(spanQuery(trendSpan({ range: "8h" })), { range: "8h" });
  assertEquals(spanAt(trendSpan({ range: "8h" }), nowMs).fromMs, nowMs - 8 * 3_600_000);
  const part = { from: "2026-01-31T10:00:00.000Z", to: "2026-01-31T11:00:00.000Z" };
  assertEquals(spanQuery(trendSpan(part)), part);
  assertEquals(spanQuery(trendSpan({ from: part.to, to: part.from })), {});
  assertEquals(spanAt(trendSpan({ range: "90s" }), nowMs), { fromMs: nowMs - 90_000, toMs: nowMs });
  assertEquals(spanQuery(trendSpan({ range: "1s" })), {});
});

Deno.test("a chart says which span it loads, and has a point for each pixel as far as all its curves allow", () => {
  const hour = 3_600_000;
  assertEquals(loadingOf({ range: "7d", fromMs: 0, toMs: 0 }).what, "7 d");
  assertEquals(loadingOf({ range: "", fromMs: 0, toMs: 24 * hour }).what, "24 h");
  assertEquals(loadingOf({ range: "", fromMs: hour, toMs: 3.5 * hour }).what, "2 h 30 min");
  const points = ([widthPx, curves]: [number, number]) => pointsOf({ widthPx, curves });
  assertEquals(([[390, 1], [1_440, 4], [3_840, 1], [1_920, 20]] as [number, number][]).map(points), [
    400,
    1_400,
    2_000,
    400,
  ]);
});

Deno.test("a moved view goes on with now only when it was live and still ends there", () => {
  const nowMs = Date.parse("2026-01-31T12:00:00.000Z"), hour = 3_600_000;
  const view = { fromMs: nowMs - hour / 2, toMs: nowMs };
  assertEquals(spanOfView(view, { isLive: true, nowMs }).range, "1800s");
  assertEquals(spanOfView({ fromMs: nowMs - hour, toMs: nowMs }, { isLive: true, nowMs }).range, "1h");
  assertEquals(spanOfView(view, { isLive: false, nowMs }), { range: "", ...view });
  const past = { fromMs: nowMs - hour, toMs: nowMs - hour / 2 };
  assertEquals(spanOfView(past, { isLive: true, nowMs }), { range: "", ...past });
});

Deno.test("typed times must be in order, and at most a year apart", () => {
  assertEquals(spanProblem({ fromMs: 0, toMs: 366 * 86_400_000 }), undefined);
  assertEquals(spanProblem({ fromMs: 0, toMs: 366 * 86_400_000 + 1 }), "Choose at most 366 days");
  assertEquals(spanProblem({ fromMs: 5_000, toMs: 5_000 }), "The end must be after the start");
  assertEquals(spanProblem({ fromMs: NaN, toMs: 5_000 }), "Enter both times");
});

Deno.test("thresholds use defaults and have a wrong side, and rules are found by their streams", () => {
  const made = template();
  const bindings = { P: "Line.P" };
  assertEquals(limitsOn("Line.P", { template: made, bindings }), [
    { value: 6, severity: "warning", label: "High 6", wrong: "above" },
  ]);
  assertEquals(limitsOn("Line.P", { template: made, bindings: { ...bindings, LIMIT: "7" } })[0].value, 7);
  assertEquals([...rulesOn("Line.P", { template: made, bindings })], ["high"]);
  assertEquals(rulesOn("Line.Q", { template: made, bindings }).size, 0);
  assertEquals(rulesOn("Line.Q", { template: made, bindings: { ...bindings, LIMIT: "Line.Q" } }).size, 1);
});

Deno.test("the values at which until ends an event are no thresholds that are violated, and its streams are used", () => {
  const made = template(), bindings = { P: "Line.P", RESET: "Line.Reset" };
  made.rules[0].until = [{
    any: [
      { stream: "<P>", operator: "less_than", value: 6 },
      { stream: "<RESET>", operator: "is_true" },
    ],
  }];
  const limits = limitsOn("Line.P", { template: made, bindings });
  assertEquals(limits, [
    { value: 6, severity: "warning", label: "High 6", wrong: "above" },
    { value: 6, severity: "warning", label: "High ends 6", isEnd: true },
  ]);
  assertEquals([...rulesOn("Line.Reset", { template: made, bindings })], ["high"]);
  const options = { point: { ms: 0, value: 7 }, limits, moment: () => "14:05", decimals: 0 };
  assertEquals(cursorText({ unit: "bar" }, options), "14:05, 7 bar, above High 6");
});

Deno.test("a rule that the instance leaves out draws no threshold and uses no stream", () => {
  const made = template();
  const spare = { ...made.placeholders[0], placeholder_name: "SPARE", is_required: false };
  const [rule] = made.rules;
  const optional = {
    placeholders: [...made.placeholders, spare],
    rules: [{ ...rule, on_delay_seconds: "<SPARE>" }],
  };
  const limits = (bindings: Record<string, string>) => limitsOn("Line.P", { template: optional, bindings });
  assertEquals([limits({ P: "Line.P" }), limits({ P: "Line.P", SPARE: "" })], [[], []]);
  assertEquals(rulesOn("Line.P", { template: optional, bindings: { P: "Line.P" } }).size, 0);
  assertEquals(limits({ P: "Line.P", SPARE: "3" }).map(({ value }) => value), [6]);
});

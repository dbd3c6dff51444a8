import { assertEquals } from "@std/assert";
import {
  childTypesOf,
  idsBelow,
  parentOf,
  parentsFor,
  typesFor,
} from "../../../console/pages/plant/plant_model.ts";
import { matchingStreams, streamAddress, streamFilter } from "../../../console/pages/plant/stream_filter.ts";
import { plantLocations, type PlantTree } from "../../../console/parts/plant_paths.ts";
import { streamIndex } from "../../../console/streams/stream_index.ts";
import { limitsOn, rulesOn } from "../../../console/streams/thresholds.ts";
import { spanAt, spanQuery, spanScaled, trendSpan } from "../../../console/streams/trend_span.ts";
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
    matchingStreams(rows, streamFilter({ state }), new Map([["L.A", 2]])).map(({ stream_name }) =>
      stream_name
    );
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
  assertEquals(spanQuery(spanScaled(spanAt(trendSpan(part), nowMs), 0.5, nowMs)), {
    from: "2026-01-31T10:15:00.000Z",
    to: "2026-01-31T10:45:00.000Z",
  });
  assertEquals(spanScaled({ fromMs: nowMs - 1_000, toMs: nowMs }, 8, nowMs).toMs, nowMs);
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

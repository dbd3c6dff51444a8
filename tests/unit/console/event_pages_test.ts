import { assertEquals } from "@std/assert";
import { eventsCsv } from "../../../console/pages/events/csv.ts";
import { eventAddress, eventFilter, historyQuery } from "../../../console/pages/events/event_filter.ts";
import { limitsOn } from "../../../console/streams/thresholds.ts";
import { badActors, bySeverity, rateOf } from "../../../console/pages/overview/overview_model.ts";
import { byNode } from "../../../console/parts/severity_counts.ts";
import { constantText, valueFormatter, valueText } from "../../../console/parts/event_text.ts";
import { plantLocations } from "../../../console/parts/plant_paths.ts";
import { event } from "./support.ts";

Deno.test("a filter's address round-trips, and invalid values are ignored", () => {
  const address = "/events?severity=error&state=active&acknowledged=no&template=3&hours=24&page=2";
  const filter = eventFilter(Object.fromEntries(new URLSearchParams(address.split("?")[1])));
  assertEquals(eventAddress(filter), address);
  assertEquals(historyQuery(filter), {
    severity: "error",
    is_active: true,
    acknowledged: false,
    template_id: 3,
    hours: 24,
  });
  assertEquals(
    eventAddress(eventFilter({ severity: "bad", page: "-1", template: "x", hours: "0" })),
    "/events",
  );
});

Deno.test("CSV is quoted where needed, and no cell is a formula", () => {
  const [, row] = eventsCsv([event(7, { event_name: '=1+1, "x"', note: "two\nlines" })]).split("\r\n");
  assertEquals(row.startsWith(`7,"'=1+1, ""x""",,warning,health,true,`), true, row);
  assertEquals(row.endsWith('"two\nlines"'), true, row);
  assertEquals(eventsCsv([]).split("\r\n").length, 2);
});

Deno.test("eventsCsv() escapes formulas behind what a spreadsheet may take for the end of a cell", () => {
  const note = "a;=1+1\n@b\t-c,+d";
  assertEquals(eventsCsv([event(7, { note })]).includes(`"a;'=1+1\n'@b\t'-c,'+d"`), true);
  assertEquals(eventsCsv([event(7, { note: "5 - 3 = 2, a-b" })]).includes('"5 - 3 = 2, a-b"'), true);
});

Deno.test("limitsOn() finds thresholds in nested conditions, by the instance's bindings", () => {
  const rule = {
    rule_id: "r",
    rule_name: "High",
    logic: "all",
    event_name: "",
    event_description: "",
    severity: "error",
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    enrichment: {},
    cause: null,
    display_name: null,
    consequence: null,
    action: null,
    conditions: [
      {
        any: [{ not: { stream: "<P>", operator: "less_than", value: "<LIMIT>" } }, {
          stream: "<Q>",
          operator: "greater_than",
          value: 1,
        }],
      },
      { stream: "<P>", operator: "outside", value: [2, 8] },
      { stream: "<P>", operator: "equals", value: 5 },
    ],
  } as const;
  const template = { rules: [rule] } as unknown as Parameters<typeof limitsOn>[1]["template"];
  const limits = limitsOn("Line.P", { template, bindings: { P: "Line.P", Q: "Line.Q", LIMIT: "6.5" } });
  assertEquals(limits.map(({ value, label }) => [value, label]), [[6.5, "High 6.5"], [2, "High 2"], [
    8,
    "High 8",
  ]]);
});

Deno.test("active events are counted by plant node, and by severity with the unacknowledged", () => {
  const leaf = { id: "C", name: "C", type: "unit" as const, children: [] };
  const places = plantLocations([{
    id: "A",
    name: "A",
    type: "enterprise",
    children: [{ id: "B", name: "B", type: "site", children: [leaf] }],
  }]);
  const events = [
    event(1, { plant_node_floc_id: "C" }),
    event(2, { plant_node_floc_id: "B", severity: "critical" }),
    event(3),
  ];
  const nodes = byNode(events, places);
  assertEquals(["A", "B", "C"].map((id) => [nodes.get(id)?.critical, nodes.get(id)?.warning]), [[1, 1], [
    1,
    1,
  ], [0, 1]]);
  assertEquals([places.get("C")?.path, places.get("C")?.short], ["B / C", "C, B"]);
  const sum = bySeverity([event(1), event(2, { acknowledged_at: "2026-01-31T08:00:00.000Z" })]);
  assertEquals([sum.active.warning, sum.unacknowledged.warning], [2, 1]);
});

Deno.test("rateOf() counts starts; an edge belongs to the later bucket", () => {
  const toMs = Date.parse("2026-01-31T09:00:00.000Z");
  const rate = rateOf([
    event(1),
    event(2, { start_time: "2026-01-31T08:30:00.000Z" }),
    event(3, { start_time: "2026-01-31T09:00:00.000Z" }),
  ], { toMs, widthMs: 1_800_000, buckets: 2 });
  assertEquals(rate.map(({ counts }) => counts.warning), [1, 1]);
});

Deno.test("badActors() counts by rule and instance, the newest first among equals", () => {
  const events = [
    ...[event(1), event(2, { start_time: "2026-01-31T08:10:00.000Z" })],
    event(3, { rule_id: "s" }),
    event(4, { rule_id: "t", start_time: "2026-01-31T08:20:00.000Z" }),
  ];
  assertEquals(badActors(events, 2).map(({ event, count, share }) => [event.id, count, share]), [[
    2,
    2,
    0.5,
  ], [4, 1, 0.25]]);
});

Deno.test("numbers have only significant digits", () => {
  assertEquals([3, 4.567, 123.456, 1_234_567, 1e9, 0.0001, null, true].map((value) => valueText(value)), [
    "3",
    "4.57",
    "123.5",
    "1,234,567",
    "1.00e+9",
    "1.00e-4",
    "—",
    "true",
  ]);
  assertEquals([4.5, 0.125, "Run"].map(constantText), ["4.5", "0.125", "Run"]);
});

Deno.test("valueText() gives all values of a unit the same decimals, and loses none that is smaller", () => {
  const texts = (unit: string, ...values: number[]) => values.map((value) => valueText(value, { unit }));
  assertEquals(texts("°C", 81, 80.14, 1_200), ["81.00", "80.14", "1,200.00"]);
  assertEquals(texts("mm/s", 7, 7.24, 123.4, 0, 0.004), ["7.00", "7.24", "123.40", "0.00", "0.004"]);
  assertEquals(texts("count", 5_164, 12), ["5,164", "12"]);
  assertEquals(valueFormatter("bar")(8), "8.00");
  const unitless = valueFormatter(null);
  assertEquals([8, 8.06, 8].map(unitless), ["8", "8.06", "8.00"]);
});

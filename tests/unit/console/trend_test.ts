import { assert, assertEquals } from "@std/assert";
import { axisTimes } from "../../../console/parts/trend/axis_times.ts";
import { addPoint, columnsOf, dropBefore, valueAt } from "../../../console/parts/trend/columns.ts";
import { labelRows } from "../../../console/parts/trend/label_rows.ts";
import { shortNames } from "../../../console/parts/trend/short_names.ts";
import type { TrendSeries } from "../../../console/parts/trend/types.ts";
import { valueRange } from "../../../console/parts/trend/value_range.ts";
import { pannedView, viewAfterKey, zoomedView } from "../../../console/parts/trend/view.ts";
import { exploreAddress, exploreChoice, withStream } from "../../../console/pages/explore/explore_address.ts";
import { exploreSeries, partsOf } from "../../../console/pages/explore/explore_series.ts";
import { trendCsv } from "../../../console/streams/trend_csv.ts";

const SECOND = 1_000, MINUTE = 60 * SECOND, HOUR = 60 * MINUTE, DAY = 24 * HOUR;
const AT = Date.parse("2026-01-31T22:00:00Z");

Deno.test("no two ticks of a time axis have the same label, at any zoom and across midnight", () => {
  const texts = axisTimes("Europe/Zurich");
  const steps = [
    1,
    5,
    20,
    100,
    500,
    SECOND,
    5 * SECOND,
    MINUTE,
    10 * MINUTE,
    HOUR,
    6 * HOUR,
    DAY,
    28 * DAY,
    31 * DAY,
  ];
  for (const step of steps) {
    const labels = texts(Array.from({ length: 8 }, (_, i) => AT + i * step), step);
    // Within a day a label may come back on the next one, which has its date.
    const days = labels.filter((label) => label.includes("\n")).length;
    assert(new Set(labels).size === labels.length || days > 1, `${step} ms: ${labels.join(" ")}`);
    for (const [i, label] of labels.entries()) assert(label !== labels[i - 1], `${step} ms: ${label}`);
  }
});

Deno.test("one outlier does not flatten the curve, and is told", () => {
  const values = Array.from({ length: 400 }, (_, i) => i === 200 ? 9_000 : 70 + Math.sin(i));
  const range = valueRange({ values, limits: [], isWhole: false });
  assert(range.max < 80 && range.min > 60, JSON.stringify(range));
  assertEquals([range.outside, range.lowest, range.highest], [1, null, 9_000]);
  const whole = valueRange({ values, limits: [], isWhole: true });
  assert(whole.max > 9_000);
  assertEquals(whole.outside, 0);
});

Deno.test("thresholds are in view, and a rare second state of a curve is no outlier", () => {
  const values = Array.from({ length: 100 }, () => 70);
  const { min, max } = valueRange({ values, limits: [90], isWhole: false });
  assert(min < 70 && max > 90);
  const states = valueRange({ values: [...values.map(() => 0), 1], limits: [], isWhole: false });
  assert(states.max > 1 && states.outside === 0, JSON.stringify(states));
  assertEquals(valueRange({ values: [null, undefined], limits: [], isWhole: false }).max, 1);
});

Deno.test("a view moves and scales within the past, and keeps what is under the pointer", () => {
  const view = { fromMs: 1_000_000, toMs: 2_000_000 }, latestMs = 2_100_000;
  assertEquals(pannedView(view, { byMs: -500_000, latestMs }), { fromMs: 500_000, toMs: 1_500_000 });
  assertEquals(pannedView(view, { byMs: 500_000, latestMs }), { fromMs: 1_100_000, toMs: 2_100_000 });
  const half = zoomedView(view, { factor: 0.5, atMs: 1_200_000, latestMs });
  assertEquals(half, { fromMs: 1_100_000, toMs: 1_600_000 });
  assertEquals(zoomedView(view, { factor: 2, atMs: 1_500_000, latestMs }), {
    fromMs: 100_000,
    toMs: 2_100_000,
  });
  assertEquals(zoomedView(view, { factor: 1e-9, atMs: 1_500_000, latestMs }).toMs - 1_501_000, 0);
});

Deno.test("keys move and scale the view", () => {
  const view = { fromMs: 0, toMs: 1_000_000 }, given = { view, atMs: 500_000, latestMs: 9_000_000 };
  const key = (name: string, shiftKey = false) => viewAfterKey({ key: name, shiftKey }, given);
  assertEquals(key("ArrowRight", true), { fromMs: 250_000, toMs: 1_250_000 });
  assertEquals(key("+"), { fromMs: 250_000, toMs: 750_000 });
  assertEquals(key("-"), { fromMs: -500_000, toMs: 1_500_000 });
  assertEquals([key("ArrowRight"), key("a")], [undefined, undefined]);
});

const curve = (label: string, timesMs: number[], values: (number | null)[]): TrendSeries => ({
  label,
  unit: null,
  timesMs,
  values,
});

Deno.test("curves with other times share an axis; new points go into the last bucket, then into the next", () => {
  const columns = columnsOf([curve("a", [0, 10, 20], [1, 2, 3]), curve("b", [0, 15], [5, 6])]);
  assertEquals(columns.timesMs, [0, 10, 15, 20]);
  assertEquals(columns.series[1].values, [5, undefined, 6, undefined]);
  assertEquals([0, 1, 2, 3].map((at) => valueAt(columns, { of: 1, at })), [5, 5, 6, 6]);
  const add = (ms: number, value: number | null) =>
    addPoint(columns, { of: 0, point: { ms, value }, widthMs: 10 });
  assertEquals([add(15, 9), add(24, 8), add(35, 4)], [false, true, true]);
  const [{ values, lows, highs }] = columns.series;
  assertEquals([values.slice(3), lows.slice(3), highs.slice(3)], [[8, 4], [3, 4], [8, 4]]);
  assertEquals(columns.series[1].values.at(-1), undefined);
  dropBefore(columns, 18);
  assertEquals([columns.timesMs, columns.series[0].values], [[15, 20, 35], [undefined, 8, 4]]);
});

Deno.test("labels of thresholds that are close do not cover each other, nor leave the chart", () => {
  const rows = labelRows([{ y: 198 }, { y: 50 }, { y: 52 }, { y: 196 }], { height: 16, top: 0, bottom: 200 });
  assertEquals(rows, [192, 50, 66, 176]);
});

Deno.test("a legend leaves out what all names begin with", () => {
  assertEquals(shortNames(["Site.A.Speed", "Site.A.Torque", "Site.B.Speed"]), [
    "A.Speed",
    "A.Torque",
    "B.Speed",
  ]);
  assertEquals(shortNames(["Site.A", "Site.A.B"]), ["A", "A.B"]);
  assertEquals([shortNames(["Site.A"]), shortNames(["A", "A"])], [["Site.A"], ["A", "A"]]);
});

Deno.test("the address of the explore page holds the choice, and links with invalid parts still open", () => {
  const choice = { streams: [11, 4], axes: "lanes" as const, isCompared: true, hasEvents: false };
  const address = exploreAddress(choice, { range: "8h" });
  assertEquals(address, "/explore?streams=11,4&axes=lanes&compare=day&events=off&range=8h");
  assertEquals(exploreChoice(Object.fromEntries(new URL(address, "http://a").searchParams)), choice);
  assertEquals(exploreChoice({ streams: "4,x,4,-1,9" }).streams, [4, 9]);
  assertEquals(["own", "shared", "x", ""].map((axes) => exploreChoice({ axes }).axes), [
    "lanes",
    "shared",
    "auto",
    "auto",
  ]);
  const full = exploreChoice({ streams: Array.from({ length: 30 }, (_, i) => i + 1).join() });
  assertEquals([full.streams.length, withStream(full, 99)], [20, full]);
  assertEquals(withStream(full, 3).streams.length, 19);
});

const trendOf = (id: number, start: string) =>
  ({
    id,
    error: null,
    trend: {
      stream: { id, stream_name: `S${id}`, uom: "bar", data_type: "NUM" },
      buckets: [{ start, min: 1, max: 3, first: 1, last: 2, quality: "good", count: 3 }],
      held: null,
      gaps: [],
    },
  }) as unknown as Parameters<typeof exploreSeries>[0][number];

Deno.test("the day before is drawn a day later, in the colour of its curve", () => {
  const now = [trendOf(4, "2026-01-31T08:00:00.000Z"), trendOf(5, "2026-01-31T08:00:00.000Z")];
  const series = exploreSeries(now, [trendOf(5, "2026-01-30T08:00:00.000Z")]);
  assertEquals(series.map(({ label, pastOf }) => [label, pastOf]), [["S4", undefined], ["S5", undefined], [
    "S5, day before",
    1,
  ]]);
  assertEquals(series[2].timesMs, series[1].timesMs);
});

Deno.test("streams are read in parts of equal size, each once", () => {
  assertEquals(partsOf([1, 2, 3], 1), [[1, 2, 3]]);
  assertEquals(partsOf([1, 2, 3], 4), [[1], [2], [3]]);
  assertEquals(partsOf([1, 2, 3, 4, 5], 4), [[1, 2], [3, 4], [5]]);
  assertEquals(partsOf([], 4), []);
});

Deno.test("curves as CSV have both times, and a name that a spreadsheet does not compute", () => {
  const csv = trendCsv([{ ...curve('=cmd,"x"', [AT], [2.5]), unit: "bar", lows: [-1], highs: [4] }], {
    zone: "UTC",
    full: () => "2026-01-31 22:00:00",
  });
  const [head, row] = csv.split("\r\n");
  const name = (of: string) => `"'=cmd,""x"" (bar)${of}"`;
  assertEquals(
    head,
    ["Time (UTC)", "Time (ISO 8601)", name(""), name(", lowest"), name(", highest")].join(","),
  );
  assertEquals(row, "2026-01-31 22:00:00,2026-01-31T22:00:00.000Z,2.5,-1,4");
});

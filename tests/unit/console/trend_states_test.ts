import { assert, assertEquals } from "@std/assert";
import { addPoint, columnsOf, stateIn } from "../../../console/parts/trend/columns.ts";
import { addState, stateAt, stateBlocks } from "../../../console/parts/trend/states.ts";
import type { TrendState } from "../../../console/parts/trend/types.ts";
import { statesOf, stateText, trendSeries } from "../../../console/streams/trend_series.ts";
import { trendCsv } from "../../../console/streams/trend_csv.ts";

const AT = Date.parse("2026-01-31T08:00:00Z"), SECOND = 1_000;
const iso = (seconds: number) => new Date(AT + seconds * SECOND).toISOString();
const change = (
  seconds: number,
  value: string | boolean | null,
  quality: "good" | "uncertain" | "bad" = "good",
) => ({
  time: iso(seconds),
  value,
  quality,
});

const READ = {
  held: change(-20, "Stopped"),
  changes: [change(10, "Running"), change(40, "Faulted")],
  truncated: false,
  gaps: [],
  unread: [],
  from: iso(0),
  to: iso(60),
};

/** Seconds from the beginning, and the text. */
const spans = (states: readonly TrendState[]) =>
  states.map(({ fromMs, toMs, text }) => [(fromMs - AT) / SECOND, (toMs - AT) / SECOND, text]);

Deno.test("a state lasts until the next one, and the held one from the beginning", () => {
  assertEquals(spans(statesOf(READ)), [[0, 10, "Stopped"], [10, 40, "Running"], [40, 60, "Faulted"]]);
  assertEquals(spans(statesOf({ ...READ, held: null })), [[10, 40, "Running"], [40, 60, "Faulted"]]);
});

Deno.test("where changes are missing, and in a gap, nobody knows the state", () => {
  const unread = [{ start: iso(0), end: iso(8) }];
  for (const part of [{ unread }, { truncated: true }]) {
    assertEquals(spans(statesOf({ ...READ, ...part }))[0], [10, 40, "Running"]);
  }
  const gaps = [{ start: iso(20), end: iso(40) }];
  assertEquals(spans(statesOf({ ...READ, gaps })), [
    [0, 10, "Stopped"],
    [10, 20, "Running"],
    [20, 40, null],
    [40, 60, "Faulted"],
  ]);
});

Deno.test("a state is written with its quality unless that is good", () => {
  const texts = [change(0, true), change(0, "Open", "uncertain"), change(0, null, "bad")].map(stateText);
  assertEquals(texts, ["true", "Open (uncertain)", null]);
});

Deno.test("a new value goes on or begins another state; an older one changes nothing", () => {
  const states = statesOf(READ);
  assert(addState(states, { ms: AT + 70 * SECOND, text: "Faulted" }));
  assert(addState(states, { ms: AT + 80 * SECOND, text: "Running" }));
  assert(!addState(states, { ms: AT + 75 * SECOND, text: "Stopped" }));
  assertEquals(spans(states).slice(2), [[40, 80, "Faulted"], [80, 80, "Running"]]);
  assertEquals([5, 39, 80, 99].map((at) => stateAt(states, AT + at * SECOND)), [
    "Stopped",
    "Running",
    "Running",
    "Running",
  ]);
  assertEquals(stateAt(states, AT - 1), null);
});

Deno.test("a segment that is drawn has its word; brief ones stand together, and none is lost", () => {
  const view = { fromMs: AT, toMs: AT + 100 * SECOND };
  const brief = Array.from({ length: 20 }, (_, i): TrendState => ({
    fromMs: AT + (40 + i / 10) * SECOND,
    toMs: AT + (40 + (i + 1) / 10) * SECOND,
    text: i % 2 === 0 ? "On" : "Off",
  }));
  const states: TrendState[] = [
    { fromMs: AT - 50 * SECOND, toMs: AT + 40 * SECOND, text: "Running" },
    ...brief,
    { fromMs: AT + 42 * SECOND, toMs: AT + 60 * SECOND, text: null },
    { fromMs: AT + 60 * SECOND, toMs: AT + 500 * SECOND, text: "Stopped" },
    { fromMs: AT + 500 * SECOND, toMs: AT + 600 * SECOND, text: "Later" },
  ];
  assertEquals(stateBlocks(states, { view, widthPx: 1_000 }), [
    { fromPx: 0, toPx: 400, text: "Running", count: 1 },
    { fromPx: 400, toPx: 420, text: null, count: 20 },
    { fromPx: 600, toPx: 1_000, text: "Stopped", count: 1 },
  ]);
});

const trend = {
  ...READ,
  stream: { stream_name: "Line1.Pump.State", data_type: "STR", uom: null },
  points: 6,
  samples: 2,
  buckets: [],
  basis: "all",
} as unknown as Parameters<typeof trendSeries>[0];

Deno.test("a state is read at the cursor, follows new values, and is in the file", () => {
  const series = trendSeries(trend);
  const columns = columnsOf([series]);
  assertEquals([0, 1, 4, 5].map((at) => stateIn(columns, { of: 0, at })), [
    "Stopped",
    "Running",
    "Faulted",
    "Faulted",
  ]);
  addPoint(columns, {
    of: 0,
    point: { ms: AT + 90 * SECOND, value: null, text: "Running" },
    widthMs: 10 * SECOND,
  });
  assertEquals(stateIn(columns, { of: 0, at: columns.timesMs.length - 1 }), "Running");
  assertEquals(series.states?.at(-1)?.text, "Faulted");
  const csv = trendCsv([series], { zone: "UTC", full: String }).split("\r\n");
  assert(csv[0]!.endsWith("Line1.Pump.State") && csv[2]!.endsWith("Running"), csv.join("\n"));
});

import { assert, assertEquals } from "@std/assert";
import { axisTicks } from "../../../console/parts/trend/axis_ticks.ts";
import { chartPx, laneBoxes, lanesOf, scaleOfBox } from "../../../console/parts/trend/lanes.ts";
import type { TrendSeries } from "../../../console/parts/trend/types.ts";

const TIMES = Array.from({ length: 50 }, (_, i) => i * 1_000);

/** A curve that swings between two values. */
function curve(unit: string | null, [low, high]: [number, number]): TrendSeries {
  const values = TIMES.map((_, i) => i % 2 === 0 ? low : high);
  return { label: `${low} to ${high} ${unit}`, unit, timesMs: TIMES, values };
}

const STATE: TrendSeries = {
  label: "State",
  unit: null,
  timesMs: TIMES,
  values: TIMES.map(() => null),
  states: [{ fromMs: 0, toMs: 49_000, text: "Running" }],
};

const members = (series: readonly TrendSeries[], axes: Parameters<typeof lanesOf>[1] = "auto") =>
  lanesOf(series, axes).map(({ of }) => of);

Deno.test("curves of one unit and of like ranges are on one scale, others in lanes", () => {
  const [pressure, flow] = [curve("bar", [4, 6]), curve("L/min", [100, 130])];
  assertEquals(members([pressure, curve("bar", [5, 8])]), [[0, 1]]);
  assertEquals(members([pressure, flow]), [[0], [1]]);
  assertEquals(members([pressure, flow, curve("bar", [3, 5])]), [[0, 2], [1]]);
  assertEquals(members([pressure, curve(null, [4, 6])]), [[0], [1]]);
  assertEquals(lanesOf([pressure, flow], "auto").map(({ units }) => units), [["bar"], ["L/min"]]);
});

Deno.test("a curve that would be flat beside another of its unit gets a lane", () => {
  const [fine, coarse] = [curve("°C", [71, 75]), curve("°C", [0, 400])];
  assertEquals(members([fine, coarse]), [[0], [1]]);
  assertEquals(members([coarse, fine]), [[0], [1]]);
  assertEquals(members([fine, curve("°C", [4, 5])]), [[0], [1]]);
  // A setpoint is flat anyway, but must not flatten the others.
  assertEquals(members([fine, curve("°C", [72, 72])]), [[0, 1]]);
  assertEquals(members([fine, curve("°C", [900, 900])]), [[0], [1]]);
});

Deno.test("an outlier of a curve parts it from no other", () => {
  const { values, ...rest } = curve("bar", [4, 6]);
  const spike = { ...rest, values: values.map((value, i) => i === 20 ? 5_000 : value) };
  assertEquals(members([spike, curve("bar", [5, 7])]), [[0, 1]]);
});

Deno.test("states have lanes of their own; one scale and lanes can be chosen for the others", () => {
  const series = [curve("bar", [4, 6]), STATE, curve("bar", [5, 7]), curve("L/min", [100, 130])];
  assertEquals(members(series), [[0, 2], [1], [3]]);
  assertEquals(members(series, "shared"), [[0, 2, 3], [1]]);
  assertEquals(members(series, "lanes"), [[0], [1], [2], [3]]);
  assertEquals(lanesOf(series, "shared").map(({ isStates }) => isStates), [false, true]);
});

Deno.test("the day before is in the lane of its curve", () => {
  const [now, flow] = [curve("bar", [4, 6]), curve("L/min", [100, 130])];
  const before = { ...curve("bar", [0, 900]), pastOf: 0 };
  assertEquals(members([now, flow, before], "lanes"), [[0, 2], [1]]);
});

Deno.test("lanes do not overlap, states have rows of one height, and a chart is high enough for all", () => {
  const lanes = lanesOf([curve("bar", [4, 6]), STATE, curve("L/min", [100, 130])], "auto");
  const boxes = laneBoxes(lanes, 400);
  for (const [i, { top, bottom }] of boxes.entries()) {
    assert(bottom > top && top > (boxes[i - 1]?.bottom ?? 0), JSON.stringify(boxes));
  }
  const heights = boxes.map(({ top, bottom }) => Math.round((bottom - top) * 400));
  assertEquals(heights[0], heights[2]);
  assertEquals(heights[1], 24);
  assertEquals(boxes.at(-1)!.bottom, 1);
  assertEquals(chartPx(lanes, 500), 500);
  assert(chartPx(lanesOf(Array.from({ length: 12 }, () => curve("bar", [4, 6])), "lanes"), 300) > 1_000);
});

Deno.test("a scale puts its range exactly into its box", () => {
  const [min, max] = scaleOfBox({ min: 10, max: 20 }, { top: 0.25, bottom: 0.75 });
  assertEquals([min, max], [5, 25]);
});

Deno.test("ticks are round, within the range, and as exact as their step", () => {
  const texts = (min: number, max: number) => axisTicks({ min, max }, 4).map(({ text }) => text);
  assertEquals(texts(0, 100), ["0", "25", "50", "75", "100"]);
  assertEquals(texts(71.2, 74.9), ["72", "73", "74"]);
  assertEquals(texts(4.1, 4.9), ["4.2", "4.4", "4.6", "4.8"]);
  assertEquals(texts(0, 0.01), ["0.0000", "0.0025", "0.0050", "0.0075", "0.0100"]);
  assertEquals(texts(5, 5), []);
});

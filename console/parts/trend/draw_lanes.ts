import type uPlot from "uplot";
import { axisTicks } from "./axis_ticks.ts";
import type { TrendColumns } from "./columns.ts";
import { traceDash, traceName } from "./curves.ts";
import { LABEL_FONT_PX, labelFont, type ThemeColours } from "./draw.ts";
import type { DrawnLane } from "./lanes.ts";
import { shortNames } from "./short_names.ts";
import { type StateBlock, stateBlocks } from "./states.ts";
import type { TrendSeries, TrendState, TrendView } from "./types.ts";

/** The room for the value axes. */
export const AXIS_PX = 60;
/** How far the middle of the line above a lane is from it. */
const LANE_TEXT_PX = 13;
const TRACE_PX = 18, TICK_GAP_PX = 8, TICKS_APART_PX = 26, STATE_PADDING_PX = 6;
/** How strong the fills of different states are. */
const STATE_FILLS: readonly number[] = [0.14, 0.38, 0.26, 0.5, 0.2];

interface Lanes {
  lanes: readonly DrawnLane[];
  colours: ThemeColours;
}

/** Draws the value axis of each lane, with its unit, and its grid. */
export function drawGrid(chart: uPlot, { lanes, colours }: Lanes): void {
  const { ctx, bbox } = chart, scale = devicePixelRatio;
  ctx.save();
  ctx.font = labelFont(scale);
  ctx.textAlign = "right";
  ctx.textBaseline = "middle";
  ctx.lineWidth = scale;
  ctx.strokeStyle = colours.of("--line");
  ctx.fillStyle = colours.of("--muted");
  for (const { box, range, scale: name, units, isStates } of lanes) {
    if (isStates) continue;
    const heightPx = bbox.height * (box.bottom - box.top) / scale;
    const ticks = axisTicks(range, Math.max(2, Math.floor(heightPx / TICKS_APART_PX)));
    for (const { value, text } of ticks) {
      const y = Math.round(chart.valToPos(value, name, true)) + 0.5;
      ctx.beginPath();
      ctx.moveTo(bbox.left, y);
      ctx.lineTo(bbox.left + bbox.width, y);
      ctx.stroke();
      ctx.fillText(text, bbox.left - TICK_GAP_PX * scale, y, (AXIS_PX - TICK_GAP_PX) * scale);
    }
    const [unit = ""] = units, isCommon = units.length === 1;
    if (isCommon) ctx.fillText(unit, bbox.left - TICK_GAP_PX * scale, headOf(chart, box.top));
  }
  ctx.restore();
}

/** The middle of the line above a lane. */
function headOf({ bbox }: uPlot, top: number): number {
  return bbox.top + bbox.height * top - LANE_TEXT_PX * devicePixelRatio;
}

/** Names the curves of each lane above it; those of one lane alone are named by the legend. */
export function drawLaneNames(
  chart: uPlot,
  { lanes, series, colours }: Lanes & { series: readonly TrendSeries[] },
): void {
  const { ctx, bbox } = chart, scale = devicePixelRatio;
  const names = shortNames(series.map(({ label }) => label));
  ctx.save();
  ctx.font = labelFont(scale);
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  ctx.fillStyle = colours.of("--muted");
  ctx.lineWidth = 2 * scale;
  for (const { of, box, units } of lanes) {
    const y = headOf(chart, box.top);
    if (lanes.length === 1 && units.length < 2) continue;
    let x = bbox.left;
    for (const index of of) {
      const { pastOf, unit } = series[index]!;
      if (pastOf !== undefined || x + TRACE_PX * scale > bbox.left + bbox.width) continue;
      ctx.strokeStyle = colours.of(traceName(index));
      ctx.setLineDash(traceDash(index).map((px) => px * scale));
      ctx.beginPath();
      ctx.moveTo(x, y);
      ctx.lineTo(x + TRACE_PX * scale, y);
      ctx.stroke();
      x += (TRACE_PX + 6) * scale;
      const name = units.length > 1 && unit !== null ? `${names[index]} (${unit})` : names[index]!;
      const text = fitted(ctx, name, bbox.left + bbox.width - x);
      ctx.fillText(text, x, y);
      x += ctx.measureText(text).width + 16 * scale;
    }
  }
  ctx.restore();
}

interface States extends Lanes {
  columns: TrendColumns;
  view: TrendView;
}

/** Draws states as segments with their words. */
export function drawStates(chart: uPlot, { lanes, columns, view, colours }: States): void {
  const { timesMs, series } = columns, { bbox } = chart;
  for (const { of: [index = 0], box, isStates } of lanes) {
    const { states } = series[index]!;
    if (!isStates || states === undefined) continue;
    drawRow(chart, {
      blocks: stateBlocks(goingOn(states, timesMs.at(-1) ?? 0), {
        view,
        widthPx: bbox.width / devicePixelRatio,
      }),
      words: [...new Set(states.flatMap(({ text }) => text ?? []))].sort(),
      trace: traceName(index),
      top: bbox.top + bbox.height * box.top,
      height: bbox.height * (box.bottom - box.top),
      colours,
    });
  }
}

/** The last state lasts until the newest time that is shown. */
function goingOn(states: readonly TrendState[], newestMs: number): TrendState[] {
  return states.map((state, at) =>
    at === states.length - 1 ? { ...state, toMs: Math.max(state.toMs, newestMs) } : state
  );
}

interface Row {
  blocks: readonly StateBlock[];
  words: readonly string[];
  trace: string;
  top: number;
  height: number;
  colours: ThemeColours;
}

function drawRow({ ctx, bbox }: uPlot, { blocks, words, trace, top, height, colours }: Row): void {
  const scale = devicePixelRatio;
  ctx.save();
  ctx.font = labelFont(scale);
  ctx.textAlign = "left";
  ctx.textBaseline = "middle";
  for (const { fromPx, toPx, text } of blocks) {
    const from = bbox.left + fromPx * scale, width = Math.max(scale, (toPx - fromPx) * scale);
    ctx.fillStyle = colours.of(
      trace,
      text === null ? 0.7 : STATE_FILLS[words.indexOf(text) % STATE_FILLS.length],
    );
    ctx.fillRect(from, top, width, height);
    ctx.fillStyle = colours.of(trace);
    ctx.fillRect(from, top, scale, height);
    const shown = fitted(ctx, text ?? "", width - 2 * STATE_PADDING_PX * scale);
    ctx.fillStyle = colours.of("--text");
    ctx.fillText(shown, from + STATE_PADDING_PX * scale, top + height / 2);
  }
  ctx.restore();
}

/** The text, or as much of it as the room holds; empty when that is less than three letters. */
function fitted(ctx: CanvasRenderingContext2D, text: string, room: number): string {
  if (room < LABEL_FONT_PX || ctx.measureText(text).width <= room) return room < LABEL_FONT_PX ? "" : text;
  for (let length = text.length - 1; length >= 3; length--) {
    const cut = `${text.slice(0, length).trimEnd()}…`;
    if (ctx.measureText(cut).width <= room) return cut;
  }
  return "";
}

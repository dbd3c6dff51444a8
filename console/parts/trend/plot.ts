import uPlot from "uplot";
import { axisTimes } from "./axis_times.ts";
import type { TrendColumns } from "./columns.ts";
import { curve, isFaint, traceName } from "./curves.ts";
import { drawBands, drawLimits, drawUnread, labelGutter, type ThemeColours, themeColours } from "./draw.ts";
import { AXIS_PX, drawGrid, drawLaneNames, drawStates } from "./draw_lanes.ts";
import { type DrawnLane, type Lane, laneBoxes, scaleOfBox, TIMES_PX } from "./lanes.ts";
import type { TrendBand, TrendLimit, TrendSeries, TrendView } from "./types.ts";
import { type ValueRange, valueRange } from "./value_range.ts";

/** What a plot shows; read again at each drawing. */
export interface PlotState {
  columns: TrendColumns;
  view: TrendView;
  /** The thresholds of the chosen curve. */
  limits: readonly TrendLimit[];
  bands: readonly TrendBand[];
  unread: readonly TrendView[];
  isWhole: boolean;
  /** The range of the axis of the chosen curve; by default that of its values and thresholds. */
  range?: ValueRange;
}

export interface PlotOptions {
  host: HTMLElement;
  zone: string;
  series: readonly TrendSeries[];
  lanes: readonly Lane[];
  /** The curve whose thresholds and values are shown. */
  chosen: number;
  state: PlotState;
  /** Called with the range of the axis of the chosen curve when it changes. */
  onRange(range: ValueRange): void;
  /** Called after each drawing. */
  onDraw(frame: PlotFrame): void;
}

/** Where the lane of the chosen curve stands beside an overlay, in CSS pixels, and the range of its axis. */
export interface PlotFrame {
  left: number;
  top: number;
  width: number;
  height: number;
  min: number;
  max: number;
}

export interface TrendPlot {
  readonly chart: uPlot;
  /** Draws the state as it is now. */
  update(): void;
  /** Reads the colours again. */
  recolour(): void;
  destroy(): void;
}

/** Below this width the labels of thresholds stand below the chart. */
export const LABELS_FROM_PX = 560;
const FONT = "12px Inter, system-ui, sans-serif";
/** Below this span, in seconds, ticks may be less than a minute apart. */
const SECONDS_BELOW = 600;

export function createPlot(options: PlotOptions): TrendPlot {
  const { host, state, series } = options;
  const colours = themeColours(host);
  const hasLabels = host.clientWidth >= LABELS_FROM_PX;
  const lanes = options.lanes.map((lane, index): DrawnLane => ({
    ...lane,
    box: { top: 0, bottom: 1 },
    range: valueRange({ values: [], limits: [], isWhole: true }),
    scale: `y${index}`,
  }));
  const data = () => {
    layOut(lanes, options);
    return alignedOf(state.columns, lanes);
  };
  const drawing = { colours, hasLabels, lanes };
  const chart = new uPlot(plotOptions(options, drawing), data(), host);
  // Other curves have been read when their number differs; a plot of theirs is about to take the place of this one.
  const update = () => {
    if (state.columns.series.length === series.length) chart.setData(data());
  };
  const observer = new ResizeObserver(() => {
    const { clientWidth: width, clientHeight: height } = host;
    if (width === chart.width && height === chart.height) return;
    chart.setSize({ width, height });
    update();
  });
  observer.observe(host);
  return {
    chart,
    update,
    recolour() {
      colours.clear();
      chart.redraw(false);
    },
    destroy() {
      observer.disconnect();
      chart.destroy();
    },
  };
}

/** Gives each lane its place and the range of its curves in view. */
function layOut(lanes: DrawnLane[], { host, chosen, state, onRange }: PlotOptions): void {
  const boxes = laneBoxes(lanes, Math.max(1, host.clientHeight - TIMES_PX));
  lanes.forEach((lane, index) => {
    const isChosen = lane.of.includes(chosen);
    lane.box = boxes[index]!;
    const given = isChosen ? state.range : undefined;
    lane.range = given ?? rangeOf(state, { of: lane.of, limits: isChosen ? state.limits : [] });
    if (isChosen) onRange(lane.range);
  });
}

/** Times in seconds, then the values, highs and lows of each curve, which do not leave its lane. */
function alignedOf({ timesMs, series }: TrendColumns, lanes: readonly DrawnLane[]): uPlot.AlignedData {
  const columns = series.flatMap(({ values, highs, lows }, index) => {
    const { min, max } = lanes.find(({ of }) => of.includes(index))!.range;
    const within = (value: number | null | undefined) =>
      typeof value === "number" ? Math.max(min, Math.min(max, value)) : value;
    return [values, highs, lows].map((column) => lanes.length === 1 ? column : column.map(within));
  });
  return [timesMs.map((ms) => ms / 1_000), ...columns];
}

interface Drawing {
  colours: ThemeColours;
  hasLabels: boolean;
  lanes: readonly DrawnLane[];
}

function plotOptions(options: PlotOptions, { colours, hasLabels, lanes }: Drawing): uPlot.Options {
  const { host, zone, series, chosen, state } = options;
  const laneOf = (index: number) => lanes.find(({ of }) => of.includes(index))!;
  const texts = axisTimes(zone);
  const gutter = hasLabels ? labelGutter(state.limits) : 0;
  return {
    width: host.clientWidth || 600,
    height: host.clientHeight,
    padding: [0, Math.max(16, gutter), 0, AXIS_PX],
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
    cursor: {
      y: false,
      points: { size: 7 },
      drag: { x: false, y: false, setScale: false },
      bind: { dblclick: () => null },
    },
    scales: {
      x: { range: () => [state.view.fromMs / 1_000, state.view.toMs / 1_000] },
      ...Object.fromEntries(
        lanes.map((lane) => [lane.scale, { range: () => scaleOfBox(lane.range, lane.box) }]),
      ),
    },
    axes: [
      {
        stroke: () => colours.of("--muted"),
        grid: { stroke: () => colours.of("--line"), width: 1 },
        ticks: { show: false },
        font: FONT,
        size: TIMES_PX,
        // Labels with seconds are wider.
        space: (_, __, min, max) => max - min < SECONDS_BELOW ? 84 : 58,
        values: (_, ticks, __, ___, increment) => texts(ticks.map((tick) => tick * 1_000), increment * 1_000),
      },
      // The lanes have axes of their own.
      { show: false },
    ],
    series: [
      {},
      ...series.flatMap((_, index) => curve({ index, series, lane: laneOf(index), chosen }, colours)),
    ],
    bands: series.flatMap(({ pastOf }, index) =>
      pastOf !== undefined || isFaint({ index, series, lane: laneOf(index), chosen }) ? [] : [{
        series: [2 + 3 * index, 3 + 3 * index] as [number, number],
        fill: () => colours.of(traceName(index), series.length > 1 ? 0.12 : 0.18),
      }]
    ),
    hooks: {
      drawClear: [(chart) => {
        drawUnread(chart, { unread: state.unread, colours });
        drawBands(chart, { bands: state.bands, colours });
        drawGrid(chart, { lanes, colours });
      }],
      draw: [(chart) => {
        drawStates(chart, { lanes, columns: state.columns, view: state.view, colours });
        drawLaneNames(chart, { lanes, series, colours });
        const { isStates, box, scale } = laneOf(chosen);
        if (!isStates) drawLimits(chart, { limits: state.limits, scale, box, hasLabels, colours });
        options.onDraw(frameOf(chart, { host, lane: laneOf(chosen) }));
      }],
    },
  };
}

function frameOf({ over }: uPlot, { host, lane }: { host: HTMLElement; lane: DrawnLane }): PlotFrame {
  const { offsetLeft, offsetTop, offsetWidth: width, offsetHeight } = over;
  const { box: { top, bottom }, range: { min, max } } = lane;
  return {
    left: host.offsetLeft + offsetLeft,
    top: host.offsetTop + offsetTop + top * offsetHeight,
    width,
    height: (bottom - top) * offsetHeight,
    min,
    max,
  };
}

/** The range of the curves in view. */
function rangeOf(
  { columns: { timesMs, series }, view, isWhole }: PlotState,
  { of, limits }: { of: readonly number[]; limits: readonly TrendLimit[] },
): ValueRange {
  const first = timesMs.findIndex((ms) => ms >= view.fromMs);
  const after = timesMs.findIndex((ms) => ms > view.toMs);
  const [from, to] = [
    Math.max(0, (first < 0 ? timesMs.length : first) - 1),
    after < 0 ? timesMs.length : after,
  ];
  const values = of.flatMap((
    index,
  ) => [...series[index]!.lows.slice(from, to), ...series[index]!.highs.slice(from, to)]);
  return valueRange({ values, limits: limits.map(({ value }) => value), isWhole });
}

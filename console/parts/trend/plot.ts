import uPlot from "uplot";
import { decimalText } from "../numbers.ts";
import { axisTimes } from "./axis_times.ts";
import type { TrendColumns } from "./columns.ts";
import { drawBands, drawLimits, drawUnread, labelGutter, type ThemeColours, themeColours } from "./draw.ts";
import {
  decimalsFor,
  type TrendAxes,
  type TrendBand,
  type TrendLimit,
  type TrendSeries,
  type TrendView,
} from "./types.ts";
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
}

export interface PlotOptions {
  host: HTMLElement;
  height: number;
  zone: string;
  axes: TrendAxes;
  series: readonly TrendSeries[];
  /** The curve whose axis, thresholds and values are shown. */
  chosen: number;
  state: PlotState;
  /** Called with the range of the chosen curve's axis when it changes. */
  onRange(range: ValueRange): void;
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
const COLOURS = 4;
/** Below this span, in seconds, ticks may be less than a minute apart. */
const SECONDS_BELOW = 600;
const DASHES: readonly (readonly number[])[] = [[], [7, 4], [2, 3], [10, 3, 2, 3], [14, 5]];

export function traceName(index: number): string {
  return `--trace${index % COLOURS + 1}`;
}

export function traceDash(index: number): number[] {
  return [...DASHES[Math.floor(index / COLOURS) % DASHES.length]!];
}

export function createPlot(options: PlotOptions): TrendPlot {
  const { host, height, state } = options;
  const colours = themeColours(host);
  const hasLabels = host.clientWidth >= LABELS_FROM_PX;
  const chart = new uPlot(plotOptions(options, { colours, hasLabels }), alignedOf(state.columns), host);
  const observer = new ResizeObserver(() => {
    if (host.clientWidth !== chart.width) chart.setSize({ width: host.clientWidth, height });
  });
  observer.observe(host);
  return {
    chart,
    update: () => chart.setData(alignedOf(state.columns)),
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

/** Times in seconds, then the values, highs and lows of each curve. */
function alignedOf({ timesMs, series }: TrendColumns): uPlot.AlignedData {
  const columns = series.flatMap(({ values, highs, lows }) => [values, highs, lows]);
  return [timesMs.map((ms) => ms / 1_000), ...columns];
}

interface Drawing {
  colours: ThemeColours;
  hasLabels: boolean;
}

function plotOptions(options: PlotOptions, { colours, hasLabels }: Drawing): uPlot.Options {
  const { host, height, zone, axes, series, chosen, state } = options;
  const scaleOf = (index: number) => axes === "own" ? `y${series[index]!.pastOf ?? index}` : "y";
  const names = [...new Set(series.map((_, index) => scaleOf(index)))];
  const texts = axisTimes(zone);
  const axis = {
    stroke: () => colours.of("--muted"),
    grid: { stroke: () => colours.of("--line"), width: 1 },
    ticks: { show: false },
    font: FONT,
  };
  const gutter = hasLabels ? labelGutter(state.limits) : 0;
  return {
    width: host.clientWidth || 600,
    height,
    padding: [8, Math.max(16, gutter), 0, 0],
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
      ...Object.fromEntries(names.map((name) => [name, {
        range: (): [number, number] => {
          const isChosen = name === scaleOf(chosen);
          const range = rangeOf(state, {
            of: series.flatMap((_, index) => scaleOf(index) === name ? [index] : []),
            limits: isChosen ? state.limits : [],
          });
          if (isChosen) options.onRange(range);
          return [range.min, range.max];
        },
      }])),
    },
    axes: [
      {
        ...axis,
        size: 40,
        // Labels with seconds are wider.
        space: (_, __, min, max) => max - min < SECONDS_BELOW ? 84 : 58,
        values: (_, ticks, __, ___, increment) => texts(ticks.map((tick) => tick * 1_000), increment * 1_000),
      },
      { ...axis, scale: scaleOf(chosen), size: 60, values: (_, ticks) => axisTexts(ticks) },
    ],
    series: [
      {},
      ...series.flatMap((_, index) => curve(index, { series, scale: scaleOf(index), colours, chosen })),
    ],
    bands: series.flatMap(({ pastOf }, index) =>
      pastOf !== undefined || isFaint({ index, series, chosen }) ? [] : [{
        series: [2 + 3 * index, 3 + 3 * index] as [number, number],
        fill: () => colours.of(traceName(index), series.length > 1 ? 0.12 : 0.18),
      }]
    ),
    hooks: {
      drawClear: [(chart) => {
        drawUnread(chart, { unread: state.unread, colours });
        drawBands(chart, { bands: state.bands, colours });
      }],
      draw: [
        (chart) => drawLimits(chart, { limits: state.limits, scale: scaleOf(chosen), hasLabels, colours }),
      ],
    },
  };
}

/** With more curves, only the chosen one has its full colour and its range. */
const MOST_FULL = 6;

function isFaint(
  { index, series, chosen }: { index: number; series: readonly TrendSeries[]; chosen: number },
): boolean {
  return series.length > MOST_FULL && index !== chosen && series[index]!.pastOf !== chosen;
}

function curve(
  index: number,
  { series, scale, colours, chosen }: {
    series: readonly TrendSeries[];
    scale: string;
    colours: ThemeColours;
    chosen: number;
  },
): uPlot.Series[] {
  const { pastOf } = series[index]!;
  const name = traceName(pastOf ?? index), isPast = pastOf !== undefined;
  const faint = isFaint({ index, series, chosen });
  const opacity = faint ? 0.3 : isPast ? 0.7 : 1;
  const line: uPlot.Series = {
    scale,
    stroke: () => colours.of(name, opacity),
    width: isPast ? 1 : index === chosen ? 2 : 1.5,
    // Dashes of many steep curves take longer to draw than all else.
    dash: faint ? [] : isPast ? [4, 4] : traceDash(index),
    points: { show: false },
  };
  const edge: uPlot.Series = { scale, width: 0, points: { show: false }, show: !faint && !isPast };
  return [line, edge, edge];
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

/** Axis texts with the fewest decimals that all ticks need. */
function axisTexts(ticks: readonly number[]): string[] {
  const most = decimalsFor([ticks[0], ticks[1]]) + 1;
  const needed = ticks.map((tick) => String(Number(tick.toFixed(most))).split(".")[1]?.length ?? 0);
  return ticks.map((tick) => decimalText(tick, Math.max(0, ...needed)));
}

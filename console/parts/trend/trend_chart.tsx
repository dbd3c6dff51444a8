import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import uPlot from "uplot";
import { useConsole } from "../../shell/console.ts";
import { cursorAfterKey, cursorText, rangeAfterZoom } from "./cursor.ts";
import { drawBands, drawLimits, readColours } from "./draw.ts";
import { decimalsFor, type TrendBand, type TrendLimit, type TrendPoint, type TrendSeries } from "./types.ts";
import { decimalText } from "../numbers.ts";

interface TrendProps {
  series: TrendSeries;
  limits?: readonly TrendLimit[];
  bands?: readonly TrendBand[];
  height?: number;
  /** New points, appended while the chart is displayed. */
  tail?: ReadonlySignal<TrendPoint | undefined>;
  /** Called with the dragged range in milliseconds since 1970; without it the chart zooms itself. */
  onZoom?(fromMs: number, toMs: number): void;
}

const NONE: readonly never[] = [];
const DAY_MS = 86_400_000;

/** A curve with thresholds and event times, usable by mouse, by keys (← → + −) and as a table. */
export function TrendChart({ series, limits = NONE, bands = NONE, height = 260, tail, onZoom }: TrendProps) {
  const { time, preferences } = useConsole();
  const host = useRef<HTMLDivElement>(null);
  const plot = useRef<uPlot | undefined>(undefined);
  const at = useSignal(series.timesMs.length - 1);
  const decimals = useMemo(() => decimalsFor([...series.values, ...limits.map(({ value }) => value)]), [
    series,
  ]);

  useEffect(() => {
    const element = host.current;
    if (element === null) return;
    const chart = new uPlot(
      options({
        series,
        limits,
        bands,
        height,
        decimals,
        onZoom,
        zone: time.zone,
        host: element,
        clock: (ms) => spanOf(series) > DAY_MS ? time.full(ms).slice(5, 16) : time.clock(ms),
      }),
      dataOf(series),
      element,
    );
    plot.current = chart;
    const observer = new ResizeObserver(() => chart.setSize({ width: element.clientWidth, height }));
    observer.observe(element);
    const scheme = matchMedia("(prefers-color-scheme: dark)");
    const redraw = () => chart.redraw(false);
    scheme.addEventListener("change", redraw);
    return () => {
      scheme.removeEventListener("change", redraw);
      observer.disconnect();
      chart.destroy();
    };
  }, [series, limits, bands, height]);

  useSignalEffect(() => {
    void preferences.theme.value;
    requestAnimationFrame(() => plot.current?.redraw(false));
  });

  useSignalEffect(() => {
    const next = tail?.value;
    if (next !== undefined && plot.current !== undefined) append(plot.current, next, series.timesMs.length);
  });

  function onKeyDown(event: KeyboardEvent): void {
    const chart = plot.current;
    if (chart === undefined) return;
    const to = cursorAfterKey(event.key, { at: at.value, count: series.timesMs.length });
    if (to !== undefined) at.value = to;
    const range = zoomed(chart, { key: event.key, series, at: at.value });
    if (range !== undefined) chart.setScale("x", { min: range[0], max: range[1] });
    if (to === undefined && range === undefined) return;
    event.preventDefault();
    showCursor(chart, { series, at: at.value });
  }

  const last = Math.max(0, series.timesMs.length - 1);
  const text = cursorText(series, { at: Math.min(at.value, last), limits, moment: time.moment, decimals });
  return (
    <figure class="trend">
      <figcaption>
        <span class="trace" aria-hidden="true" />
        {series.label}
        <span class="unit">{series.unit ?? ""}</span>
        <output class="trend-at">{text}</output>
      </figcaption>
      <div
        ref={host}
        class="trend-host"
        role="slider"
        tabIndex={0}
        aria-label={`Trend of ${series.label}`}
        aria-valuemin={0}
        aria-valuemax={last}
        aria-valuenow={Math.min(at.value, last)}
        aria-valuetext={text}
        onKeyDown={onKeyDown}
        onPointerMove={() => {
          const index = plot.current?.cursor.idx;
          if (typeof index === "number") at.value = index;
        }}
      />
      <TrendTable series={series} decimals={decimals} />
    </figure>
  );
}

function spanOf({ timesMs }: TrendSeries): number {
  return (timesMs.at(-1) ?? 0) - (timesMs[0] ?? 0);
}

/** Most appended points; older ones are dropped. */
const MAX_APPENDED = 1_000;

/** Appends a point; a zoomed range is kept. */
function append(chart: uPlot, { ms, value }: TrendPoint, read: number): void {
  const [times] = chart.data;
  const last = times.at(-1) ?? 0;
  if (ms / 1_000 <= last) return;
  const added = chart.data.map((column, index) => {
    const next = [...column, index === 0 ? ms / 1_000 : value];
    if (next.length > read + MAX_APPENDED) next.splice(read, 1);
    return next;
  });
  const follows = (chart.scales.x.max ?? last) >= last;
  chart.setData(asAligned(added), follows);
  if (!follows) chart.redraw();
}

/** Columns of equal length; the first one holds the times. */
function asAligned(columns: (number | null | undefined)[][]): uPlot.AlignedData {
  return columns as uPlot.AlignedData;
}

function showCursor(chart: uPlot, { series, at }: { series: TrendSeries; at: number }): void {
  const left = chart.valToPos(series.timesMs[at] / 1_000, "x");
  chart.setCursor({ left, top: 0 }, false);
}

function zoomed(chart: uPlot, { key, series, at }: { key: string; series: TrendSeries; at: number }) {
  const { min = 0, max = 0 } = chart.scales.x;
  const whole: [number, number] = [series.timesMs[0] / 1_000, (series.timesMs.at(-1) ?? 0) / 1_000];
  return rangeAfterZoom(key, { min, max, centre: series.timesMs[at] / 1_000, whole });
}

const MAX_TABLE_ROWS = 60;

/** A sample of the values as a table. */
function TrendTable({ series, decimals }: { series: TrendSeries; decimals: number }) {
  const { time } = useConsole();
  const isOpen = useSignal(false);
  const step = Math.max(1, Math.ceil(series.timesMs.length / MAX_TABLE_ROWS));
  return (
    <details onToggle={(event) => isOpen.value = event.currentTarget.open}>
      <summary>Show as table</summary>
      {isOpen.value && (
        <table class="plain">
          <thead>
            <tr>
              <th scope="col">Time</th>
              <th scope="col" class="end">{series.label}</th>
            </tr>
          </thead>
          <tbody>
            {series.timesMs.map((ms, index) =>
              index % step === 0 && (
                <tr key={ms}>
                  <td>{time.full(ms)}</td>
                  <td class="end">{numberCell(series.values[index] ?? null, decimals)}</td>
                </tr>
              )
            )}
          </tbody>
        </table>
      )}
    </details>
  );
}

function dataOf({ timesMs, values, lows, highs }: TrendSeries): uPlot.AlignedData {
  const columns = lows === undefined || highs === undefined ? [values] : [values, highs, lows];
  return [timesMs.map((ms) => ms / 1_000), ...columns.map((column) => [...column])];
}

/** A shorter drag counts as a click. */
const MIN_DRAG_PX = 8;

interface ChartParts extends Required<Omit<TrendProps, "tail" | "onZoom">>, Pick<TrendProps, "onZoom"> {
  decimals: number;
  zone: string;
  clock(ms: number): string;
  host: HTMLElement;
}

function options(
  { series, limits, bands, height, decimals, clock, zone, host, onZoom }: ChartParts,
): uPlot.Options {
  const colour = (name: string) => () => readColours(host)(name);
  const axis = {
    stroke: colour("--muted"),
    grid: { stroke: colour("--line"), width: 1 },
    ticks: { show: false },
    font: "12px Inter, system-ui, sans-serif",
  };
  const hasRange = series.lows !== undefined && series.highs !== undefined;
  const hidden: uPlot.Series = { stroke: "transparent", points: { show: false } };
  return {
    width: host.clientWidth || 600,
    height,
    legend: { show: false },
    tzDate: (seconds) => uPlot.tzDate(new Date(seconds * 1_000), zone),
    cursor: { y: false, points: { size: 7 }, drag: { x: true, y: false, setScale: onZoom === undefined } },
    scales: { y: { range: (_, low, high) => rangeWith(limits, low, high) } },
    axes: [
      { ...axis, size: 28, space: 80, values: (_, ticks) => ticks.map((tick) => clock(tick * 1_000)) },
      {
        ...axis,
        size: 56,
        values: (_, ticks) => axisTexts(ticks, decimals),
      },
    ],
    series: [
      {},
      { stroke: colour("--trace1"), width: 1.5, points: { show: false } },
      ...hasRange ? [hidden, hidden] : [],
    ],
    bands: hasRange ? [{ series: [2, 3], fill: colour("--trace-range") }] : [],
    hooks: {
      drawClear: [(chart) => drawBands(chart, { bands, colour: readColours(host) })],
      setSelect: [(chart) => {
        const { left, width } = chart.select;
        if (onZoom === undefined || width < MIN_DRAG_PX) return;
        onZoom(chart.posToVal(left, "x") * 1_000, chart.posToVal(left + width, "x") * 1_000);
      }],
      draw: [(chart) => drawLimits(chart, { limits, colour: readColours(host) })],
    },
  };
}

/** Axis texts with the fewest decimals that all ticks need. */
function axisTexts(ticks: readonly number[], decimals: number): string[] {
  const needed = ticks.map((tick) => String(Number(tick.toFixed(decimals))).split(".")[1]?.length ?? 0);
  return ticks.map((tick) => decimalText(tick, Math.max(0, ...needed)));
}

function numberCell(value: number | null, decimals: number): string {
  return value === null ? "—" : decimalText(value, decimals);
}

/** The range of the y axis, with room for the curve and its limits. */
function rangeWith(limits: readonly TrendLimit[], low: number | null, high: number | null): [number, number] {
  const values = [
    ...limits.map(({ value }) => value),
    ...low === null ? [] : [low],
    ...high === null ? [] : [high],
  ];
  if (values.length === 0) return [0, 1];
  const [min, max] = [Math.min(...values), Math.max(...values)];
  const margin = (max - min || Math.abs(max) || 1) * 0.08;
  return [min - margin, max + margin];
}

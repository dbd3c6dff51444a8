import { type ReadonlySignal, useSignal, useSignalEffect } from "@preact/signals";
import type { ComponentChildren } from "preact";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useConsole } from "../../shell/console.ts";
import { unitDecimals } from "../numbers.ts";
import { ChartControl } from "./chart_control.ts";
import { stateIn, valueAt } from "./columns.ts";
import { cursorText, valueText } from "./cursor.ts";
import { chartPx, type Lane, lanesOf } from "./lanes.ts";
import { TrendLegend, TrendLimits } from "./trend_legend.tsx";
import { TrendLoadingNote } from "./trend_loading.tsx";
import { TrendOutside } from "./trend_outside.tsx";
import { TrendTable } from "./trend_table.tsx";
import {
  decimalsFor,
  type TrendAxes,
  type TrendBand,
  type TrendLimit,
  type TrendLoading,
  type TrendPoint,
  type TrendSeries,
  type TrendView,
} from "./types.ts";
import type { ValueRange } from "./value_range.ts";
import { isSameView } from "./view.ts";

export interface TrendChartProps {
  /** At least one; the same array as long as nothing is read again. */
  series: readonly TrendSeries[];
  bands?: readonly TrendBand[];
  /** Times that were not read. */
  unread?: readonly TrendView[];
  height?: number;
  /** Takes the height that the page has left; `height` is the least. */
  fills?: boolean;
  axes?: TrendAxes;
  /** What is being read: until it arrives the chart says so, and dims what it shows of another time. */
  loading?: TrendLoading;
  /** The newest points of the curves, appended while the chart is displayed; the view follows them. */
  tails?: readonly ReadonlySignal<TrendPoint | undefined>[];
  /** The time that the series were read for; by default their own. */
  view?: TrendView;
  /** Thresholds of the chosen curve that change while the curves stay; by default those of the curve. */
  limits?: readonly TrendLimit[];
  /** The range of the axis of the chosen curve; by default that of its values and thresholds. */
  range?: ValueRange;
  /** What stands over the plot, placed by `control.frame`. */
  overlay?(control: ChartControl): ComponentChildren;
  /** Called when a gesture or key has changed the view; without it the chart only scales what it has. */
  onView?(view: TrendView): void;
  /** Called for the key that returns to the view before. */
  onUndo?(): void;
  /** Called for a curve that is removed in the legend. */
  onRemove?(index: number): void;
}

const NONE: readonly never[] = [];

/** Curves with thresholds and event times, usable by pointer, by keys and as a table. */
export function TrendChart(props: TrendChartProps) {
  const { series, view, axes = "auto", height = 260, loading } = props;
  const { onView, onUndo, onRemove } = props;
  const { time } = useConsole();
  const chosen = useSignal(0);
  const isWhole = useSignal(false);
  const control = useMemo(() => new ChartControl(), []);
  useMemo(() => control.take(series, view), [series]);
  useEffect(() => () => control.dispose(), []);
  control.listeners = { onView, onUndo };
  const index = Math.min(chosen.value, series.length - 1);
  const lanes = useMemo(() => lanesOf(series, axes), [series, axes]);
  const heightPx = chartPx(lanes, height);
  const isTall = props.fills === true && lanes.some(({ isStates }) => !isStates);
  const host = usePlot(control, { ...props, lanes, chosen: index, isWhole: isWhole.value });
  useTails(control, props.tails ?? NONE);
  const decimals = useMemo(
    () =>
      series.map(({ unit, values, limits = [] }) =>
        unitDecimals(unit) ?? decimalsFor([...values, ...limits.map(({ value }) => value)])
      ),
    [
      series,
    ],
  );

  void control.version.value;
  const { position, state: { columns } } = control;
  const limits = props.limits ?? series[index]!.limits ?? NONE;
  const point = { ms: columns.timesMs[position] ?? 0, value: valueAt(columns, { of: index, at: position }) };
  const readingOf = (of: number) =>
    stateIn(columns, { of, at: position }) ??
      valueText(series[of]!, { value: valueAt(columns, { of, at: position }), decimals: decimals[of]! });
  const text = columns.timesMs.length === 0
    ? "no data"
    : series[index]!.states !== undefined
    ? `${time.moment(point.ms)}, ${readingOf(index)}`
    : cursorText(series[index]!, { point, limits, moment: time.moment, decimals: decimals[index]! });
  const isElsewhere = loading !== undefined && !isSameView(control.state.view, loading.view);

  /** Up and down choose another curve; the chart has the other keys. */
  function onKeyDown(event: KeyboardEvent): void {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const isStep = step !== undefined && series.length > 1;
    if (isStep) chosen.value = (index + step + series.length) % series.length;
    if (isStep || control.key(event)) event.preventDefault();
  }

  return (
    <figure class={`trend ${isTall ? "tall" : ""}`}>
      <TrendLegend
        {...{ series, chosen: index, text, readingOf }}
        choose={(of) => chosen.value = of}
        remove={onRemove}
      />
      <div class="trend-body">
        <div
          ref={host}
          class={`trend-host ${isElsewhere ? "is-elsewhere" : ""}`}
          style={{ [isTall ? "minBlockSize" : "blockSize"]: `${heightPx}px` }}
          role="slider"
          tabIndex={0}
          aria-label={`Trend of ${series[index]!.label}`}
          aria-valuemin={0}
          aria-valuemax={Math.max(0, columns.timesMs.length - 1)}
          aria-valuenow={position}
          aria-valuetext={text}
          onKeyDown={onKeyDown}
          onPointerMove={({ clientX }) => control.point(clientX)}
        />
        {props.overlay?.(control)}
        {loading !== undefined && <TrendLoadingNote loading={loading} />}
      </div>
      <TrendLimits limits={limits} />
      <TrendOutside range={control.outside} isWhole={isWhole} decimals={decimals[index]!} />
      <TrendTable columns={columns} series={series} decimals={decimals} />
    </figure>
  );
}

type Shown = TrendChartProps & { lanes: readonly Lane[]; chosen: number; isWhole: boolean };

/** The element of the plot, which is built again only for other curves or other lanes. */
function usePlot(control: ChartControl, shown: Shown) {
  const { series, bands = NONE, unread = NONE, lanes, chosen, isWhole } = shown;
  const { time, preferences } = useConsole();
  const host = useRef<HTMLDivElement>(null);
  const limits = shown.limits ?? series[chosen]!.limits ?? NONE;
  const { range } = shown;
  Object.assign(control.state, { bands, unread, limits, isWhole, range });
  useEffect(() => {
    if (host.current === null) return;
    return control.mount({ host: host.current, zone: time.zone, lanes, series, chosen });
  }, [series, lanes, chosen, limits.length]);
  useEffect(() => host.current === null ? undefined : control.attach(host.current), []);
  useEffect(() => control.update(), [bands, unread, isWhole, shown.limits, range]);
  useSignalEffect(() => {
    void preferences.theme.value;
    requestAnimationFrame(() => control.recolour());
  });
  return host;
}

function useTails(
  control: ChartControl,
  tails: readonly ReadonlySignal<TrendPoint | undefined>[],
): void {
  useEffect(() => {
    const stops = tails.map((tail, of) =>
      tail.subscribe((point) => {
        if (point !== undefined) control.add(of, point);
      })
    );
    return () => stops.forEach((stop) => stop());
  }, [...tails]);
}

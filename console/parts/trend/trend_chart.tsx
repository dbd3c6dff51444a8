import { type ReadonlySignal, type Signal, useComputed, useSignal, useSignalEffect } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useConsole } from "../../shell/console.ts";
import { decimalText } from "../numbers.ts";
import { ChartControl } from "./chart_control.ts";
import { valueAt } from "./columns.ts";
import { cursorText } from "./cursor.ts";
import { TrendLegend, TrendLimits } from "./trend_legend.tsx";
import { TrendTable } from "./trend_table.tsx";
import {
  decimalsFor,
  type TrendAxes,
  type TrendBand,
  type TrendPoint,
  type TrendSeries,
  type TrendView,
} from "./types.ts";
import type { ValueRange } from "./value_range.ts";

export interface TrendChartProps {
  /** At least one; the same array as long as nothing is read again. */
  series: readonly TrendSeries[];
  bands?: readonly TrendBand[];
  /** Times that were not read. */
  unread?: readonly TrendView[];
  height?: number;
  axes?: TrendAxes;
  /** The newest points of the curves, appended while the chart is displayed; the view follows them. */
  tails?: readonly ReadonlySignal<TrendPoint | undefined>[];
  /** The time that the series were read for; by default their own. */
  view?: TrendView;
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
  const { series, view, onView, onUndo, onRemove } = props;
  const { time } = useConsole();
  const chosen = useSignal(0);
  const isWhole = useSignal(false);
  const control = useMemo(() => new ChartControl(), []);
  useMemo(() => control.take(series, view), [series]);
  useEffect(() => () => control.dispose(), []);
  control.listeners = { onView, onUndo };
  const index = Math.min(chosen.value, series.length - 1);
  const host = usePlot(control, { ...props, chosen: index, isWhole: isWhole.value });
  useTails(control, props.tails ?? NONE);
  const decimals = useMemo(
    () =>
      series.map(({ values, limits = [] }) => decimalsFor([...values, ...limits.map(({ value }) => value)])),
    [
      series,
    ],
  );

  void control.version.value;
  const { position, state: { columns } } = control;
  const limits = series[index]!.limits ?? NONE;
  const valueOf = (of: number) => ({
    value: valueAt(columns, { of, at: position }),
    decimals: decimals[of]!,
  });
  const point = { ms: columns.timesMs[position] ?? 0, value: valueOf(index).value };
  const text = columns.timesMs.length === 0
    ? "no data"
    : cursorText(series[index]!, { point, limits, moment: time.moment, decimals: decimals[index]! });
  return (
    <figure class="trend">
      <TrendLegend
        {...{ series, chosen: index, text, valueOf }}
        choose={(of) => chosen.value = of}
        remove={onRemove}
      />
      <div
        ref={host}
        class="trend-host"
        role="slider"
        tabIndex={0}
        aria-label={`Trend of ${series[index]!.label}`}
        aria-valuemin={0}
        aria-valuemax={Math.max(0, columns.timesMs.length - 1)}
        aria-valuenow={position}
        aria-valuetext={text}
        onKeyDown={(event) => {
          if (control.key(event)) event.preventDefault();
        }}
        onPointerMove={({ clientX }) => control.point(clientX)}
      />
      <TrendLimits limits={limits} />
      <Outside range={control.outside} isWhole={isWhole} decimals={decimals[index]!} />
      <TrendTable columns={columns} series={series} decimals={decimals} />
    </figure>
  );
}

type Shown = TrendChartProps & { chosen: number; isWhole: boolean };

/** The element of the plot, which is built again only for other curves, another axis or another height. */
function usePlot(control: ChartControl, shown: Shown) {
  const { series, bands = NONE, unread = NONE, height = 260, axes = "shared", chosen, isWhole } = shown;
  const { time, preferences } = useConsole();
  const host = useRef<HTMLDivElement>(null);
  const limits = series[chosen]!.limits ?? NONE;
  Object.assign(control.state, { bands, unread, limits, isWhole });
  useEffect(() => {
    if (host.current === null) return;
    return control.mount({ host: host.current, height, zone: time.zone, axes, series, chosen });
  }, [series, axes, chosen, height]);
  useEffect(() => host.current === null ? undefined : control.attach(host.current), []);
  useEffect(() => control.update(), [bands, unread, isWhole]);
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

interface OutsideProps {
  range: ReadonlySignal<ValueRange | null>;
  isWhole: Signal<boolean>;
  decimals: number;
}

/** Tells of outliers that the value axis leaves out. */
function Outside({ range, isWhole, decimals }: OutsideProps) {
  const text = useComputed(() => {
    if (range.value === null) return "";
    const { lowest, highest } = range.value;
    const ends = [
      ...highest === null ? [] : [`as high as ${decimalText(highest, decimals)}`],
      ...lowest === null ? [] : [`as low as ${decimalText(lowest, decimals)}`],
    ];
    return `Outside the axis: values ${ends.join(" and ")}.`;
  });
  if (text.value === "" && !isWhole.value) return null;
  return (
    <p class="trend-outside muted">
      {text}{" "}
      <button type="button" class="link" onClick={() => isWhole.value = !isWhole.value}>
        {isWhole.value ? "Leave out outliers" : "Show all values"}
      </button>
    </p>
  );
}

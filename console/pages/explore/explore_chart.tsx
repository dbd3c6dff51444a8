import { useMemo, useRef } from "preact/hooks";
import { unwrap } from "../../api/client.ts";
import { useLastValue } from "../../live/use_last_value.ts";
import { useResource } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { TrendChart } from "../../parts/trend/trend_chart.tsx";
import type { TrendBand, TrendLoading, TrendView } from "../../parts/trend/types.ts";
import { useConsole } from "../../shell/console.ts";
import { isOfTrigger, type TriggerStream } from "../../parts/event_text.ts";
import { bandOf, useStable } from "../../streams/event_bands.ts";
import { NewRuleButton } from "../../streams/new_rule.tsx";
import type { SpanChoice } from "../../streams/span_choice.ts";
import { SpanText } from "../../streams/span_tools.tsx";
import { TrendNote } from "../../streams/stream_trends.tsx";
import { basisText, unreadOf } from "../../streams/trend_basis.tsx";
import { TrendExport } from "../../streams/trend_export.tsx";
import { loadingOf, spanOfView } from "../../streams/trend_span.ts";
import { useTails } from "../../streams/use_tails.ts";
import { type ExploreChoice, withStream } from "./explore_address.ts";
import { type ReadTrends, useTrends } from "./explore_reading.ts";
import { DAY_MS, exploreSeries, trendsIn } from "./explore_series.ts";

const LEAST_HEIGHT_PX = 300;
const HOUR_MS = 3_600_000, MAX_EVENTS = 500;

interface ChartProps {
  choice: ExploreChoice;
  span: SpanChoice;
  go(choice: ExploreChoice): void;
}

/** The curves of the chosen streams; those that were read last are shown dimmed until the next ones arrive. */
export function ExploreChart(props: ChartProps) {
  const host = useRef<HTMLDivElement>(null);
  const { key, read, progress } = useTrends({ ...props, widthPx: () => host.current?.clientWidth });
  const last = useLastValue(read);
  const { value, problem, isLoading } = read.state.value;
  const hasChart = last !== undefined && (problem === undefined || value !== undefined);
  return (
    <div ref={host} class="explore-chart" aria-busy={isLoading || last?.key !== key}>
      {hasChart
        ? (
          <>
            <Curves
              {...props}
              read={last}
              loading={last.key === key ? undefined : { ...loadingOf(props.span.span), progress }}
            />
            <ul>
              {last.trends.filter(({ error }) => error !== null).map(({ id, error }) => (
                <li key={id} class="stale">{error}</li>
              ))}
            </ul>
          </>
        )
        : <Loaded resource={read} what="Loading the trends from the source">{() => null}</Loaded>}
    </div>
  );
}

function Curves(
  { choice, span, go, read, loading }: ChartProps & { read: ReadTrends; loading: TrendLoading | undefined },
) {
  const { trends, before, view, isLive } = read;
  const series = useMemo(() => exploreSeries(trends, before), [trends, before]);
  const shown = useMemo(() => trendsIn(trends), [trends]);
  const streams = useMemo(() => shown.map(({ stream }) => stream), [shown]);
  const tails = useTails(streams, isLive);
  const bands = useTriggered({ streams, view, choice });
  const unread = useMemo(() => shown.flatMap(unreadOf), [shown]);
  const text = useMemo(
    () => [...new Set(shown.filter(({ basis }) => basis !== "all").map(basisText))].join(" "),
    [
      shown,
    ],
  );
  if (series.length === 0) return null;
  return (
    <>
      <TrendChart
        {...{ series, bands, unread, tails, view }}
        axes={choice.axes}
        height={LEAST_HEIGHT_PX}
        fills
        loading={loading}
        onView={(next) => span.go(spanOfView(next, { isLive, nowMs: Date.now() }))}
        onUndo={span.undo}
        onRemove={(index) => go(withStream(choice, streams[index]!.id))}
      />
      <div class="row wrap trend-foot">
        <SpanText choice={span} />
        <NewRuleButton streams={streams} />
        <TrendExport series={series} name={streams.length === 1 ? streams[0]!.stream_name : "trends"} />
      </div>
      <TrendNote basis={text} hasCurves={series.length > 1} />
    </>
  );
}

interface TriggeredInput {
  streams: readonly TriggerStream[];
  view: TrendView;
  choice: ExploreChoice;
}

const NO_BANDS: readonly TrendBand[] = [];

/** The times of the events that the shown streams have triggered. */
function useTriggered({ streams, view, choice: { hasEvents } }: TriggeredInput): readonly TrendBand[] {
  const { api, live } = useConsole();
  const hours = Math.min(8_760, Math.ceil((Date.now() - view.fromMs) / HOUR_MS) + 1);
  useResource(`events of the last ${hasEvents ? hours : 0} h`, async (signal) => {
    if (!hasEvents) return;
    const query = { hours, limit: MAX_EVENTS }, take = live.reading();
    take((await unwrap(api.GET("/api/rule-events/history", { params: { query }, signal }))).data);
  });
  const bands = [...live.events.value.values()]
    .filter(({ trigger }) => trigger.some((one) => streams.some((each) => isOfTrigger(each, one))))
    .filter(({ start_time, end_time }) =>
      Date.parse(start_time) <= view.toMs + DAY_MS &&
      (end_time === null || Date.parse(end_time) >= view.fromMs)
    )
    .map(bandOf);
  const stable = useStable(bands);
  return hasEvents ? stable : NO_BANDS;
}

import { useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type Schemas, unwrap } from "../api/client.ts";
import { useLastValue } from "../live/use_last_value.ts";
import { useResource } from "../live/use_resource.ts";
import { Loaded } from "../parts/states.tsx";
import { TrendChart } from "../parts/trend/trend_chart.tsx";
import type { TrendView } from "../parts/trend/types.ts";
import { useConsole } from "../shell/console.ts";
import { ChangeList } from "./change_list.tsx";
import { type StreamUser, useBands, useStable } from "./event_bands.ts";
import { type SpanChoice, useSpanChoice } from "./span_choice.ts";
import { SpanText, SpanTools } from "./span_tools.tsx";
import type { Stream } from "./stream_index.ts";
import { limitsOn } from "./thresholds.ts";
import { basisText, unreadOf } from "./trend_basis.tsx";
import { TrendExport } from "./trend_export.tsx";
import { trendSeries } from "./trend_series.ts";
import { loadingOf, pointsOf, spanAt, spanOfView } from "./trend_span.ts";
import { useTails } from "./use_tails.ts";

export type { StreamUser } from "./event_bands.ts";

interface TrendsProps {
  streams: readonly Stream[];
  users: readonly StreamUser[];
}

/** The trend of one of several streams, with the thresholds and events of its users; its time is kept in the address. */
export function StreamTrends({ streams, users }: TrendsProps) {
  const { query, path, route } = useLocation();
  const choice = useSpanChoice();
  const stream = streams.find(({ id }) => String(id) === query.stream) ?? streams[0]!;
  return (
    <section class="panel" aria-label="Trend">
      <div class="row wrap trend-tools">
        {streams.length === 1 ? <h2>Trend</h2> : (
          <select
            aria-label="Stream"
            value={String(stream.id)}
            onChange={({ currentTarget }) =>
              route(`${path}?${new URLSearchParams({ ...query, stream: currentTarget.value })}`, true)}
          >
            {streams.map(({ id, stream_name }) => <option key={id} value={String(id)}>{stream_name}</option>)}
          </select>
        )}
        <SpanTools choice={choice} />
      </div>
      <StreamTrend key={stream.id} stream={stream} users={users} choice={choice} />
    </section>
  );
}

interface TrendProps {
  stream: Stream;
  users: readonly StreamUser[];
  choice: SpanChoice;
}

interface ReadTrend {
  trend: Schemas["Trend"];
  view: TrendView;
  isLive: boolean;
  /** Names what was asked for. */
  key: string;
}

/** The trend that was read last is shown dimmed until the one of another span arrives. */
function StreamTrend({ stream, users, choice }: TrendProps) {
  const { api } = useConsole();
  const { span } = choice;
  const host = useRef<HTMLDivElement>(null);
  const key = `trend ${stream.id} ${span.range} ${span.fromMs} ${span.toMs}`;
  const read = useResource(
    key,
    async (signal): Promise<ReadTrend> => {
      const view = spanAt(span, Date.now());
      const { fromMs, toMs } = view;
      const query = {
        from: new Date(fromMs).toISOString(),
        to: new Date(toMs).toISOString(),
        points: pointsOf({ widthPx: host.current?.clientWidth }),
      };
      const { data } = await unwrap(
        api.GET("/api/streams/{id}/data", { params: { path: { id: stream.id }, query }, signal }),
      );
      return { trend: data, view, isLive: span.range !== "", key };
    },
  );
  const last = useLastValue(read);
  const { value, problem, isLoading } = read.state.value;
  const isPending = last?.key !== key;
  if (last === undefined || (problem !== undefined && value === undefined)) {
    return (
      <div ref={host} class="stack">
        <Loaded resource={read} what="Loading the trend from the source">{() => null}</Loaded>
      </div>
    );
  }
  return (
    <div ref={host} class="stack" aria-busy={isLoading || isPending}>
      <ReadCurve read={last} stream={stream} users={users} choice={choice} isPending={isPending} />
      {stream.data_type !== "NUM" && !isPending && (
        <ChangeList
          key={`${last.view.fromMs} ${last.view.toMs}`}
          trend={last.trend}
          stream={stream}
          isLive={last.isLive}
        />
      )}
    </div>
  );
}

interface ReadCurveProps extends TrendProps {
  read: ReadTrend;
  isPending: boolean;
}

function ReadCurve({ read, stream, users, choice, isPending }: ReadCurveProps) {
  const { trend, view, isLive } = read;
  const limits = useStable(distinct(
    users.flatMap(({ instance, template }) =>
      limitsOn(stream.stream_name, { template, bindings: instance.placeholder_mappings })
    ),
  ));
  const curve = useMemo(() => trendSeries(trend), [trend]);
  const series = useMemo(() => [{ ...curve, limits }], [curve, limits]);
  const bands = useBands({ stream: stream.stream_name, users, fromMs: view.fromMs });
  const unread = useMemo(() => unreadOf(trend), [trend]);
  const tails = useTails(useMemo(() => [stream], [stream.stream_name]), isLive);
  return (
    <>
      <TrendChart
        series={series}
        bands={bands}
        unread={unread}
        tails={tails}
        view={view}
        loading={isPending ? loadingOf(choice.span) : undefined}
        onView={(next) => choice.go(spanOfView(next, { isLive, nowMs: Date.now() }))}
        onUndo={choice.undo}
      />
      <div class="row wrap trend-foot">
        <SpanText choice={choice} />
        <TrendExport series={series} name={stream.stream_name} />
      </div>
      <TrendNote basis={basisText(trend)} />
    </>
  );
}

/** How a trend is used, and what it is made of. */
export function TrendNote({ basis, hasCurves = false }: { basis: string; hasCurves?: boolean }) {
  return (
    <p class="muted trend-note">
      {basis}{" "}
      Drag to move, wheel or two fingers to zoom, Shift and drag to select a time. Keyboard: ← → read values,
      Shift ← → move, + − zoom, Backspace undo{hasCurves && ", ↑ ↓ choose a curve"}.
    </p>
  );
}

/** One line per value and severity. */
function distinct<T extends { value: number; severity: string }>(limits: readonly T[]): T[] {
  return [...new Map(limits.map((limit) => [`${limit.value} ${limit.severity}`, limit])).values()];
}

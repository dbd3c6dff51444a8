import { useSignal } from "@preact/signals";
import { useMemo, useRef } from "preact/hooks";
import { type RuleEvent, type Schemas, unwrap } from "../../api/client.ts";
import { useLastValue } from "../../live/use_last_value.ts";
import { useResource } from "../../live/use_resource.ts";
import { durationText } from "../../parts/plant_time.ts";
import { Loaded } from "../../parts/states.tsx";
import { TrendChart } from "../../parts/trend/trend_chart.tsx";
import type { TrendView } from "../../parts/trend/types.ts";
import { useConsole } from "../../shell/console.ts";
import { ChangeList } from "../../streams/change_list.tsx";
import { limitsOn } from "../../streams/thresholds.ts";
import { unreadOf } from "../../streams/trend_basis.tsx";
import { trendSeries } from "../../streams/trend_series.ts";
import { pointsOf } from "../../streams/trend_span.ts";
import { useTails } from "../../streams/use_tails.ts";
import type { EventMoment } from "./event_moment.tsx";

const MINUTE_MS = 60_000;

interface EventTrendProps {
  event: RuleEvent;
  stream: Schemas["BoundStream"];
  template: Schemas["Template"] | undefined;
  instance: Schemas["Instance"] | undefined;
  moment: EventMoment;
}

/** The stream that triggered an event, live while it is active: a trend with thresholds, and the changes of a text. */
export function EventTrend(props: EventTrendProps) {
  return <MomentTrend key={`${props.moment} ${props.event.end_time}`} {...props} />;
}

interface ReadTrend {
  trend: Schemas["Trend"];
  view: TrendView;
  /** Names what was asked for. */
  key: string;
}

function MomentTrend({ event, stream, template, instance, moment }: EventTrendProps) {
  const { api } = useConsole();
  const host = useRef<HTMLDivElement>(null);
  const moved = useSignal<readonly TrendView[]>([]);
  const whole = useMemo(() => spanAround(event, moment), []);
  const view = moved.value.at(-1) ?? whole;
  const isLive = moment === "now" && event.is_active && moved.value.length === 0;
  const key = `trend ${stream.id} ${event.id} ${view.fromMs} ${view.toMs}`;
  const read = useResource(
    key,
    async (signal): Promise<ReadTrend> => {
      const [from, to] = [view.fromMs, view.toMs].map((ms) => new Date(ms).toISOString());
      const query = { from, to, points: pointsOf({ widthPx: host.current?.clientWidth }) };
      const { data } = await unwrap(
        api.GET("/api/streams/{id}/data", { params: { path: { id: stream.id }, query }, signal }),
      );
      return { trend: data, view, key };
    },
  );
  const last = useLastValue(read);
  const limits = useMemo(
    () =>
      template === undefined || instance === undefined
        ? []
        : limitsOn(stream.stream_name, { template, bindings: instance.placeholder_mappings }),
    [template, instance, stream],
  );
  const curve = useMemo(() => last && trendSeries(last.trend), [last]);
  const series = useMemo(() => curve === undefined ? [] : [{ ...curve, limits }], [curve, limits]);
  const unread = useMemo(() => last === undefined ? [] : unreadOf(last.trend), [last]);
  const bands = useMemo(() => [{
    fromMs: Date.parse(event.start_time),
    toMs: event.end_time === null ? Number.MAX_SAFE_INTEGER : Date.parse(event.end_time),
    severity: event.severity,
  }], [event.end_time, event.severity]);
  const tails = useTails(useMemo(() => [{ ...stream, value: null, timestamp: null }], [stream]), isLive);
  const { value, problem } = read.state.value;
  const hasChart = last !== undefined && (problem === undefined || value !== undefined);
  const undo = moved.value.length === 0 ? undefined : () => moved.value = moved.value.slice(0, -1);
  return (
    <div ref={host} class="stack">
      {hasChart
        ? (
          <TrendChart
            series={series}
            bands={bands}
            unread={unread}
            tails={tails}
            view={last.view}
            loading={last.key === key ? undefined : { what: durationText(view.toMs - view.fromMs), view }}
            onView={(next) => moved.value = [...moved.value, next]}
            onUndo={undo}
          />
        )
        : <Loaded resource={read} what="Loading the trend from the source">{() => null}</Loaded>}
      {undo !== undefined && (
        <button type="button" class="link" onClick={() => moved.value = []}>
          {event.is_active && moment === "now" ? "Back to live" : "Back to the event"}
        </button>
      )}
      {hasChart && stream.data_type !== "NUM" && (
        <ChangeList key={last.key} trend={last.trend} stream={stream} isLive={isLive} />
      )}
    </div>
  );
}

/** When raised: half an hour before the event until then. Else the event with half its duration around it, at most a day. */
function spanAround({ start_time, activated_at, end_time }: RuleEvent, moment: EventMoment): TrendView {
  const startMs = Date.parse(start_time), nowMs = Date.now();
  if (moment === "raised") {
    return { fromMs: startMs - 30 * MINUTE_MS, toMs: Math.max(Date.parse(activated_at), startMs) + 1 };
  }
  const endMs = end_time === null ? nowMs : Date.parse(end_time);
  const around = Math.max(5 * MINUTE_MS, Math.min(24 * 60 * MINUTE_MS, (endMs - startMs) / 2));
  return { fromMs: startMs - around, toMs: Math.min(nowMs, endMs + around) };
}

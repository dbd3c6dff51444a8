import { useMemo } from "preact/hooks";
import { type RuleEvent, type Schemas, unwrap } from "../../api/client.ts";
import { useResource } from "../../live/use_resource.ts";
import { Loaded } from "../../parts/states.tsx";
import { TrendChart } from "../../parts/trend/trend_chart.tsx";
import { useConsole } from "../../shell/console.ts";
import { ChangeList } from "../../streams/change_list.tsx";
import { limitsOn } from "../../streams/thresholds.ts";
import { seriesOf } from "../../streams/trend_series.ts";

const MINUTE_MS = 60_000;
const POINTS = 300;

interface EventTrendProps {
  event: RuleEvent;
  stream: Schemas["BoundStream"];
  template: Schemas["Template"] | undefined;
  instance: Schemas["Instance"] | undefined;
}

/** The stream that triggered an event, around its time: a trend with thresholds, or the changes of a text. */
export function EventTrend({ event, stream, template, instance }: EventTrendProps) {
  const { api } = useConsole();
  const { fromMs, toMs } = spanAround(event);
  const trend = useResource(`trend ${stream.id} ${event.id} ${event.end_time}`, async (signal) => {
    const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), points: POINTS };
    const { data } = await unwrap(
      api.GET("/api/streams/{id}/data", { params: { path: { id: stream.id }, query }, signal }),
    );
    return data;
  });
  const limits = useMemo(
    () =>
      template === undefined || instance === undefined
        ? []
        : limitsOn(stream.stream_name, { template, bindings: instance.placeholder_mappings }),
    [template, instance, stream],
  );
  const bands = useMemo(() => [{
    fromMs: Date.parse(event.start_time),
    toMs: event.end_time === null ? toMs : Date.parse(event.end_time),
    severity: event.severity,
  }], [event.end_time, event.severity]);
  return (
    <Loaded resource={trend} what="Loading the trend from the source">
      {(data) =>
        stream.data_type === "NUM" ? <Chart trend={data} limits={limits} bands={bands} /> : (
          <>
            <p class="breaks">{stream.stream_name}</p>
            <ChangeList trend={data} stream={stream} isLive={event.is_active} />
          </>
        )}
    </Loaded>
  );
}

function Chart(
  { trend, limits, bands }:
    & { trend: Schemas["Trend"] }
    & Pick<Parameters<typeof TrendChart>[0], "limits" | "bands">,
) {
  const series = useMemo(() => seriesOf(trend), [trend]);
  return <TrendChart series={series} limits={limits} bands={bands} />;
}

/** The event with half its duration before and after it, between 5 minutes and 24 hours. */
function spanAround({ start_time, end_time }: RuleEvent): { fromMs: number; toMs: number } {
  const startMs = Date.parse(start_time);
  const endMs = end_time === null ? Date.now() : Date.parse(end_time);
  const around = Math.max(5 * MINUTE_MS, Math.min(24 * 60 * MINUTE_MS, (endMs - startMs) / 2));
  return { fromMs: startMs - around, toMs: Math.min(Date.now(), endMs + around) };
}

import { useComputed } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useLocation } from "preact-iso";
import { type RuleEvent, type Schemas, unwrap } from "../api/client.ts";
import { useResource } from "../live/use_resource.ts";
import { countText } from "../parts/numbers.ts";
import { Loaded } from "../parts/states.tsx";
import { TrendChart } from "../parts/trend/trend_chart.tsx";
import type { TrendBand, TrendPoint } from "../parts/trend/types.ts";
import { useConsole } from "../shell/console.ts";
import { ChangeList } from "./change_list.tsx";
import { useStreamValue } from "./live_value.tsx";
import type { Stream } from "./stream_index.ts";
import { limitsOn, rulesOn } from "./thresholds.ts";
import { seriesOf } from "./trend_series.ts";
import { RANGES, spanAt, spanQuery, spanScaled, type TrendSpan, trendSpan } from "./trend_span.ts";

/** An instance that uses a stream, with its template. */
export interface StreamUser {
  instance: Pick<Schemas["Instance"], "id" | "placeholder_mappings">;
  template: Schemas["Template"];
}

interface TrendsProps {
  streams: readonly Stream[];
  users: readonly StreamUser[];
}

const POINTS = 400;
const HOUR_MS = 3_600_000;
/** Events are read for this many instances; of others only loaded events are drawn. */
const MAX_INSTANCES = 6;
const MAX_EVENTS = 200;

/** The trend of one of several streams, with the thresholds and events of its users; its time is kept in the address. */
export function StreamTrends({ streams, users }: TrendsProps) {
  const { query, path, route } = useLocation();
  const span = trendSpan(query);
  const stream = streams.find(({ id }) => String(id) === query.stream) ?? streams[0];
  const go = (changes: { span?: TrendSpan; stream?: string }) => {
    const { range: _, from: __, to: ___, ...rest } = query;
    const next = new URLSearchParams({
      ...rest,
      ...spanQuery(changes.span ?? span),
      ...changes.stream !== undefined && { stream: changes.stream },
    });
    route(next.size === 0 ? path : `${path}?${next}`, true);
  };
  return (
    <section class="panel" aria-label="Trend">
      <div class="trend-tools">
        {streams.length === 1 ? <h2>Trend</h2> : (
          <select
            aria-label="Stream"
            value={String(stream.id)}
            onChange={({ currentTarget }) => go({ stream: currentTarget.value })}
          >
            {streams.map(({ id, stream_name }) => <option key={id} value={String(id)}>{stream_name}</option>)}
          </select>
        )}
        <SpanTools span={span} go={(next) => go({ span: next })} />
      </div>
      <StreamTrend
        key={stream.id}
        stream={stream}
        span={span}
        users={users}
        go={(next) => go({ span: next })}
      />
    </section>
  );
}

function SpanTools({ span, go }: { span: TrendSpan; go(span: TrendSpan): void }) {
  const zoom = (factor: number) => go(spanScaled(spanAt(span, Date.now()), factor, Date.now()));
  return (
    <>
      <div class="segments" role="group" aria-label="Time">
        {RANGES.map(({ name, label }) => (
          <button
            key={name}
            type="button"
            aria-pressed={span.range === name}
            onClick={() => go({ range: name, fromMs: 0, toMs: 0 })}
          >
            {label}
          </button>
        ))}
      </div>
      <div class="segments few" role="group" aria-label="Zoom">
        <button type="button" aria-label="Zoom in" onClick={() => zoom(0.5)}>+</button>
        <button type="button" aria-label="Zoom out" onClick={() => zoom(2)}>−</button>
      </div>
    </>
  );
}

interface TrendProps {
  stream: Stream;
  span: TrendSpan;
  users: readonly StreamUser[];
  go(span: TrendSpan): void;
}

function StreamTrend({ stream, span, users, go }: TrendProps) {
  const { api } = useConsole();
  const key = `${span.range} ${span.fromMs} ${span.toMs}`;
  const trend = useResource(`trend ${stream.id} ${key}`, async (signal) => {
    const { fromMs, toMs } = spanAt(span, Date.now());
    const query = { from: new Date(fromMs).toISOString(), to: new Date(toMs).toISOString(), points: POINTS };
    const { data } = await unwrap(
      api.GET("/api/streams/{id}/data", { params: { path: { id: stream.id }, query }, signal }),
    );
    return { data, fromMs, toMs };
  });
  const sinceMs = useMemo(() => spanAt(span, Date.now()).fromMs, [key]);
  useEventsSince(users.slice(0, MAX_INSTANCES).map(({ instance }) => instance.id), sinceMs);
  return (
    <Loaded resource={trend} what="Loading the trend from the source">
      {({ data, fromMs }) =>
        stream.data_type === "NUM"
          ? (
            <NumberTrend
              trend={data}
              fromMs={fromMs}
              stream={stream}
              span={span}
              users={users}
              go={go}
            />
          )
          : <ChangeList key={key} trend={data} stream={stream} isLive={span.range !== ""} />}
    </Loaded>
  );
}

function NumberTrend(
  { trend, fromMs, stream, span, users, go }: TrendProps & { trend: Schemas["Trend"]; fromMs: number },
) {
  const series = useMemo(() => seriesOf(trend), [trend]);
  const bands = useBands({ stream: stream.stream_name, users, fromMs });
  const limits = distinct(
    users.flatMap(({ instance, template }) =>
      limitsOn(stream.stream_name, { template, bindings: instance.placeholder_mappings })
    ),
  );
  const newest = useStreamValue(stream);
  const tail = useComputed((): TrendPoint | undefined => {
    const value = newest.value;
    if (span.range === "" || value === undefined) return undefined;
    const isKnown = typeof value.value === "number" && value.quality !== "bad";
    return { ms: Date.parse(value.timestamp), value: isKnown ? Number(value.value) : null };
  });
  return (
    <>
      <TrendChart
        series={series}
        limits={useStable(limits)}
        bands={useStable(bands)}
        tail={tail}
        onZoom={(from, to) => go({ range: "", fromMs: from, toMs: to })}
      />
      <p class="muted trend-note">
        Drag to zoom. Keyboard: ← → read values, + − zoom.
        {trend.samples > 0 && ` ${countText(trend.samples, "sample")}.`}
      </p>
    </>
  );
}

/** One line per value and severity. */
function distinct<T extends { value: number; severity: string }>(limits: readonly T[]): T[] {
  return [...new Map(limits.map((limit) => [`${limit.value} ${limit.severity}`, limit])).values()];
}

/** The same object as long as its content is equal, so that the chart is not rebuilt. */
function useStable<T>(value: T): T {
  return useMemo(() => value, [JSON.stringify(value)]);
}

/** Reads the events of instances since a time once; the push channel adds newer ones. */
function useEventsSince(ids: readonly number[], fromMs: number): void {
  const { api, live } = useConsole();
  useResource(`events of ${ids.join()} ${fromMs}`, async (signal) => {
    const hours = Math.ceil((Date.now() - fromMs) / HOUR_MS) + 1;
    const read = ids.map((instance_id) =>
      unwrap(api.GET("/api/rule-events/history", {
        params: { query: { instance_id, hours, limit: MAX_EVENTS } },
        signal,
      }))
    );
    live.take((await Promise.all(read)).flatMap(({ data }) => data));
  });
}

/** The times of events raised by rules that use this stream. */
function useBands(
  { stream, users, fromMs }: { stream: string; users: readonly StreamUser[]; fromMs: number },
): TrendBand[] {
  const { live } = useConsole();
  const rules = new Map(
    users.map(({ instance, template }) => [
      instance.id,
      rulesOn(stream, { template, bindings: instance.placeholder_mappings }),
    ]),
  );
  const own = [...live.events.value.values()].filter((event) => isOf(event, rules));
  return own.filter(({ end_time }) => end_time === null || Date.parse(end_time) >= fromMs).map(bandOf);
}

function isOf({ instance_id, rule_id }: RuleEvent, rules: ReadonlyMap<number, ReadonlySet<string>>): boolean {
  return instance_id !== null && rules.get(instance_id)?.has(rule_id) === true;
}

/** An active event extends past the right edge. */
function bandOf({ start_time, end_time, severity }: RuleEvent): TrendBand {
  const toMs = end_time === null ? Number.MAX_SAFE_INTEGER : Date.parse(end_time);
  return { fromMs: Date.parse(start_time), toMs, severity };
}

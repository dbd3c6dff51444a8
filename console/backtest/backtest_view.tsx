import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { valueText } from "../parts/event_words.ts";
import { SeverityGlyph } from "../parts/glyph.tsx";
import { durationText } from "../parts/plant_time.ts";
import { TrendChart } from "../parts/trend/trend_chart.tsx";
import { useConsole } from "../shell/console.ts";
import { seriesOf } from "../streams/trend_series.ts";
import { bandsOf, eventsOn, figuresOf, limitsOf, looksAt, rateText } from "./backtest_words.ts";
import type { Backtest, BacktestEvent, Judged } from "./types.ts";

type Series = Backtest["series"][number];

interface BacktestViewProps {
  backtest: Backtest;
  judged: Judged;
  /** What it is held against. */
  base?: Backtest | null;
  /** The rule whose stream is drawn first; absent: the stream of most events. */
  rule?: string;
}

/** What rules would have raised: figures, the streams with thresholds and events, and the events themselves. */
export function BacktestView({ backtest, judged, base = null, rule }: BacktestViewProps) {
  const { missing_streams: missing } = backtest;
  return (
    <div class="backtest">
      <BacktestFigures backtest={backtest} base={base} />
      {missing.length > 0 && (
        <p class="stale">The source no longer has {missing.join(", ")}: judged without.</p>
      )}
      {backtest.series.length > 0 && <BacktestCourses key={rule} {...{ backtest, judged, rule }} />}
      {backtest.rules.length > 1 && <RuleFigures backtest={backtest} />}
      <BacktestEvents backtest={backtest} judged={judged} />
    </div>
  );
}

/** The figures alone; `base`: what they are held against. */
export function BacktestFigures({ backtest, base }: { backtest: Backtest; base: Backtest | null }) {
  return (
    <dl class="backtest-figures">
      {figuresOf(backtest, base).map(({ name, value, note, before }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before !== null && (
              <span class="backtest-before">
                <span class="said">as stored:</span> {before} <span aria-hidden="true">→</span>
                <span class="said">, now:</span>
                {" "}
              </span>
            )}
            <span class="backtest-value">{value}</span>
            <span class="backtest-note">{note}</span>
          </dd>
        </div>
      ))}
    </dl>
  );
}

/** One stream at a time. */
function BacktestCourses({ backtest, judged, rule }: Omit<BacktestViewProps, "base">) {
  const { series } = backtest;
  const chosen = useSignal("");
  const counts = useMemo(
    () => new Map(series.map(({ stream_name: name }) => [name, eventsOn(name, { backtest, judged }).length])),
    [backtest],
  );
  const count = ({ stream_name }: Series) => counts.get(stream_name) ?? 0;
  const ofRule = rule === undefined
    ? []
    : series.filter(({ stream_name }) => looksAt(stream_name, { ruleId: rule, judged }));
  const first = (ofRule.length > 0 ? ofRule : series).toSorted((a, b) => count(b) - count(a))[0];
  const shown = series.find(({ stream_name }) => stream_name === chosen.value) ?? first;
  return (
    <div class="backtest-course">
      {series.length > 1 && (
        <select
          aria-label="Stream"
          value={shown.stream_name}
          onChange={({ currentTarget }) => chosen.value = currentTarget.value}
        >
          {series.map((one) => (
            <option key={one.stream_name} value={one.stream_name}>
              {one.stream_name}
              {count(one) > 0 && ` (${count(one)})`}
            </option>
          ))}
        </select>
      )}
      {shown.data_type === "NUM"
        ? <NumberCourse key={shown.stream_name} {...{ series: shown, backtest, judged }} />
        : <Changes series={shown} />}
      {backtest.series_left_out > 0 && (
        <p class="muted">
          {backtest.series_left_out} more {backtest.series_left_out === 1 ? "stream is" : "streams are"}{" "}
          not drawn.
        </p>
      )}
    </div>
  );
}

const CHART_HEIGHT = 180;

function NumberCourse(
  { series, backtest, judged }: Pick<BacktestViewProps, "backtest" | "judged"> & { series: Series },
) {
  const { stream_name, uom, buckets, held } = series;
  const course = useMemo(() => seriesOf({ stream: { stream_name, uom }, buckets, held, gaps: [] }), [series]);
  const limits = useMemo(() => limitsOf(stream_name, judged), [stream_name, judged]);
  const bands = useMemo(() => bandsOf(eventsOn(stream_name, { backtest, judged })), [backtest, judged]);
  return <TrendChart series={course} limits={limits} bands={bands} height={CHART_HEIGHT} />;
}

const MOST_CHANGES = 12;

/** Of a text or a truth its newest values. */
function Changes({ series: { changes, held, stream_name } }: { series: Series }) {
  const { time } = useConsole();
  const newest = changes.slice(-MOST_CHANGES).reverse();
  if (newest.length === 0) {
    return <p class="muted">{stream_name} stays {held === null ? "unknown" : valueText(held.value)}.</p>;
  }
  return (
    <table class="plain" aria-label={`Newest changes of ${stream_name}`}>
      <tbody>
        {newest.map(({ time: at, value, quality }) => (
          <tr key={at}>
            <td class="muted">{time.moment(Date.parse(at))}</td>
            <td>{quality === "good" ? valueText(value) : `${valueText(value)} (${quality})`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_RULES = 8;

/** The rules of instances with the most events. */
function RuleFigures({ backtest: { rules } }: { backtest: Backtest }) {
  const most = rules.toSorted((a, b) => b.events - a.events).slice(0, MOST_RULES);
  const hasNames = rules.some(({ template_instance }) => template_instance !== null);
  return (
    <table class="plain backtest-rules" aria-label="By rule">
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col" class="end">Events</th>
          <th scope="col" class="end">A day</th>
        </tr>
      </thead>
      <tbody>
        {most.map(({ instance_id, template_instance, rule_id, rule_name, events, rate_per_day }) => (
          <tr key={`${instance_id} ${rule_id}`}>
            <td>
              {rule_name}
              {hasNames && <span class="muted">, {template_instance}</span>}
            </td>
            <td class="end">{events.toLocaleString("en")}</td>
            <td class="end">{rateText(rate_per_day)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MOST_EVENTS = 6;

function BacktestEvents({ backtest, judged }: Pick<BacktestViewProps, "backtest" | "judged">) {
  const { events, summary } = backtest;
  if (summary.events === 0) {
    return <p class="backtest-none">Nothing would have been raised in this time.</p>;
  }
  const newest = events.slice(-MOST_EVENTS).reverse();
  const more = summary.events - newest.length;
  const nameOf = new Map(judged.template.rules.map(({ rule_id, rule_name }) => [rule_id, rule_name]));
  return (
    <div class="backtest-events">
      <h3>{backtest.truncated ? "Events, the last of those listed" : "Newest events"}</h3>
      <ul>
        {newest.map((event, index) => (
          <EventLine key={index} event={event} name={nameOf.get(event.rule_id) ?? event.event_name} />
        ))}
      </ul>
      {more > 0 && <p class="muted">and {more.toLocaleString("en")} before</p>}
    </div>
  );
}

function EventLine({ event, name }: { event: BacktestEvent; name: string }) {
  const { time } = useConsole();
  const { severity, start_time, end_time, template_instance, flags } = event;
  const startMs = Date.parse(start_time);
  const lasted = end_time === null ? "active still" : durationText(Date.parse(end_time) - startMs);
  return (
    <li>
      <SeverityGlyph severity={severity} />
      <span class="backtest-event">
        <span>
          {name}
          {template_instance !== null && <span class="muted">, {template_instance}</span>}
          {flags.includes("chattering") && <span class="muted">, chattering</span>}
        </span>
        <span class="muted">{time.moment(startMs)}, {lasted}</span>
      </span>
    </li>
  );
}

import { useSignal } from "@preact/signals";
import { useMemo } from "preact/hooks";
import { useEventNames } from "../events/event_names.ts";
import { warningText } from "../instances/warning_text.ts";
import { valueText } from "../parts/event_text.ts";
import { SeverityGlyph } from "../parts/glyph.tsx";
import { countText, decimalText, numberText } from "../parts/numbers.ts";
import { durationText } from "../parts/plant_time.ts";
import { TrendChart } from "../parts/trend/trend_chart.tsx";
import { useConsole } from "../shell/console.ts";
import { seriesOf } from "../streams/trend_series.ts";
import {
  bandsOf,
  eventsOn,
  figuresOf,
  limitsOf,
  machinesOf,
  ruleNames,
  usesStream,
} from "./backtest_text.ts";
import type { Backtest, BacktestEvent, EvaluatedRules } from "./types.ts";

type Series = Backtest["series"][number];

interface BacktestViewProps {
  backtest: Backtest;
  evaluated: EvaluatedRules;
  /** What it is compared with. */
  baseline?: Backtest | null;
  /** The rule whose stream is shown first; by default the stream with the most events. */
  rule?: string;
  /** A stream whose trend is shown elsewhere. */
  without?: string;
}

/** The result of a backtest: figures, trends with thresholds and events, and the events themselves. */
export function BacktestView({ backtest, evaluated, baseline = null, rule, without }: BacktestViewProps) {
  const { missing_streams: missing } = backtest;
  const machine = machinesOf(backtest, useEventNames());
  const nameOf = ruleNames(evaluated.template);
  return (
    <div class="backtest">
      <BacktestFigures backtest={backtest} baseline={baseline} />
      {missing.length > 0 && <p class="stale">Missing at source: {missing.join(", ")}. Evaluated without.</p>}
      {backtest.warnings.map((warning) => (
        <p key={`${warning.rule_id}/${warning.text}`} class="stale" title={warning.text}>
          {`Rule “${nameOf(warning.rule_id)}”: ${warningText(warning)}`}
        </p>
      ))}
      {backtest.series.some(({ stream_name }) => stream_name !== without) && (
        <BacktestTrends key={rule} {...{ backtest, evaluated, rule, without }} />
      )}
      {backtest.rules.length > 1 && <RuleFigures {...{ backtest, evaluated, machine }} />}
      <BacktestEvents {...{ backtest, evaluated, machine }} />
    </div>
  );
}

/** The figures of a backtest, compared with those of `baseline`. */
export function BacktestFigures(
  { backtest, baseline }: { backtest: Backtest; baseline: Backtest | null },
) {
  return (
    <dl class="backtest-figures">
      {figuresOf(backtest, baseline).map(({ name, value, note, before }) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>
            {before !== null && (
              <span class="backtest-before">
                <span class="sr-only">stored template:</span> {before} <span aria-hidden="true">→</span>
                <span class="sr-only">, this draft:</span>
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

/** The trend of one stream, which can be chosen. */
function BacktestTrends({ backtest, evaluated, rule, without }: Omit<BacktestViewProps, "baseline">) {
  const series = backtest.series.filter(({ stream_name }) => stream_name !== without);
  const chosen = useSignal("");
  const counts = useMemo(
    () =>
      new Map(series.map(({ stream_name: name }) => [name, eventsOn(name, { backtest, evaluated }).length])),
    [backtest, without],
  );
  const count = ({ stream_name }: Series) => counts.get(stream_name) ?? 0;
  const ofRule = rule === undefined
    ? []
    : series.filter(({ stream_name }) => usesStream(stream_name, { ruleId: rule, evaluated }));
  const first = (ofRule.length > 0 ? ofRule : series).toSorted((a, b) => count(b) - count(a))[0]!;
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
        ? <NumberTrend key={shown.stream_name} {...{ series: shown, backtest, evaluated }} />
        : <Changes series={shown} />}
      {backtest.series_left_out > 0 && (
        <p class="muted">
          {countText(backtest.series_left_out, "more stream")} not shown.
        </p>
      )}
    </div>
  );
}

const CHART_HEIGHT = 180;

function NumberTrend(
  { series, backtest, evaluated }: Pick<BacktestViewProps, "backtest" | "evaluated"> & { series: Series },
) {
  const { stream_name, uom, buckets, held } = series;
  const curves = useMemo(() => {
    const limits = limitsOf(stream_name, evaluated);
    return [{ ...seriesOf({ stream: { stream_name, uom }, buckets, held, gaps: [] }), limits }];
  }, [series, stream_name, evaluated]);
  const bands = useMemo(() => bandsOf(eventsOn(stream_name, { backtest, evaluated })), [backtest, evaluated]);
  return <TrendChart series={curves} bands={bands} height={CHART_HEIGHT} />;
}

const MAX_CHANGES = 12;

/** The newest values of a text or boolean stream. */
function Changes({ series: { changes, held, stream_name } }: { series: Series }) {
  const { time } = useConsole();
  const newest = changes.slice(-MAX_CHANGES).reverse();
  if (newest.length === 0) {
    return (
      <p class="muted">
        {stream_name}: {held === null ? "no data" : valueText(held.value)} for the whole time.
      </p>
    );
  }
  return (
    <table class="plain" aria-label={`Newest changes of ${stream_name}`}>
      <tbody>
        {newest.map(({ time: at, value, quality }) => (
          <tr key={at}>
            <td class="muted">{time.named(Date.parse(at))}</td>
            <td>{quality === "good" ? valueText(value) : `${valueText(value)} (${quality})`}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MAX_RULES = 8;

interface NamedProps extends Pick<BacktestViewProps, "backtest" | "evaluated"> {
  machine: ReturnType<typeof machinesOf>;
}

/** The rules with the most events, per instance. */
function RuleFigures({ backtest: { rules }, evaluated, machine }: NamedProps) {
  const nameOf = ruleNames(evaluated.template);
  const most = rules.toSorted((a, b) => b.events - a.events).slice(0, MAX_RULES);
  const hasNames = rules.some(({ template_instance }) => template_instance !== null);
  return (
    <table class="plain backtest-rules" aria-label="By rule">
      <thead>
        <tr>
          <th scope="col">Rule</th>
          <th scope="col" class="end">Events</th>
          <th scope="col" class="end">Per day</th>
        </tr>
      </thead>
      <tbody>
        {most.map((one) => (
          <tr key={`${one.instance_id} ${one.rule_id}`}>
            <td>
              {hasNames && <strong>{machine(one)}</strong>} {nameOf(one.rule_id)}
            </td>
            <td class="end">{numberText(one.events)}</td>
            <td class="end">{decimalText(one.rate_per_day, 1)}</td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

const MAX_EVENTS = 6;

function BacktestEvents({ backtest, evaluated, machine }: NamedProps) {
  const { events, summary } = backtest;
  if (summary.events === 0) {
    return <p class="backtest-none">No events in this time.</p>;
  }
  const newest = events.slice(-MAX_EVENTS).reverse();
  const more = summary.events - newest.length;
  const nameOf = ruleNames(evaluated.template);
  return (
    <div class="backtest-events">
      <h3>{backtest.truncated ? "Newest listed events" : "Newest events"}</h3>
      <ul>
        {newest.map((event, index) => (
          <EventRow key={index} event={event} name={nameOf(event.rule_id)} machine={machine(event)} />
        ))}
      </ul>
      {more > 0 && <p class="muted">and {numberText(more)} earlier</p>}
    </div>
  );
}

function EventRow({ event, name, machine }: { event: BacktestEvent; name: string; machine: string }) {
  const { time } = useConsole();
  const { severity, start_time, end_time, flags } = event;
  const startMs = Date.parse(start_time);
  const lasted = end_time === null ? "still active" : durationText(Date.parse(end_time) - startMs);
  return (
    <li>
      <SeverityGlyph severity={severity} />
      <span class="backtest-event">
        <span>
          {machine !== "" && <strong>{machine}</strong>} {name}
          {flags.includes("chattering") && <span class="muted">, chattering</span>}
        </span>
        <span class="muted">{time.named(startMs)}, {lasted}</span>
      </span>
    </li>
  );
}

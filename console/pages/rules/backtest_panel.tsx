import { useEffect, useMemo, useRef } from "preact/hooks";
import { runBacktest } from "../../backtest/run_backtest.ts";
import { type BacktestRuns, createBacktestRuns } from "../../backtest/backtest_runs.ts";
import { BacktestView } from "../../backtest/backtest_view.tsx";
import { useConsole } from "../../shell/console.ts";
import { useStreams } from "../../streams/use_streams.ts";
import { BacktestFields } from "./backtest_fields.tsx";
import { BacktestState } from "./backtest_state.tsx";
import { placedIssues, prepareBacktest, type PreparedBacktest } from "./backtest_request.ts";
import { useEditor } from "./editor.ts";
import { LimitChart } from "./limit_chart.tsx";
import { useMovableLimits } from "./use_movable_limits.ts";
import type { TemplateReading } from "./template_reading.ts";

interface PanelProps {
  read: TemplateReading;
  /** The index of the expanded rule. */
  open: number | null;
}

/** The backtest of the draft, repeated whenever the draft changes. */
export function BacktestPanel({ read, open }: PanelProps) {
  const { form, choice, isTested, test } = useEditor();
  const { live } = useConsole();
  const panel = useRef<HTMLElement>(null);
  const runs = useRuns();
  const draft = form.values.value;
  const streams = useStreams().state.value.value;
  const rule = open === null ? undefined : draft.rules[open];
  const limits = useMovableLimits({ read, open });
  const prepared = useMemo(() =>
    prepareBacktest({
      draft,
      stored: storedOf(read),
      choice: choice.value,
      instances: read.instances,
      isStream: streams && ((name) => streams.byName.has(name)),
    }), [draft, read, choice.value, streams]);
  const source = live.source.value?.state;
  const isAvailable = source === "connected" && live.connection.value === "up";
  useEffect(() => runs.request(isAvailable ? prepared.request : undefined), [prepared, isAvailable]);
  const state = runs.state.value;
  useIssues(prepared, runs);
  const shown = state.last;
  test.run = () => {
    panel.current?.scrollIntoView({ block: "nearest" });
    if (prepared.request !== undefined && isAvailable) runs.restart();
    else panel.current?.querySelector<HTMLElement>("input, select, button")?.focus();
  };
  const isFresh = shown !== null && shown.request.key === prepared.request?.key && state.problem === null;
  useEffect(() => {
    isTested.value = isFresh;
  }, [isFresh]);
  const isOld = shown !== null && shown.request.key !== prepared.request?.key;
  return (
    <section ref={panel} class="panel rules-backtest" aria-label="Backtest">
      <div class="panel-head">
        <h2>Backtest</h2>
        <button
          type="button"
          disabled={!isAvailable || prepared.request === undefined}
          title="Evaluate until now"
          onClick={() => choice.value = { ...choice.value, toMs: Date.now() }}
        >
          Refresh
        </button>
      </div>
      <BacktestFields choice={choice} instances={read.instances} streams={streams?.streams ?? []} />
      {limits !== undefined && (
        <LimitChart
          key={limits.stream.id}
          {...limits}
          finished={shown}
          proposes={read.stream !== undefined}
        />
      )}
      {shown === null && <p class="muted">The events that these rules would have raised on past data.</p>}
      <BacktestState
        state={state}
        prepared={prepared}
        source={source}
        connection={live.connection.value}
        runs={runs}
      />
      {shown !== null && (
        <div class={isOld ? "rules-backtest-old" : undefined} aria-busy={state.phase === "running"}>
          {isOld && <p class="muted">Result before the last change:</p>}
          <BacktestView
            backtest={shown.backtest}
            evaluated={shown.request.evaluated}
            baseline={state.baseline}
            rule={rule?.rule_id}
            without={limits?.stream.stream_name}
          />
        </div>
      )}
    </section>
  );
}

function storedOf({ template, stored }: TemplateReading) {
  return template === undefined || stored === undefined
    ? undefined
    : { draft: stored, version: template.version };
}

function useRuns(): BacktestRuns {
  const { api } = useConsole();
  const runs = useMemo(
    () =>
      createBacktestRuns({
        run: (body, options) => runBacktest(api, { body, ...options }),
      }),
    [],
  );
  useEffect(() => runs.dispose, []);
  return runs;
}

const PAUSE_MS = 800;

/** Shows issues at their fields after a pause in typing, found locally or by the server. */
function useIssues(prepared: PreparedBacktest, runs: BacktestRuns): void {
  const { form } = useEditor();
  const { problem } = runs.state.value;
  useEffect(() => {
    const local = prepared.request === undefined ? prepared.issues : [];
    const remote = problem === null ? [] : placedIssues(problem.issues, form.values.peek()).fields;
    const timer = setTimeout(() => form.note([...local, ...remote]), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [prepared, problem]);
}

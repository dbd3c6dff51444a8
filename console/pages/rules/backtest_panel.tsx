import { type Signal, useSignal } from "@preact/signals";
import { useEffect, useMemo, useRef } from "preact/hooks";
import { useLocation } from "preact-iso";
import { askBacktest } from "../../backtest/ask_backtest.ts";
import { type BacktestRuns, createBacktestRuns } from "../../backtest/backtest_runs.ts";
import { BacktestView } from "../../backtest/backtest_view.tsx";
import { useConsole } from "../../shell/console.ts";
import { useStreams } from "../../streams/use_streams.ts";
import { type BacktestChoice, backtestChoice, choiceQuery } from "./backtest_choice.ts";
import { BacktestFields } from "./backtest_fields.tsx";
import { BacktestState } from "./backtest_state.tsx";
import { type BacktestWish, backtestWish, placedIssues } from "./backtest_wish.ts";
import { useEditor } from "./editor.ts";
import { keptBindings } from "../../rules/kept_bindings.ts";
import type { TemplateReading } from "./template_reading.ts";

interface PanelProps {
  read: TemplateReading;
  /** Under which name what is typed is kept. */
  keptAs: string;
  /** The rule that is unfolded. */
  rule: string | undefined;
}

/** What the draft would have raised, judged anew whenever it changes. */
export function BacktestPanel({ read, keptAs, rule }: PanelProps) {
  const { form } = useEditor();
  const { live } = useConsole();
  const choice = useChoice({ read, keptAs });
  const runs = useRuns();
  const draft = form.values.value;
  const streams = useStreams().state.value.value;
  const wish = useMemo(() =>
    backtestWish({
      ...{ draft, stored: storedOf(read), choice: choice.value, instances: read.instances },
      isStream: streams && ((name) => streams.byName.has(name)),
    }), [draft, read, choice.value, streams]);
  const source = live.source.value?.state;
  const isAsked = source === "connected" && live.connection.value === "up";
  useEffect(() => runs.want(isAsked ? wish.wanted : undefined), [wish, isAsked]);
  const state = runs.state.value;
  useNotes(wish, runs);
  const shown = state.last;
  const isOld = shown !== null && shown.wanted.key !== wish.wanted?.key;
  return (
    <section class="panel rules-backtest" aria-label="Backtest">
      <div class="panel-head">
        <h2>Backtest</h2>
        <button
          type="button"
          disabled={!isAsked || wish.wanted === undefined}
          title="Up to now"
          onClick={() => choice.value = { ...choice.value, toMs: Date.now() }}
        >
          Read anew
        </button>
      </div>
      {shown === null && <p class="muted">What these rules would have raised on values of the past.</p>}
      <BacktestFields choice={choice} instances={read.instances} streams={streams?.streams ?? []} />
      <BacktestState
        state={state}
        wish={wish}
        source={source}
        connection={live.connection.value}
        runs={runs}
      />
      {shown !== null && (
        <div class={isOld ? "rules-backtest-old" : undefined} aria-busy={state.at === "running"}>
          {isOld && <p class="muted">Of what stood here before:</p>}
          <BacktestView
            backtest={shown.backtest}
            judged={shown.wanted.judged}
            base={state.base}
            rule={rule}
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
        ask: (body, options) => askBacktest(api, { body, ...options }),
      }),
    [],
  );
  useEffect(() => runs.dispose, []);
  return runs;
}

/** Over what it is judged: in the address, and one's own bindings in the tab. */
function useChoice({ read, keptAs }: Omit<PanelProps, "rule">): Signal<BacktestChoice> {
  const { query } = useLocation();
  const kept = useRef(keptBindings(sessionStorage));
  const first = useMemo(() =>
    backtestChoice(query, {
      instances: read.instances,
      mappings: kept.current.read(keptAs),
      nowMs: Date.now(),
    }), []);
  const choice = useSignal(first);
  const isFirst = useRef(true);
  useEffect(() => {
    if (isFirst.current) {
      isFirst.current = false;
      return;
    }
    kept.current.keep(keptAs, choice.value.mappings);
    const url = new URL(location.href);
    for (const [name, value] of Object.entries(choiceQuery(choice.value))) {
      if (value === null) url.searchParams.delete(name);
      else url.searchParams.set(name, value);
    }
    // Not by the router: the page stays where it is.
    history.replaceState(history.state, "", url);
  }, [choice.value]);
  return choice;
}

const PAUSE_MS = 800;

/** What is seen to be wrong stands at its field once nobody types: found here, or told by the server. */
function useNotes(wish: BacktestWish, runs: BacktestRuns): void {
  const { form } = useEditor();
  const { problem } = runs.state.value;
  useEffect(() => {
    const found = wish.wanted === undefined ? wish.issues : [];
    const told = problem === null ? [] : placedIssues(problem.issues, form.values.peek()).fields;
    const timer = setTimeout(() => form.note([...found, ...told]), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [wish, problem]);
}

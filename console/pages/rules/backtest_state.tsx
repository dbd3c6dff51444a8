import { durationText } from "../../parts/plant_time.ts";
import type { BacktestRuns, RunsState } from "../../backtest/backtest_runs.ts";
import type { Connection } from "../../live/live.ts";
import type { SourceState } from "../../live/source_state.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { type BacktestWish, placedIssues } from "./backtest_wish.ts";
import { useEditor } from "./editor.ts";

interface StateProps {
  state: RunsState;
  wish: BacktestWish;
  source: SourceState["state"] | undefined;
  connection: Connection;
  runs: BacktestRuns;
}

/** Why nothing is judged, how far it has come, or what went wrong. */
export function BacktestState({ state, wish, source, connection, runs }: StateProps) {
  if (connection === "down") return <Line text="Andon cannot be reached; it is judged again once it can." />;
  if (source === "none") {
    return (
      <p class="muted">
        No data source is configured, so there is no past to judge. <a href="/settings">Configure it</a>
      </p>
    );
  }
  if (source === "lost" || source === "connecting") {
    return <Line text="The data source does not answer; it is judged once it does." />;
  }
  if (wish.wanted === undefined) return <Line text={wish.lacks} />;
  if (state.problem !== null) return <Problem state={state} runs={runs} />;
  if (state.untilMs !== null) return <Wait untilMs={state.untilMs} runs={runs} />;
  if (state.at === "running") return <Progress state={state} />;
  return state.last === null ? <Line text="Judging in a moment…" /> : null;
}

function Line({ text }: { text: string }) {
  return <p class="muted" role="status">{text}</p>;
}

/** Issues of the draft stand at its fields, and by name here; those of what was chosen here alone. */
function Problem({ state: { problem }, runs }: Pick<StateProps, "state" | "runs">) {
  const { form } = useEditor();
  if (problem === null) return null;
  const { fields, others } = placedIssues(problem.issues, form.values.value);
  const isTold = problem.issues.length > 0;
  return (
    <div class="rules-backtest-problem" role="alert">
      {!isTold && <p>{problem.message}</p>}
      {fields.length > 0 && <p>Not judged: see the marked fields.</p>}
      {others.map(({ path, message }) => <p key={`${path} ${message}`}>{message}</p>)}
      {!isTold && <button type="button" onClick={runs.again}>Try again</button>}
    </div>
  );
}

/** Only so many are judged in a minute. */
function Wait({ untilMs, runs }: { untilMs: number; runs: BacktestRuns }) {
  const nowMs = useNow();
  return (
    <p class="muted rules-backtest-wait">
      Judged again in {durationText(untilMs - nowMs.value)}.
      <button type="button" class="link" onClick={runs.again}>Now</button>
    </p>
  );
}

function Progress({ state: { progress } }: Pick<StateProps, "state">) {
  const { time } = useConsole();
  return (
    <div class="rules-backtest-progress">
      <progress aria-label="Judging" max={1} value={progress?.share} />
      <span class="muted">
        {progress === null
          ? "Reading the past…"
          : `judged to ${time.moment(Date.parse(progress.judged_to))}: ${progress.events} events`}
      </span>
    </div>
  );
}

import { countText } from "../../parts/numbers.ts";
import { durationText } from "../../parts/plant_time.ts";
import type { BacktestRuns, RunsState } from "../../backtest/backtest_runs.ts";
import type { Connection } from "../../live/live.ts";
import type { SourceState } from "../../live/source_state.ts";
import { useConsole } from "../../shell/console.ts";
import { useNow } from "../../shell/now_context.ts";
import { placedIssues, type PreparedBacktest } from "./backtest_request.ts";
import { useEditor } from "./editor.ts";

interface StateProps {
  state: RunsState;
  prepared: PreparedBacktest;
  source: SourceState["state"] | undefined;
  connection: Connection;
  runs: BacktestRuns;
}

/** The progress of a backtest, its problem, or why it cannot run. */
export function BacktestState({ state, prepared, source, connection, runs }: StateProps) {
  if (connection === "down") {
    return <StateText text="Andon cannot be reached. The backtest starts when the connection returns." />;
  }
  if (source === "none") {
    return (
      <p class="muted">
        A backtest needs a data source, and none is configured. <a href="/settings">Configure it</a>
      </p>
    );
  }
  if (source === "lost" || source === "connecting") {
    return <StateText text="The data source does not respond. The backtest starts when it does." />;
  }
  if (prepared.request === undefined) return <StateText text={prepared.missing} />;
  if (state.problem !== null) return <Problem state={state} runs={runs} />;
  if (state.untilMs !== null) return <Wait untilMs={state.untilMs} runs={runs} />;
  if (state.phase === "running") return <Progress state={state} />;
  return state.last === null ? <StateText text="Waiting to start…" /> : null;
}

function StateText({ text }: { text: string }) {
  return <p class="muted" role="status">{text}</p>;
}

/** Issues of the draft are displayed at their fields; other issues are listed here. */
function Problem({ state: { problem }, runs }: Pick<StateProps, "state" | "runs">) {
  const { form } = useEditor();
  if (problem === null) return null;
  const { fields, others } = placedIssues(problem.issues, form.values.value);
  const hasIssues = problem.issues.length > 0;
  return (
    <div class="rules-backtest-problem" role="alert">
      {!hasIssues && <p>{problem.message}</p>}
      {fields.length > 0 && <p>Not evaluated. Correct the marked fields.</p>}
      {others.map(({ path, message }) => <p key={`${path} ${message}`}>{message}</p>)}
      {!hasIssues && <button type="button" onClick={runs.restart}>Try again</button>}
    </div>
  );
}

/** Shown while the rate limit delays the next run. */
function Wait({ untilMs, runs }: { untilMs: number; runs: BacktestRuns }) {
  const nowMs = useNow();
  return (
    <p class="muted rules-backtest-wait">
      Next run in {durationText(untilMs - nowMs.value)}.
      <button type="button" class="link" onClick={runs.restart}>Run now</button>
    </p>
  );
}

function Progress({ state: { progress } }: Pick<StateProps, "state">) {
  const { time } = useConsole();
  return (
    <div class="rules-backtest-progress">
      <progress aria-label="Running" max={1} value={progress?.share} />
      <span class="muted">
        {progress === null
          ? "Reading past data…"
          : `Evaluated until ${time.named(Date.parse(progress.judged_to))}: ${
            countText(progress.events, "event")
          }`}
      </span>
    </div>
  );
}

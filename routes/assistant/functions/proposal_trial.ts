import type { BacktestResult } from "../../../domain/backtest/types.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import type { FunctionPort } from "./define.ts";
import { tried } from "./trial.ts";

/** Shorter than the function's deadline, so that the draft is returned even without a backtest. */
const DEADLINE_MS = 15_000;
const POINTS = 120;
/** The part of a backtest that a proposal carries. The console can run the whole backtest. */
const MOST_EVENTS = 300;
const MOST_SERIES = 4;
const MOST_RULES = 50;

export interface ProposalTrial {
  backtest: BacktestResult | null;
  /** Why there is no backtest; null if there is one. */
  backtest_problem: string | null;
}

/** Backtests a draft over recent history. A failure is returned as a problem and does not reject the draft. */
export async function trialOf(
  { template, placeholder_mappings, hours }: {
    template: Record<string, unknown>;
    placeholder_mappings: Record<string, unknown>;
    hours: number;
  },
  port: FunctionPort,
): Promise<ProposalTrial> {
  const late = AbortSignal.timeout(DEADLINE_MS);
  const signal = AbortSignal.any([port.signal, late]);
  try {
    const trial = { template, placeholder_mappings, points: POINTS };
    const result = await tried(trial, { hours, port: { ...port, signal } });
    return { backtest: bounded(result), backtest_problem: null };
  } catch (error) {
    port.signal.throwIfAborted();
    if (late.aborted) return without(`It took more than ${DEADLINE_MS / 1000} s`);
    if (!(error instanceof Refusal) || error.code === "INTERNAL_ERROR") throw error;
    return without(error.message);
  }
}

function without(reason: string): ProposalTrial {
  return { backtest: null, backtest_problem: reason };
}

function bounded(result: BacktestResult): BacktestResult {
  const { events, rules, series, series_left_out, truncated } = result;
  const drawn = series.slice(0, MOST_SERIES);
  return {
    ...result,
    rules: rules.slice(0, MOST_RULES),
    events: events.slice(-MOST_EVENTS),
    truncated: truncated || events.length > MOST_EVENTS,
    series: drawn,
    series_left_out: series_left_out + series.length - drawn.length,
  };
}

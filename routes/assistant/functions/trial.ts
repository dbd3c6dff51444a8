import type { BacktestResult } from "../../../domain/backtest/types.ts";
import { type Issue, Refusal, validationRefusal } from "../../../domain/shared/refusal.ts";
import { hoursBefore, isoFromMs } from "../../../domain/shared/time.ts";
import type { FunctionPort } from "./define.ts";
import { pick, type Row } from "./rows.ts";

/** The longest span of a function's backtest. */
export const MOST_TRIAL_HOURS = 168;

/** The body of POST /api/backtests without its span. */
export interface Trial {
  template?: Record<string, unknown>;
  template_id?: number;
  instance_ids?: number[];
  placeholder_mappings?: Record<string, unknown>;
  points: number;
}

/** Runs a backtest over the hours before `until` (default: now) as the user. It stops when the function stops. */
export async function tried(
  trial: Trial,
  { hours, until, port: { api, nowMs, signal, spendHeavy } }: {
    hours: number;
    until?: string;
    port: FunctionPort;
  },
): Promise<BacktestResult> {
  const toMs = until === undefined ? nowMs : Date.parse(until);
  const span = { from: isoFromMs(hoursBefore(hours, toMs)), to: isoFromMs(toMs) };
  await spendHeavy();
  try {
    return asResult((await api("POST /api/backtests", { body: { ...trial, ...span }, signal })).data);
  } catch (error) {
    throw atArguments(error);
  }
}

/** The shape of a backtest's answer. */
function asResult(data: unknown): BacktestResult {
  return data as BacktestResult;
}

/** Maps the paths of issues to the function's arguments, which have no `template`. */
function atArguments(error: unknown): unknown {
  if (!(error instanceof Refusal) || !Array.isArray(error.details.issues)) return error;
  const issues: Issue[] = error.details.issues;
  return validationRefusal(issues.map(({ path, message }) => ({ path: argumentOf(path), message })));
}

function argumentOf(path: string): string {
  const plain = path.replace(/^template\./, "");
  if (plain === "from") return "hours";
  return plain === "to" ? "until" : plain;
}

const MOST_RULES = 20;
const FIGURES = [
  "instance_id",
  "template_instance",
  "rule_id",
  "rule_name",
  "events",
  "active_at_end",
  "rate_per_day",
  "chattering",
  "active_share",
  "blind_share",
];

/** A backtest as a model gets it: its figures, and those of the rules with the most events. */
export function backtestFigures({ from, to, samples, summary, rules, missing_streams }: BacktestResult): Row {
  const most = rules.toSorted((a, b) => b.events - a.events).slice(0, MOST_RULES);
  return {
    from,
    to,
    samples,
    summary,
    rules: most.map((rule) => pick({ ...rule }, FIGURES)),
    ...(rules.length > most.length && { rules_left_out: rules.length - most.length }),
    ...(missing_streams.length > 0 && { missing_streams }),
  };
}

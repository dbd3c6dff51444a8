import { type ReadonlySignal, signal } from "@preact/signals";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import { type BackgroundClock, browserClock } from "../live/background_reads.ts";
import type { Backtest, BacktestBody, BacktestProgress, BacktestRequest, FinishedBacktest } from "./types.ts";

export interface RunsState {
  /** `waiting`: for a pause in the changes, or for the rate limit. */
  phase: "idle" | "waiting" | "running";
  /** While waiting for the rate limit: the time at which the run starts. */
  untilMs: number | null;
  progress: BacktestProgress | null;
  /** The last finished run; kept until the next one finishes. */
  last: FinishedBacktest | null;
  /** The baseline of the last run. */
  baseline: Backtest | null;
  problem: ApiProblem | null;
}

export interface BacktestRuns {
  readonly state: ReadonlySignal<RunsState>;
  /** Cancels the previous request and starts this one after a pause; undefined only cancels. */
  request(next: BacktestRequest | undefined): void;
  /** Starts the current request at once, even if it has run. */
  restart(): void;
  dispose(): void;
}

export interface RunsOptions {
  run(
    body: BacktestBody,
    options: { signal: AbortSignal; onProgress(progress: BacktestProgress): void },
  ): Promise<Backtest>;
  /** Times in milliseconds since 1970. */
  clock?: BackgroundClock;
  /** A run starts once nothing has changed for this long. */
  pauseMs?: number;
  /** Least time between the starts of two runs. */
  minIntervalMs?: number;
  /** The server accepts ten a minute from an address, which other users may share. */
  maxPerMinute?: number;
}

const IDLE: RunsState = {
  phase: "idle",
  untilMs: null,
  progress: null,
  last: null,
  baseline: null,
  problem: null,
};
const MINUTE_MS = 60_000;
const MAX_BASELINES = 20;
/** Longer waits are displayed. */
const SHOWN_WAIT_MS = 2_000;
const DEFAULT_RETRY_SECONDS = 10;

const wallClock: BackgroundClock = { ...browserClock, now: Date.now };

/** Debounced backtests of a draft: one at a time, only the newest request, within the rate limit. */
export function createBacktestRuns(
  { run, clock = wallClock, pauseMs = 800, minIntervalMs = 1_500, maxPerMinute = 8 }: RunsOptions,
): BacktestRuns {
  const state = signal<RunsState>(IDLE);
  const baselines = new Map<string, Backtest>();
  let current: BacktestRequest | undefined;
  let running: AbortController | undefined;
  let cancelWait = () => {};
  let earliestStartMs = 0;
  const startedAt: number[] = [];

  const change = (changes: Partial<RunsState>) => void (state.value = { ...state.peek(), ...changes });

  function stop(): void {
    cancelWait();
    running?.abort();
    running = undefined;
  }

  function startAt(atMs: number): void {
    stop();
    const waitMs = Math.max(0, atMs - clock.now());
    const untilMs = waitMs > SHOWN_WAIT_MS ? atMs : null;
    change({ phase: "waiting", untilMs, progress: null, problem: null });
    cancelWait = clock.after(waitMs, () => void start());
  }

  async function start(): Promise<void> {
    const request = current;
    if (request === undefined) return;
    const abort = running = new AbortController();
    change({ phase: "running", untilMs: null, progress: null, problem: null });
    try {
      const backtest = await runOnce(request.body, abort);
      keepAsBaseline(request, backtest);
      change({ last: { request, backtest }, baseline: baselineOf(request) });
      await runBaseline(request, abort);
      if (!abort.signal.aborted) change({ phase: "idle", progress: null, baseline: baselineOf(request) });
    } catch (error) {
      if (!abort.signal.aborted) failed(problemOf(error));
    }
    if (running === abort) running = undefined;
  }

  async function runOnce(body: BacktestBody, abort: AbortController): Promise<Backtest> {
    startedAt.push(clock.now());
    if (startedAt.length > maxPerMinute) startedAt.shift();
    earliestStartMs = Math.max(
      clock.now() + minIntervalMs,
      startedAt.length < maxPerMinute ? 0 : startedAt[0]! + MINUTE_MS,
    );
    const onProgress = (progress: BacktestProgress) => {
      if (!abort.signal.aborted) change({ progress });
    };
    const backtest = await run(body, { signal: abort.signal, onProgress });
    abort.signal.throwIfAborted();
    return backtest;
  }

  function keepAsBaseline({ baseline }: BacktestRequest, backtest: Backtest): void {
    if (baseline !== undefined && baseline.body === undefined) keep(baseline.key, backtest);
  }

  function keep(key: string, backtest: Backtest): void {
    baselines.delete(key);
    baselines.set(key, backtest);
    if (baselines.size > MAX_BASELINES) baselines.delete(baselines.keys().next().value ?? "");
  }

  function baselineOf({ baseline }: BacktestRequest): Backtest | null {
    return baseline === undefined ? null : baselines.get(baseline.key) ?? null;
  }

  /** A failure is ignored: the result is then displayed without a comparison. */
  async function runBaseline({ baseline }: BacktestRequest, abort: AbortController): Promise<void> {
    if (baseline?.body === undefined || baselines.has(baseline.key)) return;
    try {
      keep(baseline.key, await runOnce(baseline.body, abort));
    } catch {
      abort.signal.throwIfAborted();
    }
  }

  function failed(problem: ApiProblem): void {
    if (problem.code !== "RATE_LIMITED") return change({ phase: "idle", progress: null, problem });
    const seconds = Number(problem.details.retry_after_seconds ?? DEFAULT_RETRY_SECONDS);
    startAt(earliestStartMs = clock.now() + seconds * 1_000 + 500);
  }

  return {
    state,
    request(next) {
      if (next?.key === current?.key) return;
      current = next;
      if (next !== undefined) return startAt(Math.max(clock.now() + pauseMs, earliestStartMs));
      stop();
      change({ phase: "idle", untilMs: null, progress: null, problem: null });
    },
    restart() {
      if (current !== undefined) startAt(clock.now());
    },
    dispose: stop,
  };
}

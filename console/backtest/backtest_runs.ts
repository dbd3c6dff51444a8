import { type ReadonlySignal, signal } from "@preact/signals";
import { type ApiProblem, problemOf } from "../api/problem.ts";
import { type BackgroundClock, browserClock } from "../live/background_reads.ts";
import type { Backtest, BacktestBody, BacktestProgress, Finished, Wanted } from "./types.ts";

export interface RunsState {
  /** `waiting`: for a pause in what changes, or for its turn under the limit. */
  at: "idle" | "waiting" | "running";
  /** While it waits for its turn: until then. */
  untilMs: number | null;
  progress: BacktestProgress | null;
  /** The last one that was finished; it stays until another is. */
  last: Finished | null;
  /** What the last one is held against. */
  base: Backtest | null;
  problem: ApiProblem | null;
}

export interface BacktestRuns {
  readonly state: ReadonlySignal<RunsState>;
  /** Supersedes what was wanted: that is cancelled, and this begins after a pause. Undefined: nothing is wanted. */
  want(wanted: Wanted | undefined): void;
  /** Begins at once what is wanted, again if need be. */
  again(): void;
  dispose(): void;
}

export interface RunsOptions {
  ask(
    body: BacktestBody,
    options: { signal: AbortSignal; onProgress(progress: BacktestProgress): void },
  ): Promise<Backtest>;
  /** Times in milliseconds since 1970. */
  clock?: BackgroundClock;
  /** Nothing begins before so long nothing changed. */
  pauseMs?: number;
  /** One begins no sooner after another. */
  apartMs?: number;
  /** Ten a minute are taken, and others want some of them. */
  mostAMinute?: number;
}

const IDLE: RunsState = { at: "idle", untilMs: null, progress: null, last: null, base: null, problem: null };
const MINUTE_MS = 60_000;
const MOST_BASES = 20;
/** A wait that is longer is told. */
const TOLD_WAIT_MS = 2_000;
const USUAL_RETRY_SECONDS = 10;

const wallClock: BackgroundClock = { ...browserClock, now: Date.now };

/** Backtests of what is being changed: one at a time, the newest alone, not too many a minute. */
export function createBacktestRuns(
  { ask, clock = wallClock, pauseMs = 800, apartMs = 1_500, mostAMinute = 8 }: RunsOptions,
): BacktestRuns {
  const state = signal<RunsState>(IDLE);
  const bases = new Map<string, Backtest>();
  let wanted: Wanted | undefined;
  let running: AbortController | undefined;
  let cancelWait = () => {};
  let notBeforeMs = 0;
  const begunAt: number[] = [];

  const change = (changes: Partial<RunsState>) => void (state.value = { ...state.peek(), ...changes });

  function stop(): void {
    cancelWait();
    running?.abort();
    running = undefined;
  }

  function beginAt(atMs: number): void {
    stop();
    const waitMs = Math.max(0, atMs - clock.now());
    const untilMs = waitMs > TOLD_WAIT_MS ? atMs : null;
    change({ at: "waiting", untilMs, progress: null, problem: null });
    cancelWait = clock.after(waitMs, () => void begin());
  }

  async function begin(): Promise<void> {
    const mine = wanted;
    if (mine === undefined) return;
    const abort = running = new AbortController();
    change({ at: "running", untilMs: null, progress: null, problem: null });
    try {
      const backtest = await asked(mine.body, abort);
      keepBase(mine, backtest);
      change({ last: { wanted: mine, backtest }, base: baseOf(mine) });
      await askBase(mine, abort);
      if (!abort.signal.aborted) change({ at: "idle", progress: null, base: baseOf(mine) });
    } catch (error) {
      if (!abort.signal.aborted) failed(problemOf(error));
    }
    if (running === abort) running = undefined;
  }

  async function asked(body: BacktestBody, abort: AbortController): Promise<Backtest> {
    begunAt.push(clock.now());
    if (begunAt.length > mostAMinute) begunAt.shift();
    notBeforeMs = Math.max(
      clock.now() + apartMs,
      begunAt.length < mostAMinute ? 0 : begunAt[0] + MINUTE_MS,
    );
    const onProgress = (progress: BacktestProgress) => {
      if (!abort.signal.aborted) change({ progress });
    };
    const backtest = await ask(body, { signal: abort.signal, onProgress });
    abort.signal.throwIfAborted();
    return backtest;
  }

  function keepBase({ base }: Wanted, backtest: Backtest): void {
    if (base !== undefined && base.body === undefined) keep(base.key, backtest);
  }

  function keep(key: string, backtest: Backtest): void {
    bases.delete(key);
    bases.set(key, backtest);
    if (bases.size > MOST_BASES) bases.delete(bases.keys().next().value ?? "");
  }

  function baseOf({ base }: Wanted): Backtest | null {
    return base === undefined ? null : bases.get(base.key) ?? null;
  }

  /** It stands beside what was asked for: without it there is only no comparison. */
  async function askBase({ base }: Wanted, abort: AbortController): Promise<void> {
    if (base?.body === undefined || bases.has(base.key)) return;
    try {
      keep(base.key, await asked(base.body, abort));
    } catch {
      abort.signal.throwIfAborted();
    }
  }

  function failed(problem: ApiProblem): void {
    if (problem.code !== "RATE_LIMITED") return change({ at: "idle", progress: null, problem });
    const seconds = Number(problem.details.retry_after_seconds ?? USUAL_RETRY_SECONDS);
    beginAt(notBeforeMs = clock.now() + seconds * 1_000 + 500);
  }

  return {
    state,
    want(next) {
      if (next?.key === wanted?.key) return;
      wanted = next;
      if (next !== undefined) return beginAt(Math.max(clock.now() + pauseMs, notBeforeMs));
      stop();
      change({ at: "idle", untilMs: null, progress: null, problem: null });
    },
    again() {
      if (wanted !== undefined) beginAt(clock.now());
    },
    dispose: stop,
  };
}

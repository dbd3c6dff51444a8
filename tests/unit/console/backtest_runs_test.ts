import { assertEquals } from "@std/assert";
import { ApiProblem } from "../../../console/api/problem.ts";
import { createBacktestRuns } from "../../../console/backtest/backtest_runs.ts";
import type {
  Backtest,
  BacktestBody,
  BacktestProgress,
  BacktestRequest,
} from "../../../console/backtest/types.ts";
import { turnedClock } from "./support.ts";

interface Call {
  body: BacktestBody;
  signal: AbortSignal;
  onProgress(progress: BacktestProgress): void;
  answer(events: number): Promise<void>;
  fail(problem: ApiProblem): Promise<void>;
}

function backtest(events: number): Backtest {
  const summary = {
    events,
    active_at_end: 0,
    rate_per_day: events,
    chattering: 0,
    active_seconds: 0,
    active_share: 0,
    blind_seconds: 0,
    blind_share: 0,
  };
  return {
    from: "",
    to: "",
    samples: 0,
    evaluations: 0,
    summary,
    rules: [],
    events: [],
    truncated: false,
    series: [],
    series_left_out: 0,
    missing_streams: [],
    warnings: [],
  };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

function testRuns() {
  const { clock, turn } = turnedClock();
  const calls: Call[] = [];
  const runs = createBacktestRuns({
    clock,
    pauseMs: 800,
    minIntervalMs: 7_000,
    maxPerMinute: 4,
    run(body, options) {
      const { promise, resolve, reject } = Promise.withResolvers<Backtest>();
      options.signal.addEventListener("abort", () => reject(options.signal.reason));
      calls.push({
        body,
        ...options,
        answer: (events) => (resolve(backtest(events)), settled()),
        fail: (problem) => (reject(problem), settled()),
      });
      return promise;
    },
  });
  return { runs, calls, turn };
}

function request(key: string, baseline?: BacktestRequest["baseline"]): BacktestRequest {
  const evaluated = { template: { rules: [], placeholders: [] }, instances: [] };
  return { key, body: { key }, evaluated, baseline };
}

Deno.test("a backtest starts once nothing changed for a pause, and only the newest one", async () => {
  const { runs, calls, turn } = testRuns();
  runs.request(request("a"));
  turn(500);
  runs.request(request("b"));
  turn(1_299);
  assertEquals([calls.length, runs.state.value.phase], [0, "waiting"]);
  turn(1_300);
  assertEquals(calls.map(({ body }) => body.key), ["b"]);
  await calls[0].answer(3);
  const { phase, last } = runs.state.value;
  assertEquals([phase, last?.request.key, last?.backtest.summary.events], ["idle", "b", 3]);
});

Deno.test("a superseded backtest is cancelled at once, and its result is not shown", async () => {
  const { runs, calls, turn } = testRuns();
  runs.request(request("a"));
  turn(800);
  calls[0].onProgress({ judged_to: "", share: 0.5, samples: 1, events: 1 });
  assertEquals(runs.state.value.progress?.share, 0.5);
  runs.request(request("b"));
  assertEquals([calls[0].signal.aborted, runs.state.value.progress], [true, null]);
  calls[0].onProgress({ judged_to: "", share: 0.9, samples: 1, events: 1 });
  await calls[0].answer(1);
  assertEquals([runs.state.value.last, runs.state.value.progress], [null, null]);
  turn(20_000);
  await calls[1].answer(2);
  assertEquals(runs.state.value.last?.request.key, "b");
});

Deno.test("a backtest keeps its distance from the previous one unless it is restarted", async () => {
  const { runs, calls, turn } = testRuns();
  runs.request(request("a"));
  turn(800);
  await calls[0].answer(1);
  turn(2_000);
  runs.request(request("b"));
  assertEquals(runs.state.value.untilMs, 7_800);
  turn(7_799);
  assertEquals(calls.length, 1);
  turn(7_800);
  assertEquals(calls.length, 2);
  runs.request(request("c"));
  runs.restart();
  turn(7_800);
  assertEquals(calls.map(({ body }) => body.key), ["a", "b", "c"]);
});

Deno.test("the number of backtests per minute is limited", async () => {
  const { runs, calls, turn } = testRuns();
  for (let at = 0; at < 180_000; at += 5_000) {
    runs.request(request(String(at)));
    turn(at);
    await calls.at(-1)?.answer(1);
  }
  const begun = calls.length;
  assertEquals(begun > 8 && begun <= 12, true, String(begun));
});

Deno.test("an equal request is not run again, and no request cancels", () => {
  const { runs, calls, turn } = testRuns();
  runs.request(request("a"));
  turn(800);
  runs.request(request("a"));
  turn(60_000);
  assertEquals([calls.length, calls[0].signal.aborted], [1, false]);
  runs.request(undefined);
  assertEquals([calls[0].signal.aborted, runs.state.value.phase], [true, "idle"]);
});

Deno.test("beyond the rate limit it waits for the given time and runs again by itself", async () => {
  const { runs, calls, turn } = testRuns();
  runs.request(request("a"));
  turn(800);
  await calls[0].fail(
    new ApiProblem("Too many", { code: "RATE_LIMITED", details: { retry_after_seconds: 30 } }),
  );
  assertEquals([runs.state.value.problem, runs.state.value.untilMs], [null, 31_300]);
  turn(31_299);
  assertEquals(calls.length, 1);
  turn(31_300);
  await calls[1].fail(new ApiProblem("No such stream", { code: "VALIDATION_FAILED", status: 400 }));
  assertEquals([runs.state.value.phase, runs.state.value.problem?.message], ["idle", "No such stream"]);
  runs.restart();
  turn(31_300);
  assertEquals([calls.length, runs.state.value.problem], [3, null]);
});

Deno.test("a change is compared with the stored template, which is run once", async () => {
  const { runs, calls, turn } = testRuns();
  runs.request(request("stored", { key: "v1" }));
  turn(800);
  await calls[0].answer(40);
  runs.request(request("changed", { key: "v1", body: { key: "base" } }));
  turn(10_000);
  await calls[1].answer(10);
  assertEquals([calls.length, runs.state.value.phase, runs.state.value.baseline?.summary.events], [
    2,
    "idle",
    40,
  ]);
  runs.request(request("elsewhere", { key: "v1 other", body: { key: "base" } }));
  turn(30_000);
  await calls[2].answer(5);
  assertEquals([runs.state.value.baseline, calls[3].body.key], [null, "base"]);
  await calls[3].answer(6);
  assertEquals([runs.state.value.phase, runs.state.value.baseline?.summary.events], ["idle", 6]);
});

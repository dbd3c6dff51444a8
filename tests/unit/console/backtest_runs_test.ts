import { assertEquals } from "@std/assert";
import { ApiProblem } from "../../../console/api/problem.ts";
import { createBacktestRuns } from "../../../console/backtest/backtest_runs.ts";
import type { Backtest, BacktestBody, BacktestProgress, Wanted } from "../../../console/backtest/types.ts";
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
    ...{ events, active_at_end: 0, rate_per_day: events, chattering: 0 },
    ...{ active_seconds: 0, active_share: 0, blind_seconds: 0, blind_share: 0 },
  };
  return {
    ...{ from: "", to: "", samples: 0, evaluations: 0, summary, rules: [], events: [], truncated: false },
    ...{ series: [], series_left_out: 0, missing_streams: [] },
  };
}

const settled = () => new Promise<void>((resolve) => setTimeout(resolve));

function house() {
  const { clock, turn } = turnedClock();
  const calls: Call[] = [];
  const runs = createBacktestRuns({
    ...{ clock, pauseMs: 800, apartMs: 7_000, mostAMinute: 4 },
    ask(body, options) {
      const { promise, resolve, reject } = Promise.withResolvers<Backtest>();
      options.signal.addEventListener("abort", () => reject(options.signal.reason));
      calls.push({
        ...{ body, ...options },
        answer: (events) => (resolve(backtest(events)), settled()),
        fail: (problem) => (reject(problem), settled()),
      });
      return promise;
    },
  });
  return { runs, calls, turn };
}

function wanted(key: string, base?: Wanted["base"]): Wanted {
  return { key, body: { key }, judged: { template: { rules: [], placeholders: [] }, instances: [] }, base };
}

Deno.test("a backtest begins once nothing changed for a pause, and the newest alone", async () => {
  const { runs, calls, turn } = house();
  runs.want(wanted("a"));
  turn(500);
  runs.want(wanted("b"));
  turn(1_299);
  assertEquals([calls.length, runs.state.value.at], [0, "waiting"]);
  turn(1_300);
  assertEquals(calls.map(({ body }) => body.key), ["b"]);
  await calls[0].answer(3);
  const { at, last } = runs.state.value;
  assertEquals([at, last?.wanted.key, last?.backtest.summary.events], ["idle", "b", 3]);
});

Deno.test("what is superseded is cancelled at once, and what it answers is not shown", async () => {
  const { runs, calls, turn } = house();
  runs.want(wanted("a"));
  turn(800);
  calls[0].onProgress({ judged_to: "", share: 0.5, samples: 1, events: 1 });
  assertEquals(runs.state.value.progress?.share, 0.5);
  runs.want(wanted("b"));
  assertEquals([calls[0].signal.aborted, runs.state.value.progress], [true, null]);
  calls[0].onProgress({ judged_to: "", share: 0.9, samples: 1, events: 1 });
  await calls[0].answer(1);
  assertEquals([runs.state.value.last, runs.state.value.progress], [null, null]);
  turn(20_000);
  await calls[1].answer(2);
  assertEquals(runs.state.value.last?.wanted.key, "b");
});

Deno.test("one begins no sooner than its time after another, unless somebody asks for it", async () => {
  const { runs, calls, turn } = house();
  runs.want(wanted("a"));
  turn(800);
  await calls[0].answer(1);
  turn(2_000);
  runs.want(wanted("b"));
  assertEquals(runs.state.value.untilMs, 7_800);
  turn(7_799);
  assertEquals(calls.length, 1);
  turn(7_800);
  assertEquals(calls.length, 2);
  runs.want(wanted("c"));
  runs.again();
  turn(7_800);
  assertEquals(calls.map(({ body }) => body.key), ["a", "b", "c"]);
});

Deno.test("no more than so many begin in any minute", async () => {
  const { runs, calls, turn } = house();
  for (let at = 0; at < 180_000; at += 5_000) {
    runs.want(wanted(String(at)));
    turn(at);
    await calls.at(-1)?.answer(1);
  }
  const begun = calls.length;
  assertEquals(begun > 8 && begun <= 12, true, String(begun));
});

Deno.test("what comes to the same is not asked again, and nothing wanted cancels", () => {
  const { runs, calls, turn } = house();
  runs.want(wanted("a"));
  turn(800);
  runs.want(wanted("a"));
  turn(60_000);
  assertEquals([calls.length, calls[0].signal.aborted], [1, false]);
  runs.want(undefined);
  assertEquals([calls[0].signal.aborted, runs.state.value.at], [true, "idle"]);
});

Deno.test("beyond the limit it waits as long as it is told, and asks again by itself", async () => {
  const { runs, calls, turn } = house();
  runs.want(wanted("a"));
  turn(800);
  await calls[0].fail(
    new ApiProblem("Too many", { code: "RATE_LIMITED", details: { retry_after_seconds: 30 } }),
  );
  assertEquals([runs.state.value.problem, runs.state.value.untilMs], [null, 31_300]);
  turn(31_299);
  assertEquals(calls.length, 1);
  turn(31_300);
  await calls[1].fail(new ApiProblem("No such stream", { code: "VALIDATION_FAILED", status: 400 }));
  assertEquals([runs.state.value.at, runs.state.value.problem?.message], ["idle", "No such stream"]);
  runs.again();
  turn(31_300);
  assertEquals([calls.length, runs.state.value.problem], [3, null]);
});

Deno.test("a change is held against what is stored, which is asked for once", async () => {
  const { runs, calls, turn } = house();
  runs.want(wanted("stored", { key: "v1" }));
  turn(800);
  await calls[0].answer(40);
  runs.want(wanted("changed", { key: "v1", body: { key: "base" } }));
  turn(10_000);
  await calls[1].answer(10);
  assertEquals([calls.length, runs.state.value.at, runs.state.value.base?.summary.events], [2, "idle", 40]);
  runs.want(wanted("elsewhere", { key: "v1 other", body: { key: "base" } }));
  turn(30_000);
  await calls[2].answer(5);
  assertEquals([runs.state.value.base, calls[3].body.key], [null, "base"]);
  await calls[3].answer(6);
  assertEquals([runs.state.value.at, runs.state.value.base?.summary.events], ["idle", 6]);
});

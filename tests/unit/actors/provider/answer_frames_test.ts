import { assertEquals } from "@std/assert";
import { answerFrames } from "../../../../actors/provider/entries.ts";
import type { BacktestResult, BacktestSeries } from "../../../../domain/backtest/types.ts";
import type { Exchange, Proposal } from "../../../../domain/conversation/types.ts";
import { NO_TOKENS } from "../../../../domain/conversation/types.ts";

const FIGURES = {
  events: 0,
  active_at_end: 0,
  rate_per_day: 0,
  chattering: 0,
  active_seconds: 0,
  active_share: 0,
  blind_seconds: 0,
  blind_share: 0,
};

function series(stream_name: string): BacktestSeries {
  return {
    stream_name,
    data_type: "NUM",
    uom: null,
    held: null,
    samples: 0,
    buckets: [],
    changes: [],
    truncated: false,
  };
}

function proposal(stream: string, description = ""): Proposal {
  const backtest: BacktestResult = {
    from: "",
    to: "",
    samples: 0,
    evaluations: 0,
    summary: FIGURES,
    rules: [],
    events: [],
    truncated: false,
    series: [series(stream)],
    series_left_out: 1,
    missing_streams: [],
    warnings: [],
  };
  return { template: { description }, placeholder_mappings: {}, backtest, backtest_problem: null };
}

function exchange(proposals: Proposal[]): Exchange {
  return {
    provider_id: 1,
    session_id: "ses_1",
    response: "Here",
    function_calls: [],
    api_usage: NO_TOKENS,
    evidence: [{ type: "event", id: 1, name: "A" }],
    unverified: [],
    proposals,
  };
}

const dataOf = (given: Exchange) => answerFrames({ userId: 1 }, given, 0)[0].data;

Deno.test("answerFrames() sends a small exchange whole, and nothing for an API key", () => {
  const small = exchange([proposal("A")]);
  assertEquals(dataOf(small), small);
  assertEquals(answerFrames({ userId: undefined }, small, 0), []);
});

Deno.test("answerFrames() leaves out the series of a large exchange first, then its lists", () => {
  const drawn = exchange([proposal("A".repeat(30_000)), { ...proposal("B"), backtest: null }]);
  const [first, second] = (dataOf(drawn) as Exchange).proposals;
  assertEquals([first.backtest?.series, first.backtest?.series_left_out, second.backtest], [[], 2, null]);
  const written = exchange([proposal("A", "x".repeat(30_000))]);
  const { proposals, evidence, response } = dataOf(written) as Exchange;
  assertEquals([proposals, evidence, response], [[], [], "Here"]);
});

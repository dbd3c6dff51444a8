import { assert, assertEquals } from "@std/assert";
import {
  answerTokensOf,
  cutToTokens,
  keptHistory,
  resultTokensOf,
  shareOut,
  tokensOf,
} from "../../../../domain/conversation/window.ts";

const exchange = (tokens: number) => ({ question: "q".repeat(3), answer: "a".repeat((tokens - 1) * 3) });

Deno.test("keptHistory() keeps whole exchanges, the newest first, in their order", () => {
  const history = [exchange(500), exchange(400), exchange(300)].map((each, at) => ({
    ...each,
    question: `q${at}0`,
  }));
  const kept = (fixedTokens: number) =>
    keptHistory(history, { windowTokens: 4_096, fixedTokens, resultTokens: 100 })?.map(({ question }) =>
      question
    );
  const room = 4_096 - answerTokensOf(4_096) - 100;
  assertEquals(kept(room - 1_200), ["q00", "q10", "q20"]);
  assertEquals(kept(room - 1_199), ["q10", "q20"]);
  assertEquals(kept(room - 300), ["q20"]);
  assertEquals(kept(room - 299), []);
  assertEquals(kept(room), []);
  assertEquals(kept(room + 1), undefined);
});

Deno.test("an answer may take an eighth of the window, from 1,024 to 4,096 tokens", () => {
  const windows = [4_096, 8_192, 8_200, 32_760, 32_768, 2_000_000];
  assertEquals(windows.map(answerTokensOf), [1_024, 1_024, 1_025, 4_095, 4_096, 4_096]);
});

Deno.test("one result may take half of the tokens for results, up to 4,000", () => {
  assertEquals([2_000, 7_999, 8_000, 48_000].map(resultTokensOf), [1_000, 3_999, 4_000, 4_000]);
});

Deno.test("shareOut() leaves functions out unless 2,000 tokens for their results are left", () => {
  const given = { windowTokens: 8_192, functionTokens: 5_000 };
  const room = 8_192 - 1_024 - 5_000 - 2_000;
  assertEquals(shareOut({ ...given, fixedTokens: room }), { hasFunctions: true, context: 0, results: 2_000 });
  const without = shareOut({ ...given, fixedTokens: room + 1 });
  assertEquals(without, { hasFunctions: false, context: 2_048, results: 0 });
  assertEquals(shareOut({ ...given, fixedTokens: 100, functionTokens: 0 }).hasFunctions, false);
});

Deno.test("shareOut() gives half of the rest to function results, three eighths of the window at most", () => {
  const shares = (windowTokens: number) =>
    shareOut({ windowTokens, fixedTokens: 300, functionTokens: 5_000 });
  assertEquals(shares(16_000), { hasFunctions: true, context: 2_350, results: 4_350 });
  assertEquals(shares(128_000), { hasFunctions: true, context: 32_000, results: 48_000 });
});

Deno.test("shareOut() never exceeds the window, and keeps an eighth of it for earlier exchanges", () => {
  for (const windowTokens of [4_096, 8_000, 12_000, 16_000, 32_000, 128_000, 2_000_000]) {
    for (const fixedTokens of [200, 1_000, 3_000, 10_000, 100_000]) {
      for (const functionTokens of [0, 5_000]) {
        const shares = shareOut({ windowTokens, fixedTokens, functionTokens });
        const taken = answerTokensOf(windowTokens) + fixedTokens + shares.results + shares.context +
          (shares.hasFunctions ? functionTokens : 0);
        const free = windowTokens - taken;
        assert(free >= 0 || (shares.context === 0 && !shares.hasFunctions), `${windowTokens} ${fixedTokens}`);
        assert(
          shares.context === 0 || free >= Math.floor(windowTokens / 8),
          `${windowTokens} ${fixedTokens}`,
        );
      }
    }
  }
});

Deno.test("cutToTokens() cuts between characters", () => {
  assertEquals(cutToTokens("abcdef", 2), "abcdef");
  assertEquals(cutToTokens("abcdefg", 2), "abcdef");
  assertEquals(tokensOf("温度😀"), 4);
  assertEquals(cutToTokens("温度😀x", 3), "温度");
});

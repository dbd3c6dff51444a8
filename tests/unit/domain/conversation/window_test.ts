import { assertEquals } from "@std/assert";
import { cutToTokens, keptHistory, sharesOf, tokensOf } from "../../../../domain/conversation/window.ts";

const exchange = (tokens: number) => ({ question: "q".repeat(3), answer: "a".repeat((tokens - 1) * 3) });

Deno.test("keptHistory() keeps whole exchanges, the newest first, in their order", () => {
  const history = [exchange(500), exchange(400), exchange(300)].map((each, at) => ({
    ...each,
    question: `q${at}0`,
  }));
  const { answer } = sharesOf(4_096);
  const kept = (fixedTokens: number) =>
    keptHistory(history, { windowTokens: 4_096, fixedTokens, hasFunctions: false })?.map(({ question }) =>
      question
    );
  const room = 4_096 - answer;
  assertEquals(kept(room - 1_200), ["q00", "q10", "q20"]);
  assertEquals(kept(room - 1_199), ["q10", "q20"]);
  assertEquals(kept(room - 300), ["q20"]);
  assertEquals(kept(room - 299), []);
  assertEquals(kept(room), []);
  assertEquals(kept(room + 1), undefined);
});

Deno.test("keptHistory() leaves room for a function's result where there are functions", () => {
  const { answer, result } = sharesOf(4_096);
  const fixedTokens = 4_096 - answer - result;
  const given = { windowTokens: 4_096, hasFunctions: true };
  assertEquals(keptHistory([], { ...given, fixedTokens }), []);
  assertEquals(keptHistory([], { ...given, fixedTokens: fixedTokens + 1 }), undefined);
});

Deno.test("the shares of a window never take more than the window", () => {
  for (const windowTokens of [4_096, 16_000, 128_000, 2_000_000]) {
    const { answer, context, results } = sharesOf(windowTokens);
    assertEquals(answer + context + results <= windowTokens, true);
  }
});

Deno.test("cutToTokens() cuts between characters", () => {
  assertEquals(cutToTokens("abcdef", 2), "abcdef");
  assertEquals(cutToTokens("abcdefg", 2), "abcdef");
  assertEquals(tokensOf("温度😀"), 4);
  assertEquals(cutToTokens("温度😀x", 3), "温度");
});

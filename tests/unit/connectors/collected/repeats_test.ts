import { assertEquals } from "@std/assert";
import { lastRepeat, repeatTimes, withRepeats } from "../../../../connectors/collected/repeats.ts";
import type { Sample } from "../../../../domain/sample/types.ts";

const LIVES = [{ from: 5, to: 32 }, { from: 61, to: 90 }];
const repeating = { step: 10, lives: LIVES };

function sample(time: number, value: number): Sample {
  return { time, value, quality: "good" };
}

Deno.test("repeatTimes() are the multiples within lives, from < time ≤ to", () => {
  assertEquals(repeatTimes({ from: 0, to: 100 }, repeating), [10, 20, 30, 70, 80, 90]);
  assertEquals(repeatTimes({ from: 10, to: 80 }, repeating), [20, 30, 70, 80]);
  assertEquals(repeatTimes({ from: 31, to: 69 }, repeating), []);
  assertEquals(repeatTimes({ from: 0, to: 100 }, { step: 0, lives: LIVES }), []);
  assertEquals(repeatTimes({ from: -25, to: 0 }, { step: 10, lives: [{ from: -20, to: 0 }] }), [-20, -10, 0]);
});

Deno.test("lastRepeat() is the newest multiple within a life", () => {
  const asked = [4, 9, 10, 25, 40, 61, 69, 70, 1_000, Infinity];
  const expected = [undefined, undefined, 10, 20, 30, 30, 30, 70, 90, 90];
  assertEquals(asked.map((at) => lastRepeat(at, repeating)), expected);
});

Deno.test("withRepeats() repeats the value held, and nothing at the time of a stored sample", () => {
  const samples = [sample(20, 2), sample(25, 3)];
  const shown = (held: Sample | null) =>
    withRepeats(samples, { held, span: { from: 0, to: 100 }, repeating }).map(({ time, value }) =>
      `${time}=${value}`
    );
  assertEquals(shown(null), ["20=2", "25=3", "30=3", "70=3", "80=3", "90=3"]);
  assertEquals(shown(sample(-7, 1)).slice(0, 3), ["10=1", "20=2", "25=3"]);
});

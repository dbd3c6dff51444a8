import { assertEquals } from "@std/assert";
import { storeThenDrain } from "../../../main/shutdown.ts";

/** What the two steps were given, where the first takes so long. */
async function given(tookMs: number, deadlineMs = 2_000) {
  let nowMs = 7;
  const within: number[] = [];
  await storeThenDrain({
    ...{ deadlineMs, storeMs: 1_500, now: () => nowMs },
    async store(withinMs) {
      within.push(withinMs);
      nowMs += await Promise.resolve(tookMs);
    },
    // deno-lint-ignore require-await -- what it is given is all that counts
    async drain(withinMs) {
      within.push(withinMs);
    },
  });
  return within;
}

Deno.test("storeThenDrain() leaves the draining what the last generation has not taken, and nothing beyond", async () => {
  assertEquals(await given(100), [1_500, 1_900]);
  assertEquals(await given(1_500), [1_500, 500]);
  assertEquals(await given(2_100), [1_500, 0]);
  assertEquals(await given(0, 0), [0, 0]);
});

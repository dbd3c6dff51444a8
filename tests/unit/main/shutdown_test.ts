import { assertEquals } from "@std/assert";
import { storeThenDrain } from "../../../main/shutdown.ts";

/** The deadlines of the two steps when the first one takes this long. */
async function given(tookMs: number, deadlineMs = 2_000) {
  let nowMs = 7;
  const within: number[] = [];
  await storeThenDrain({
    deadlineMs,
    storeMs: 1_500,
    now: () => nowMs,
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

Deno.test("storeThenDrain() gives the drain the rest of the deadline after the last generation", async () => {
  assertEquals(await given(100), [1_500, 1_900]);
  assertEquals(await given(1_500), [1_500, 500]);
  assertEquals(await given(2_100), [1_500, 0]);
  assertEquals(await given(0, 0), [0, 0]);
});

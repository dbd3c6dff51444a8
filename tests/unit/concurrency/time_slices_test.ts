import { assertEquals } from "@std/assert";
import { inTimeSlices, timeSlices } from "../../../concurrency/time_slices.ts";

/** A clock that goes on by itself at each look, and counts the yields. */
function steppedClock(stepMs: number) {
  const seen = { yields: 0 };
  let nowMs = 0;
  const clock = () => nowMs += stepMs;
  const sleep = () => Promise.resolve(void seen.yields++);
  return { seen, options: { clock, sleep } };
}

Deno.test("timeSlices() yields when 10 ms have passed, and not before", async () => {
  const { seen, options } = steppedClock(3);
  const pause = timeSlices(options);
  const yields: number[] = [];
  for (let i = 0; i < 8; i++) {
    await pause();
    yields.push(seen.yields);
  }
  assertEquals(yields, [0, 0, 0, 1, 1, 1, 1, 2]);
});

Deno.test("inTimeSlices() yields between steps after 10 ms, and returns the result", async () => {
  const { seen, options } = steppedClock(6);
  function* steps() {
    for (let i = 0; i < 6; i++) yield;
    return "done";
  }
  assertEquals([await inTimeSlices(steps(), options), seen.yields], ["done", 3]);
});

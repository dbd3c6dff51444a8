import { assertEquals } from "@std/assert";
import { isWithin, secondsLeft, windowAt } from "../../../../domain/rate_limit/window.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 31, 8, 15);

Deno.test("windowAt() gives the clock's minute, with its start and without its end", () => {
  const window = { startMs: START, endMs: START + MINUTE };
  assertEquals(windowAt(START, MINUTE), window);
  assertEquals(windowAt(START + MINUTE - 1, MINUTE), window);
  assertEquals(windowAt(START + MINUTE, MINUTE).startMs, window.endMs);
  assertEquals(windowAt(START - 1, MINUTE).endMs, window.startMs);
});

Deno.test("isWithin() holds from the start to just before the end", () => {
  const window = windowAt(START, MINUTE);
  const at = [START - 1, START, START + MINUTE - 1, START + MINUTE];
  assertEquals(at.map((nowMs) => isWithin(window, nowMs)), [false, true, true, false]);
});

Deno.test("secondsLeft() ends in the next window, never before it", () => {
  const window = windowAt(START, MINUTE);
  const after = [0, 1, 999, 1000, 1001, 59_000, 59_001, 59_999];
  assertEquals(after.map((ms) => secondsLeft(window, START + ms)), [60, 60, 60, 59, 59, 1, 1, 1]);
  for (const ms of after) {
    assertEquals(isWithin(window, START + ms + secondsLeft(window, START + ms) * 1000), false);
  }
});

import { assertEquals } from "@std/assert";
import { Avoidance } from "../../../../domain/lending/avoidance.ts";

const MINUTES = 60_000;

Deno.test("who fails is avoided for 10 s, then twice as long each time, for 10 min at most", () => {
  const avoidance = new Avoidance();
  const spans: (number | undefined)[] = [];
  for (let nowMs = 0, times = 0; times < 9; times++) {
    const forMs = avoidance.blame("a", nowMs);
    spans.push(forMs);
    assertEquals(avoidance.blame("a", nowMs + 1), undefined, "what fails together counts once");
    nowMs += forMs ?? 0;
    assertEquals([avoidance.isAvoided("a", nowMs - 1), avoidance.isAvoided("a", nowMs)], [true, false]);
  }
  assertEquals(spans, [10, 20, 40, 80, 160, 320, 600, 600, 600].map((seconds) => seconds * 1_000));
});

Deno.test("10 min without a failure and all is forgiven, a moment less and nothing is", () => {
  for (const [leftMs, forMs] of [[10 * MINUTES - 1, 40_000], [10 * MINUTES, 10_000]]) {
    const avoidance = new Avoidance();
    avoidance.blame("a", 0);
    avoidance.blame("a", 10_000);
    assertEquals(avoidance.blame("a", 30_000 + leftMs), forMs);
  }
});

Deno.test("each process is avoided for its own failures", () => {
  const avoidance = new Avoidance();
  avoidance.blame("a", 0);
  assertEquals([avoidance.isAvoided("b", 0), avoidance.blame("b", 0)], [false, 10_000]);
  assertEquals(avoidance.isAvoided("never", 0), false);
});

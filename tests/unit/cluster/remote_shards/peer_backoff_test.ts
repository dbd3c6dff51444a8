import { assertEquals } from "@std/assert";
import { PeerBackoff } from "../../../../cluster/remote_shards/peer_backoff.ts";

const MINUTES = 60_000;

Deno.test("who fails is avoided for 10 s, then twice as long each time, for 10 min at most", () => {
  const avoidance = new PeerBackoff();
  const spans: (number | undefined)[] = [];
  for (let nowMs = 0, times = 0; times < 9; times++) {
    const forMs = avoidance.recordFailure("a", nowMs);
    spans.push(forMs);
    assertEquals(avoidance.recordFailure("a", nowMs + 1), undefined, "what fails together counts once");
    nowMs += forMs ?? 0;
    assertEquals([avoidance.isBackingOff("a", nowMs - 1), avoidance.isBackingOff("a", nowMs)], [true, false]);
  }
  assertEquals(spans, [10, 20, 40, 80, 160, 320, 600, 600, 600].map((seconds) => seconds * 1_000));
});

Deno.test("10 min without a failure and all is forgiven, a moment less and nothing is", () => {
  for (const [leftMs, forMs] of [[10 * MINUTES - 1, 40_000], [10 * MINUTES, 10_000]]) {
    const avoidance = new PeerBackoff();
    avoidance.recordFailure("a", 0);
    avoidance.recordFailure("a", 10_000);
    assertEquals(avoidance.recordFailure("a", 30_000 + leftMs), forMs);
  }
});

Deno.test("each process is avoided for its own failures", () => {
  const avoidance = new PeerBackoff();
  avoidance.recordFailure("a", 0);
  assertEquals([avoidance.isBackingOff("b", 0), avoidance.recordFailure("b", 0)], [false, 10_000]);
  assertEquals(avoidance.isBackingOff("never", 0), false);
});

import { assertEquals } from "@std/assert";
import { PeerBackoff } from "../../../../cluster/remote_shards/peer_backoff.ts";

const MINUTES = 60_000;

Deno.test("a failure backs off for 10 s, then twice as long each time, up to 10 min", () => {
  const backoff = new PeerBackoff();
  const spans: (number | undefined)[] = [];
  for (let nowMs = 0, times = 0; times < 9; times++) {
    const forMs = backoff.recordFailure("a", nowMs);
    spans.push(forMs);
    assertEquals(backoff.recordFailure("a", nowMs + 1), undefined, "simultaneous failures count once");
    nowMs += forMs ?? 0;
    assertEquals([backoff.isBackingOff("a", nowMs - 1), backoff.isBackingOff("a", nowMs)], [true, false]);
  }
  assertEquals(spans, [10, 20, 40, 80, 160, 320, 600, 600, 600].map((seconds) => seconds * 1_000));
});

Deno.test("back-off resets after 10 min without a failure, and not before", () => {
  for (const [leftMs, forMs] of [[10 * MINUTES - 1, 40_000], [10 * MINUTES, 10_000]]) {
    const backoff = new PeerBackoff();
    backoff.recordFailure("a", 0);
    backoff.recordFailure("a", 10_000);
    assertEquals(backoff.recordFailure("a", 30_000 + leftMs), forMs);
  }
});

Deno.test("each process backs off for its own failures only", () => {
  const backoff = new PeerBackoff();
  backoff.recordFailure("a", 0);
  assertEquals([backoff.isBackingOff("b", 0), backoff.recordFailure("b", 0)], [false, 10_000]);
  assertEquals(backoff.isBackingOff("never", 0), false);
});

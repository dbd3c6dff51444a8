import { assert, assertEquals, assertRejects } from "@std/assert";
import type { PaceOptions, RequestKind } from "../../../connectors/pacing.ts";
import { createPace } from "../../../connectors/pacing.ts";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { TestClock } from "../../support/data_hub_client.ts";
import { ManualClock, settled } from "../../support/manual_clock.ts";

const MINUTE_MS = 60_000;
/** How many requests may be sent at once under a limit of 120. */
const BURST = 12;

function paceOf(
  requestsPerMinute: number | null,
  clock: Pick<PaceOptions, "now" | "sleep"> = new TestClock(),
) {
  const { now, sleep } = clock;
  const stop = new AbortController();
  const limits = { maxWaiting: 1000, maxQueueWaitMs: 600_000 };
  const pace = createPace({ requestsPerMinute, now, sleep, closed: stop.signal, ...limits });
  return { pace, stop };
}

/** A pace on a clock that the test advances, with a record of the requests sent. */
function watched(requestsPerMinute: number | null) {
  const clock = new ManualClock();
  const { pace, stop } = paceOf(requestsPerMinute, clock);
  const startMs = clock.nowMs;
  const left: { work: RequestKind; askedMs: number; leftMs: number }[] = [];
  const refused: { work: RequestKind; reason: unknown; atMs: number }[] = [];
  const ask = (work: RequestKind, times = 1) => {
    const askedMs = clock.nowMs - startMs;
    for (let i = 0; i < times; i++) {
      pace(work).then(
        () => left.push({ work, askedMs, leftMs: clock.nowMs - startMs }),
        (reason) => refused.push({ work, reason, atMs: clock.nowMs - startMs }),
      );
    }
  };
  const count = (work: RequestKind) => left.filter((one) => one.work === work).length;
  return { pace, stop, clock, left, refused, ask, count };
}

Deno.test("createPace() limits every 60 s, the first burst included", async () => {
  for (const limit of [1, 7, 60, 120, 1000]) {
    const clock = new TestClock();
    const { pace } = paceOf(limit, clock);
    const left: number[] = [];
    for (let sent = 0; sent < limit * 3; sent++) {
      await pace("gaps");
      left.push(clock.nowMs);
    }
    left.forEach((ms, index) =>
      assert(index < limit || ms - left[index - limit] >= 59_999, `${limit}: ${index}`)
    );
    assert(left[left.length - 1] - left[0] <= 200_000, `${limit} is too slow`);
  }
});

Deno.test("createPace() sends at once without a limit, or after enough time", async () => {
  const clock = new TestClock();
  const free = paceOf(null, clock);
  for (let sent = 0; sent < 1000; sent++) await free.pace("gaps");
  const { pace } = paceOf(6, clock);
  for (let sent = 0; sent < 5; sent++) {
    await pace("gaps");
    clock.nowMs += 10_000;
  }
  assertEquals(clock.slept, []);
});

Deno.test("createPace() tolerates a clock that is set back", async () => {
  const clock = new TestClock();
  const { pace } = paceOf(60, clock);
  for (let sent = 0; sent < 6; sent++) await pace("gaps");
  pace.hold(30_000);
  clock.nowMs -= 3_600_000;
  await pace("gaps");
  assert(clock.slept.every((ms) => ms <= 2_000));
});

Deno.test("createPace() gives of 10 requests 4 to the feed, 3 to gaps, 2 to trends, 1 to discovery", async () => {
  const { ask, clock, left } = watched(120);
  for (const work of ["discovery", "trends", "gaps", "feed"] as const) ask(work, 1000);
  await clock.advance(10 * MINUTE_MS - 1);
  // The first twelve were sent without waiting; discovery waits a round for the last of them.
  for (let from = BURST + 9; from + 100 <= left.length; from += 10) {
    const had = (work: RequestKind) => left.slice(from, from + 10).filter((one) => one.work === work).length;
    assertEquals([had("feed"), had("gaps"), had("trends"), had("discovery")], [4, 3, 2, 1]);
  }
  assert(left.length >= 1090 && left.length <= 1110, `${left.length}`);
});

Deno.test("createPace() gives unused shares to the other kinds, by their shares", async () => {
  const { ask, clock, count } = watched(120);
  ask("gaps", 1000);
  ask("discovery", 1000);
  await clock.advance(5 * MINUTE_MS);
  const gaps = count("gaps") - BURST;
  assert(Math.abs(gaps - 3 * count("discovery")) <= 3, `${gaps} ${count("discovery")}`);
  const alone = watched(120);
  alone.ask("discovery", 1000);
  await alone.clock.advance(5 * MINUTE_MS);
  assertEquals(count("gaps") + count("discovery"), alone.count("discovery"));
});

Deno.test("createPace() does not delay feed and trends for a large gap or discovery", async () => {
  const { ask, clock, left, count } = watched(120);
  ask("gaps", 1000);
  ask("discovery", 1000);
  for (let second = 0; second < 480; second++) {
    if (second % 10 === 3) ask("feed");
    if (second % 30 === 3) ask("trends", 2);
    await clock.advance(1000);
  }
  assertEquals([count("feed"), count("trends")], [48, 32]);
  const waits = (work: RequestKind) =>
    left.filter((one) => one.work === work).map((one) => one.leftMs - one.askedMs);
  // A request is sent each 550 ms: the feed waits only for the current one and for other feed requests.
  assert(Math.max(...waits("feed")) <= 1_700, `${Math.max(...waits("feed"))}`);
  assert(Math.max(...waits("trends")) <= 4_400, `${Math.max(...waits("trends"))}`);
  assert(count("discovery") >= 190, `${count("discovery")}`);
});

Deno.test("createPace() does not accumulate shares for an idle kind", async () => {
  const { ask, clock, left } = watched(60);
  ask("gaps", 300);
  await clock.advance(3 * MINUTE_MS);
  ask("feed", 100);
  const before = left.length;
  await clock.advance(MINUTE_MS);
  const fed = left.slice(before).filter((one) => one.work === "feed").length;
  assert(Math.abs(fed - (left.length - before) * 4 / 7) <= 1, `${fed} of ${left.length - before}`);
});

Deno.test("createPace() sends session requests before all others", async () => {
  const { ask, clock, left } = watched(60);
  ask("feed", 50);
  ask("session", 2);
  await clock.advance(8_000);
  assertEquals(left.slice(6, 8).map((one) => one.work), ["session", "session"]);
});

Deno.test("createPace() refuses a request while 1,000 of its kind wait, but not other kinds", async () => {
  const { ask, clock, refused, left } = watched(10);
  ask("gaps", 1 + 1000);
  await settled();
  assertEquals([left.length, refused.length], [1, 0]);
  ask("gaps");
  ask("feed");
  await settled();
  assertEquals(refused.map((one) => one.work), ["gaps"]);
  assert(refused[0].reason instanceof Refusal && refused[0].reason.code === "CONNECTION_FAILED");
  await clock.advance(7_000);
  assertEquals(left.map((one) => one.work), ["gaps", "feed"]);
});

Deno.test("createPace() refuses a request after 10 minutes, under a low limit after the time of 100 requests", async () => {
  for (const [limit, minutes, gone] of [[60, 10, 6 + 550], [1, 100, 1 + 99]]) {
    const { ask, clock, refused, left } = watched(limit);
    ask("discovery", 700);
    await clock.advance(minutes * MINUTE_MS - 1);
    assert(Math.abs(left.length - gone) <= 1, `${left.length}`);
    assertEquals(refused.length, 0);
    await clock.advance(1);
    assertEquals(left.length + refused.length, 700);
    assertEquals(clock.sleepers, 0);
  }
});

Deno.test("hold() holds back every request until its end, with and without a limit", async () => {
  for (const limit of [null, 600]) {
    const { pace, ask, clock, left } = watched(limit);
    pace.hold(5_000);
    pace.hold(2_000);
    ask("feed");
    ask("session");
    await clock.advance(4_999);
    assertEquals(left.length, 0);
    await clock.advance(1);
    assertEquals(left.length, 2);
  }
});

Deno.test("left() falls with each request, below zero while some wait, and refills over time", async () => {
  const { pace, ask, clock } = watched(100);
  assertEquals(pace.left(), 10);
  ask("gaps", 12);
  assertEquals(pace.left(), -2);
  await clock.advance(MINUTE_MS);
  assertEquals(pace.left(), 10);
  assertEquals(watched(null).pace.left(), null);
});

Deno.test("left() does not change how many requests are sent", async () => {
  const asked = watched(100), quiet = watched(100);
  for (let i = 0; i < 30; i++) {
    asked.ask("gaps");
    quiet.ask("gaps");
    asked.pace.left();
    await asked.clock.advance(97);
    await quiet.clock.advance(97);
  }
  assertEquals(asked.left, quiet.left);
});

Deno.test("createPace() refuses waiting and later requests once closed", async () => {
  const { pace, ask, stop, refused, clock } = watched(1);
  ask("feed", 3);
  await settled();
  stop.abort(new RangeError("closed"));
  await settled();
  assertEquals(refused.length, 2);
  await assertRejects(() => pace("feed"), RangeError);
  assertEquals(clock.sleepers, 0);
});

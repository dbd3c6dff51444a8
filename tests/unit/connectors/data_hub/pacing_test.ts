import { assert, assertEquals, assertRejects } from "@std/assert";
import { createPace, timerSleep } from "../../../../connectors/data_hub/pacing.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { TestClock } from "../../../support/data_hub_client.ts";

function paceOf(requestsPerMinute: number | null, { maxWaiting = 1000, clock = new TestClock() } = {}) {
  const { now, sleep } = clock;
  const closed = new AbortController().signal;
  return { clock, pace: createPace({ requestsPerMinute, now, sleep, closed, maxWaiting }) };
}

Deno.test("createPace() lets no 60 s hold more than the limit, the first burst included", async () => {
  for (const limit of [1, 7, 60, 120, 1000]) {
    const { clock, pace } = paceOf(limit);
    const left: number[] = [];
    for (let sent = 0; sent < limit * 3; sent++) {
      await pace();
      left.push(clock.nowMs);
    }
    left.forEach((ms, index) =>
      assert(index < limit || ms - left[index - limit] >= 59_999, `${limit}: ${index}`)
    );
    assert(left[left.length - 1] - left[0] <= 200_000, `${limit} is too slow`);
  }
});

Deno.test("createPace() sends at once where there is no limit, or the clock has moved on", async () => {
  const free = paceOf(null);
  for (let sent = 0; sent < 1000; sent++) await free.pace();
  assertEquals(free.clock.slept, []);
  const { clock, pace } = paceOf(6);
  for (let sent = 0; sent < 5; sent++) {
    await pace();
    clock.nowMs += 10_000;
  }
  assertEquals(clock.slept, []);
});

Deno.test("createPace() survives a clock that is set back", async () => {
  const { clock, pace } = paceOf(60);
  for (let sent = 0; sent < 6; sent++) await pace();
  clock.nowMs -= 3_600_000;
  await pace();
  assert(clock.slept.every((ms) => ms <= 2_000));
});

Deno.test("createPace() refuses when too many wait", async () => {
  const { pace } = paceOf(1, {
    maxWaiting: 2,
    clock: Object.assign(new TestClock(), { sleep: () => Promise.resolve() }),
  });
  for (let sent = 0; sent < 3; sent++) await pace();
  const refusal = await assertRejects(() => pace(), Refusal);
  assertEquals(refusal.code, "CONNECTION_FAILED");
});

Deno.test("timerSleep() ends when its signal aborts", async () => {
  const stop = new AbortController();
  const sleeping = timerSleep(60_000, stop.signal);
  stop.abort(new RangeError("closed"));
  await assertRejects(() => sleeping, RangeError);
  await assertRejects(() => timerSleep(60_000, stop.signal), RangeError);
});

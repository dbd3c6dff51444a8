import { assertEquals } from "@std/assert";
import {
  CALL_ONE,
  HOUR,
  MINUTE,
  NotificationWorld,
  policyOf,
  receiver,
  SECOND,
  user,
} from "../../../support/notification_world.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";

function worldWith(given: Parameters<typeof policyOf>[1] = {}): NotificationWorld {
  const world = new NotificationWorld();
  world.policies = [policyOf(2, { ...CALL_ONE, group_wait_seconds: 0, group_interval_seconds: 0, ...given })];
  return world;
}

/** What is sent in the coming 10 minutes. */
function soon(world: NotificationWorld): string[] {
  world.advance(10 * MINUTE);
  return world.take().map((one) => `${one.reason} ${receiver(one)} ${one.event_ids.join("+")}`);
}

const LADDER = { steps: [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 30, to: [user(2)] }] };

for (
  const [what, act] of [
    ["retracted", (world: NotificationWorld, id: number) => world.retract(id)],
    ["deleted", (world: NotificationWorld, id: number) => world.remove(id)],
  ] as const
) {
  Deno.test(`decide() tells whoever was told that an event was ${what}, and stops its escalation`, () => {
    const world = worldWith(LADDER);
    const id = world.open();
    world.take();
    act(world, id);
    assertEquals(world.steps.flatMap(({ cancelled }) => cancelled), [{ event_id: id, policy_id: 2 }]);
    assertEquals(soon(world), ["digest u1 1"]);
    assertEquals(world.steps.flatMap(({ folded }) => folded).map(({ reason }) => reason), ["corrected"]);
    world.advance(HOUR);
    assertEquals(world.take(), []);
  });

  Deno.test(`decide() tells nobody of a ${what} event that nobody was told of`, () => {
    const world = worldWith({ ...LADDER, group_wait_seconds: 60 });
    const id = world.open();
    act(world, id);
    world.advance(HOUR);
    assertEquals(world.take(), []);
  });

  Deno.test(`decide() tells nobody of a ${what} event whose message had not left`, () => {
    const world = worldWith(LADDER);
    const id = world.open();
    world.take();
    world.waiting.add(`${id}/1/1`);
    act(world, id);
    world.advance(HOUR);
    assertEquals(world.take(), []);
  });
}

Deno.test("decide() tells a start that moved by more than 60 s, once", () => {
  for (const [seconds, expected] of [[60, []], [61, ["digest u1 1"]]] as const) {
    const world = worldWith();
    const id = world.open();
    world.take();
    const start_time = isoFromMs(world.now - seconds * SECOND);
    world.change(id, { start_time, revision: 2 });
    world.change(id, { start_time, revision: 3 });
    assertEquals(soon(world), [...expected], `${seconds} s`);
  }
});

Deno.test("decide() tells a revived event, and goes on with its escalation", () => {
  const world = worldWith({ ...LADDER, stop_on: ["acknowledge", "close"] });
  const id = world.open();
  world.close(id);
  assertEquals(world.take().map(({ reason }) => reason), ["opened", "resolved"]);
  world.change(id, { is_active: true, closed_at: null, revision: 2 });
  assertEquals(soon(world), ["digest u1 1"]);
  world.advance(20 * MINUTE);
  assertEquals(world.take().map((one) => `${one.reason} ${receiver(one)}`), ["escalated u2"]);
});

Deno.test("decide() tells a retracted event that corrected data bring back", () => {
  const world = worldWith();
  const id = world.open();
  world.retract(id);
  assertEquals(soon(world), ["opened u1 1", "digest u1 1"]);
  world.change(id, { is_active: true, flags: [], revision: 3 });
  assertEquals(soon(world), ["digest u1 1"]);
});

Deno.test("decide() names all events of a correction run in one message", () => {
  const world = worldWith({ group_by: ["instance"] });
  const ids = [world.open(), world.open(), world.open()];
  world.take();
  for (const id of ids) world.retract(id);
  assertEquals(soon(world), ["digest u1 1+2+3"]);
});

for (
  const [what, given] of [
    ["late-detected", { flags: ["late_detected" as const], closed_at: "2026-01-31T07:00:00.000Z" }],
    ["ended before its commit", { closed_at: "2026-01-31T07:00:00.000Z" }],
  ] as const
) {
  Deno.test(`decide() tells an event that was ${what} in a digest, and never escalates it`, () => {
    const world = worldWith(LADDER);
    world.open({
      is_active: false,
      severity: "critical",
      ...given,
      flags: [...("flags" in given ? given.flags : [])],
    });
    assertEquals(world.take(), []);
    world.advance(HOUR);
    assertEquals(world.take().map((one) => `${one.reason} ${receiver(one)}`), ["digest u1"]);
  });
}

Deno.test("decide() tells a late-detected event that is still active like any other", () => {
  const world = worldWith(LADDER);
  world.open({ flags: ["late_detected"], start_time: isoFromMs(world.now - HOUR) });
  assertEquals(world.take().map(({ reason }) => reason), ["opened"]);
  world.advance(HOUR);
  assertEquals(world.take().map((one) => `${one.reason} ${receiver(one)}`), ["escalated u2"]);
});

Deno.test("decide() opens nothing for a change of an old closed event", () => {
  const world = worldWith();
  world.events.set(77, {
    ...world.events.get(world.open())!,
    id: 77,
    is_active: false,
    closed_at: isoFromMs(world.now),
  });
  world.take();
  world.notice([{ event_id: 77, change: "updated", revision: 1 }]);
  assertEquals(soon(world), []);
});

Deno.test("decide() reads many notices of one event as one", () => {
  const world = worldWith();
  const id = world.open();
  world.take();
  world.events.set(id, { ...world.events.get(id)!, severity: "error" });
  const notice = { event_id: id, change: "updated" as const, revision: 1 };
  world.notice([notice, notice, notice]);
  assertEquals(world.take().map(({ reason }) => reason), ["severity_raised"]);
});

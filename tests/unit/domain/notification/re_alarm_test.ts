import { assertEquals } from "@std/assert";
import { isoFromMs } from "../../../../domain/shared/time.ts";
import {
  HOUR,
  MINUTE,
  NotificationWorld,
  policyOf,
  receiver,
  SECOND,
  user,
} from "../../../support/notification_world.ts";

function worldWith(given: Parameters<typeof policyOf>[1] = {}): NotificationWorld {
  const world = new NotificationWorld();
  world.policies = [policyOf(2, { group_wait_seconds: 0, group_interval_seconds: 0, ...LADDER, ...given })];
  return world;
}

const LADDER = {
  steps: [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 10, to: [user(2)] }],
};

function told(world: NotificationWorld): string[] {
  return world.take().map((one) => `${one.reason} ${receiver(one)} ${one.event_ids.join("+")}`);
}

Deno.test("decide() begins the steps again at each re-alarm, until there is a new acknowledgement", () => {
  const world = worldWith();
  const id = world.open();
  world.acknowledge(id);
  told(world);
  world.advance(HOUR);
  assertEquals(told(world), []);
  world.reAlarm(id);
  assertEquals(told(world), ["re_alarm u1 1"]);
  world.change(id, { revision: 2 });
  world.advance(10 * MINUTE);
  assertEquals(told(world), ["escalated u2 1"]);
  world.acknowledge(id);
  world.advance(HOUR);
  assertEquals(told(world), []);
  world.reAlarm(id);
  assertEquals(told(world), ["re_alarm u1 1"]);
  world.acknowledge(id);
  world.close(id);
  assertEquals(told(world), ["resolved u1 1", "resolved u2 1"]);
  world.advance(100 * HOUR);
  assertEquals(told(world), []);
});

Deno.test("decide() begins the steps again too where an acknowledgement stops nothing", () => {
  const world = worldWith({ stop_on: ["close"] });
  const id = world.open();
  world.acknowledge(id);
  world.advance(HOUR);
  assertEquals(told(world), ["opened u1 1", "escalated u2 1"]);
  world.reAlarm(id);
  world.advance(HOUR);
  assertEquals(told(world), ["re_alarm u1 1", "escalated u2 1"]);
});

Deno.test("decide() tells a re-alarm of an event that was acknowledged before anybody was told", () => {
  const world = worldWith();
  const id = world.open({ acknowledged_at: isoFromMs(world.now) });
  assertEquals(told(world), []);
  world.reAlarm(id);
  assertEquals(told(world), ["re_alarm u1 1"]);
});

Deno.test("decide() tells a re-alarm of an event that it does not know, such as after a restore, from now on", () => {
  const world = worldWith();
  const recorded_at = isoFromMs(world.now - 5 * HOUR);
  world.events.set(7, { ...world.events.get(world.open())!, id: 7, recorded_at });
  told(world);
  world.reAlarm(7);
  assertEquals(told(world), ["re_alarm u1 7"]);
  world.advance(10 * MINUTE);
  assertEquals(told(world), ["escalated u2 1+7"]);
});

Deno.test("decide() reads a re-alarm and its acknowledgement at once as the acknowledgement", () => {
  const world = worldWith();
  const id = world.open();
  world.acknowledge(id);
  told(world);
  const at = isoFromMs(world.now);
  world.change(id, { acknowledged_at: at, revision: 2 });
  world.advance(HOUR);
  assertEquals(told(world), []);
});

Deno.test("decide() tells late re-alarms, such as at the end of a shelf, in one digest, and escalates them", () => {
  const world = worldWith();
  const ids = world.openAll([{}, {}]);
  for (const id of ids) world.acknowledge(id);
  told(world);
  world.advance(HOUR);
  for (const id of ids) world.reAlarm(id, { is_late: true });
  assertEquals(told(world), []);
  world.advance(5 * MINUTE);
  assertEquals(told(world), ["digest u1 1+2"]);
  world.advance(5 * MINUTE);
  assertEquals(told(world), ["escalated u2 1+2"]);
});

Deno.test("decide() holds a re-alarm of a hidden event for the digest at the end of the shelf", () => {
  const world = worldWith();
  const id = world.open();
  world.acknowledge(id);
  told(world);
  world.change(id, { shelved_until: isoFromMs(world.now + HOUR) });
  world.reAlarm(id);
  world.advance(HOUR - SECOND);
  assertEquals(told(world), []);
  world.advance(10 * MINUTE);
  assertEquals(told(world)[0], "digest u1 1");
});

Deno.test("decide() tells nobody of a re-alarm of an event that is over", () => {
  const world = worldWith();
  const id = world.open();
  world.acknowledge(id);
  world.close(id);
  told(world);
  world.reAlarm(id);
  world.advance(HOUR);
  assertEquals(told(world), []);
});

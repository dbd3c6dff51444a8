import { assert, assertEquals } from "@std/assert";
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

/** Each delivery in short: seconds since the start, events. */
function told(world: NotificationWorld, since: number): string[] {
  return world.take().map((one) => `${(one.at - since) / SECOND} ${one.reason} ${one.event_ids.join("+")}`);
}

function worldWith(given: Parameters<typeof policyOf>[1] = {}): NotificationWorld {
  const world = new NotificationWorld();
  world.policies = [policyOf(2, { ...CALL_ONE, ...given })];
  return world;
}

Deno.test("decide() waits group_wait_seconds for other events of the group, and sends one message", () => {
  const world = worldWith({ group_wait_seconds: 30 }), start = world.now;
  world.open();
  world.advance(20 * SECOND);
  world.open();
  world.advance(10 * SECOND);
  assertEquals(told(world, start), ["30 opened 1+2"]);
});

Deno.test("decide() sends the next message of a group not before group_interval_seconds", () => {
  const world = worldWith({ group_wait_seconds: 30, group_interval_seconds: 300 }), start = world.now;
  world.open();
  world.advance(31 * SECOND);
  world.open();
  world.advance(10 * MINUTE);
  assertEquals(told(world, start), ["30 opened 1", "330 opened 2"]);
});

Deno.test("decide() lets critical events wait neither for their group nor for its interval", () => {
  const world = worldWith({ group_wait_seconds: 30, group_interval_seconds: 300 }), start = world.now;
  world.open();
  world.advance(31 * SECOND);
  world.open();
  world.open({ severity: "critical" });
  assertEquals(told(world, start), ["30 opened 1", "31 opened 3+2"]);
});

Deno.test("decide() names the most severe event first and gives the message its severity", () => {
  const world = worldWith();
  world.openAll([{ severity: "info" }, { severity: "error" }, { severity: "warning" }]);
  world.advance(MINUTE);
  const [message] = world.take();
  assertEquals([message.event_ids, message.severity, message.event_key], [[2, 3, 1], "error", null]);
});

Deno.test("decide() groups by the fields that the policy names", () => {
  const events = [
    { plant_node_floc_id: "A", category: "health", template_id: 1, instance_id: 1 },
    { plant_node_floc_id: "A", category: "health", template_id: 1, instance_id: 2 },
    { plant_node_floc_id: "A", category: "health", template_id: 2, instance_id: 3 },
    { plant_node_floc_id: "A", category: "safety", template_id: 3, instance_id: 4 },
    { plant_node_floc_id: "B", category: "health", template_id: 1, instance_id: 5 },
  ];
  const grouped = {
    "": ["1+2+3+4+5"],
    plant_node: ["1+2+3+4", "5"],
    category: ["1+2+3+5", "4"],
    template: ["1+2+5", "3", "4"],
    instance: ["1", "2", "3", "4", "5"],
  };
  for (const [field, expected] of Object.entries(grouped)) {
    const group_by = field === "" ? [] : [field] as ("plant_node" | "category" | "template" | "instance")[];
    const world = worldWith({ group_by });
    world.openAll(events);
    world.advance(MINUTE);
    assertEquals(world.take().map(({ event_ids }) => event_ids.join("+")), expected, field);
  }
});

Deno.test("decide() sends what is due at once to one receiver by one step as one message", () => {
  const world = worldWith({
    group_wait_seconds: 0,
    steps: [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 5, to: [user(1), user(2)] }],
  });
  world.openAll([{}, {}, {}]);
  world.take();
  world.advance(5 * MINUTE);
  const messages = world.take();
  assertEquals(messages.map((one) => `${receiver(one)} ${one.event_ids}`), ["u1 1,2,3", "u2 1,2,3"]);
  assertEquals(new Set(messages.map(({ key }) => key)).size, 2);
});

Deno.test("decide() tells events that were active when deployed in one digest, and escalates them", () => {
  const world = worldWith({
    steps: [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 5, to: [user(2)] }],
    group_by: ["instance"],
  });
  const start = world.now;
  for (let bulk = 0; bulk < 10; bulk++) {
    world.openAll([{ flags: ["initial"] }, { flags: ["initial"], severity: "critical" }]);
    world.advance(500);
  }
  world.advance(MINUTE);
  const [digest, ...others] = world.take();
  assertEquals([digest.reason, digest.event_ids.length, others.length], ["digest", 20, 0]);
  assert(digest.at - start <= 30 * SECOND);
  world.advance(5 * MINUTE);
  assert(world.take().every((one) => receiver(one) === "u2"));
});

Deno.test("decide() tells what appears when a shelf ends in one digest", () => {
  const world = worldWith({ group_by: ["instance"], group_wait_seconds: 0 });
  const shelved_until = isoFromMs(world.now + HOUR);
  const ids = world.openAll([{ shelved_until }, { shelved_until, severity: "critical" }, { shelved_until }]);
  world.close(ids[2]);
  world.advance(HOUR - 1);
  assertEquals(world.take(), []);
  world.advance(MINUTE);
  assertEquals(world.take().map(({ reason, event_ids }) => `${reason} ${event_ids}`), ["digest 2,1"]);
});

Deno.test("decide() tells nobody of a shelved event that is acknowledged before the shelf ends", () => {
  const world = worldWith();
  const id = world.open({ shelved_until: isoFromMs(world.now + HOUR) });
  world.acknowledge(id);
  world.advance(2 * HOUR);
  assertEquals(world.take(), []);
});

Deno.test("decide() tells an event when its shelf is ended by hand", () => {
  const world = worldWith();
  const id = world.open({ shelved_until: isoFromMs(world.now + HOUR) });
  world.change(id, { shelved_until: null });
  world.advance(MINUTE);
  assertEquals(world.take().map(({ reason, event_ids }) => `${reason} ${event_ids}`), ["digest 1"]);
});

Deno.test("decide() tells an event again whose shelf stopped its escalation", () => {
  const world = worldWith({ stop_on: ["acknowledge", "shelve"], group_wait_seconds: 0 });
  const id = world.open();
  world.change(id, { shelved_until: isoFromMs(world.now + HOUR) });
  world.take();
  world.advance(HOUR + MINUTE);
  assertEquals(world.take().map(({ reason, event_ids }) => `${reason} ${event_ids}`), ["digest 1"]);
});

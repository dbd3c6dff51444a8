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

const STEPS = [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 10, to: [user(2)] }];

/** A policy with the default of `stop_on`. */
function worldWith(given: Parameters<typeof policyOf>[1] = {}): NotificationWorld {
  const world = new NotificationWorld();
  world.policies = [policyOf(2, { steps: STEPS, group_wait_seconds: 0, notify_resolved: false, ...given })];
  return world;
}

function told(world: NotificationWorld): string[] {
  return world.take().map((one) => `${one.reason} ${receiver(one)}`);
}

const ACTS: [string, (world: NotificationWorld, id: number) => void][] = [
  ["acknowledge", (world, id) => world.acknowledge(id)],
  ["close", (world, id) => world.close(id)],
  ["shelve", (world, id) => world.change(id, { shelved_until: isoFromMs(world.now + 100 * HOUR) })],
];

for (const [what, act] of ACTS) {
  Deno.test(`decide() escalates no more after ${what}, where the policy says nothing about it`, () => {
    const world = worldWith({ repeat: 9 });
    const id = world.open();
    assertEquals(told(world), ["opened u1"]);
    act(world, id);
    world.advance(99 * HOUR);
    assertEquals(told(world), []);
  });
}

Deno.test("decide() calls again in a digest when the shelf that stopped the escalation ends", () => {
  const world = worldWith();
  const id = world.open();
  told(world);
  world.change(id, { shelved_until: isoFromMs(world.now + HOUR) });
  world.advance(HOUR + 5 * MINUTE);
  assertEquals(told(world), ["digest u1"]);
});

Deno.test("decide() tells in a digest of an event that closed while its message waited, and does not escalate it", () => {
  const world = worldWith({ group_wait_seconds: 30 });
  const id = world.open();
  world.advance(10 * SECOND);
  world.close(id);
  world.advance(29 * MINUTE);
  assertEquals(told(world), ["digest u1"]);
});

Deno.test("decide() tells in a digest of an event that opened and closed before the decision", () => {
  const world = worldWith();
  world.open({ is_active: false, closed_at: isoFromMs(world.now) });
  world.advance(29 * MINUTE);
  assertEquals(told(world), ["digest u1"]);
});

Deno.test("decide() tells nobody of an event that closed before its first step was due", () => {
  const world = worldWith({ steps: [{ after_minutes: 30, to: [user(1)] }] });
  const ids = world.openAll([{}, { is_active: false, closed_at: isoFromMs(world.now) }]);
  world.advance(29 * MINUTE);
  world.close(ids[0]);
  world.advance(HOUR);
  assertEquals(told(world), []);
});

Deno.test("decide() tells nobody of an event that closes while it is shelved", () => {
  const world = worldWith();
  const id = world.open({ shelved_until: isoFromMs(world.now + HOUR) });
  world.close(id);
  world.openAll([{
    is_active: false,
    closed_at: isoFromMs(world.now),
    shelved_until: isoFromMs(world.now + HOUR),
  }]);
  world.advance(5 * HOUR);
  assertEquals(told(world), []);
});

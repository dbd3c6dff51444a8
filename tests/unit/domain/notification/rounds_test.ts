import { assertEquals } from "@std/assert";
import { previewOf } from "../../../../domain/notification/preview.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";
import {
  HOUR,
  MINUTE,
  NotificationWorld,
  policyOf,
  receiver,
  roster,
  user,
} from "../../../support/notification_world.ts";

const ENDLESS = {
  steps: [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 10, to: [user(2)] }],
  repeat: "until_answered" as const,
  repeat_interval_minutes: 50,
  group_wait_seconds: 0,
  notify_resolved: false,
};

function worldWith(given: Parameters<typeof policyOf>[1] = {}): NotificationWorld {
  const world = new NotificationWorld();
  world.policies = [policyOf(2, { ...ENDLESS, ...given })];
  return world;
}

const told = (world: NotificationWorld) => world.take().map((one) => `${one.reason} ${receiver(one)}`);

Deno.test("decide() repeats the rounds of `until_answered` at the policy's interval, also after a restart", () => {
  const world = worldWith(), began = world.now;
  world.open();
  assertEquals(told(world), ["opened u1"]);
  world.advance(10 * MINUTE);
  assertEquals(told(world), ["escalated u2"]);
  for (let round = 1; round <= 30; round++) {
    if (round === 20) world.restart();
    world.advance(50 * MINUTE - 1);
    assertEquals(told(world), []);
    world.advance(1);
    assertEquals([told(world), world.now - began], [["repeated u1"], round * HOUR]);
    world.advance(10 * MINUTE);
    assertEquals(told(world), ["escalated u2"]);
  }
});

for (
  const [what, act] of [
    ["acknowledge", (world: NotificationWorld, id: number) => world.acknowledge(id)],
    ["close", (world: NotificationWorld, id: number) => world.close(id)],
    [
      "shelve",
      (world: NotificationWorld, id: number) =>
        world.change(id, { shelved_until: isoFromMs(world.now + 1_000 * HOUR) }),
    ],
  ] as const
) {
  Deno.test(`decide() ends the rounds of \`until_answered\` after ${what}`, () => {
    const world = worldWith();
    const id = world.open();
    world.advance(20 * HOUR + MINUTE);
    told(world);
    act(world, id);
    world.advance(100 * HOUR);
    assertEquals(told(world), []);
  });
}

Deno.test('decide() begins the next round of `until_answered` after "I cannot" of everybody', () => {
  const world = worldWith();
  const id = world.open();
  world.advance(10 * MINUTE);
  world.cannot(id, 1);
  world.cannot(id, 2);
  assertEquals(told(world), ["opened u1", "escalated u2", "repeated c9"]);
  world.advance(50 * MINUTE);
  assertEquals(told(world), ["repeated u1"]);
});

Deno.test("decide() tells the fallback in each round of `until_answered` that reaches nobody", () => {
  const world = worldWith({ steps: [{ after_minutes: 0, to: [roster(1)] }] });
  world.open();
  world.advance(2 * 50 * MINUTE);
  assertEquals(told(world), ["opened c9", "repeated c9", "repeated c9"]);
});

Deno.test("decide() tells the fallback when the last steps reach nobody, also where an earlier one did", () => {
  const world = worldWith({
    repeat: 0,
    steps: [
      { after_minutes: 0, to: [user(1)] },
      { after_minutes: 10, to: [roster(1)] },
      { after_minutes: 20, to: [roster(2)] },
    ],
  });
  const id = world.open();
  told(world);
  world.advance(10 * MINUTE);
  assertEquals(told(world), ["escalated c9"]);
  world.advance(HOUR);
  assertEquals(told(world), []);
  world.rosters.set(2, [3]);
  world.open();
  world.advance(10 * MINUTE);
  assertEquals(told(world), ["opened u1", "escalated u3"]);
  world.acknowledge(id);
});

Deno.test("decide() goes on with the rounds under way once the policy says `until_answered`, and stops once it does not", () => {
  const world = worldWith({ repeat: 1 });
  world.open();
  world.policies = [policyOf(2, ENDLESS)];
  world.advance(5 * HOUR);
  assertEquals(told(world).filter((text) => text === "repeated u1").length, 5);
  world.policies = [policyOf(2, { ...ENDLESS, repeat: 9 })];
  world.advance(100 * HOUR);
  assertEquals(told(world), ["escalated u2"]);
});

Deno.test("previewOf() ends with rounds that never do, also where nobody is reached", () => {
  for (const fallback of [9, null]) {
    const world = worldWith({ steps: [], repeat_interval_minutes: 5 });
    world.fallback = fallback;
    const id = world.open(), event = world.events.get(id)!;
    let decisions = 0;
    const contextAt = (now_ms: number) => ({ ...(decisions++, world.context()), now_ms });
    const preview = previewOf(event, { at: world.now, contextAt });
    assertEquals(
      [preview.is_cut, preview.messages.length, decisions <= 1_001],
      [true, fallback === null ? 0 : 500, true],
    );
  }
});

import { assert, assertEquals } from "@std/assert";
import { NotificationMemory } from "../../../../domain/notification/memory.ts";
import { MOST_UNNOTIFIED, RETRY_MS } from "../../../../domain/notification/unnotified.ts";
import {
  CALL_ONE,
  CHANNEL,
  FALLBACK,
  HOUR,
  MINUTE,
  NotificationWorld,
  point,
  policyOf,
  receiver,
  SECOND,
  user,
} from "../../../support/notification_world.ts";

const step = (after_minutes: number, ...to: ReturnType<typeof user | typeof point>[]) => ({
  after_minutes,
  to,
});

/** Users 1 and 2 at once, the channel after 30 minutes, user 3 after an hour. */
function plant(given: Parameters<typeof policyOf>[1] = {}): NotificationWorld {
  const world = new NotificationWorld();
  const steps = [step(0, user(1), user(2)), step(30, point(CHANNEL)), step(60, user(3))];
  world.policies = [policyOf(2, { steps, group_by: ["instance"], ...given })];
  return world;
}

const receivers = (world: NotificationWorld) => world.take().map(receiver);

/** Opens a critical event and answers its id and the messages about it. */
function open(world: NotificationWorld) {
  const id = world.open({ severity: "critical" });
  return { id, sent: world.take() };
}

/** All that is called fails for good, until the fallback does. */
function failAll(world: NotificationWorld): void {
  for (let sent = world.take(); sent.length > 0; sent = world.take()) for (const one of sent) world.fail(one);
}

Deno.test("decide() takes the next step at once when all messages of a step failed for good", () => {
  const world = plant();
  const { sent: [anna, ben] } = open(world);
  world.fail(anna);
  assertEquals(receivers(world), []);
  world.fail(ben);
  const [next] = world.take();
  assertEquals([receiver(next), next.reason, next.at], ["c2", "opened", world.now]);
  assertEquals(next.unreached?.map(({ user_id, words }) => [user_id, words]), [
    ...[1, 1, 2, 2].map((id) => [id, "550 No such user"]),
  ]);
  world.advance(HOUR);
  assertEquals(receivers(world), ["u3"]);
});

Deno.test("decide() counts a step as told of whose messages one was taken", () => {
  const world = plant();
  const { sent: [anna] } = open(world);
  world.fail(anna);
  world.advance(29 * MINUTE);
  assertEquals(receivers(world), []);
  world.advance(MINUTE);
  const [channel] = world.take();
  assertEquals([receiver(channel), channel.reason], ["c2", "escalated"]);
});

Deno.test("decide() tells the fallback at the end, with whom it could not reach and why", () => {
  const world = plant(CALL_ONE);
  const { sent: [anna] } = open(world);
  world.fail(anna);
  const [fallback] = world.take();
  assertEquals([receiver(fallback), fallback.policy_id, fallback.severity], ["c9", null, "critical"]);
  assertEquals(fallback.unreached?.map(({ contact_point_id }) => contact_point_id), [1, 3]);
});

Deno.test("decide() tells the fallback also before a policy begins its steps again, and once a round", () => {
  const world = plant({ ...CALL_ONE, repeat: 1 });
  const { sent: [anna] } = open(world);
  world.fail(anna);
  assertEquals(receivers(world), ["c9"]);
  world.advance(4 * HOUR);
  const [again] = world.take();
  assertEquals([receiver(again), again.reason], ["u1", "repeated"]);
  world.fail(again);
  assertEquals(receivers(world), ["c9"]);
});

Deno.test("decide() tells the fallback when the last step failed for good, also where an earlier one was told", () => {
  for (const repeat of [0, 1]) {
    const world = plant({ repeat });
    open(world);
    world.advance(HOUR);
    const [channel, third] = world.take();
    world.fail(channel);
    assertEquals(receivers(world), []);
    world.fail(third);
    const [fallback, ...more] = world.take();
    assertEquals([receiver(fallback), fallback.reason, more], ["c9", "escalated", []]);
    assertEquals(fallback.unreached?.map(({ contact_point_id }) => contact_point_id), [CHANNEL, 1, 3]);
  }
});

Deno.test("decide() tells the fallback nothing when a step before the last one failed, and the last one was told", () => {
  const world = plant();
  open(world);
  world.advance(HOUR);
  const [channel] = world.take();
  world.fail(channel);
  world.advance(HOUR);
  assertEquals(receivers(world), []);
});

Deno.test("decide() tells the fallback once a round, in whatever order the last steps fail", () => {
  const world = plant();
  const { sent } = open(world);
  world.advance(HOUR);
  const [channel, third] = world.take();
  for (const one of [third, channel, ...sent]) world.fail(one);
  assertEquals(receivers(world), ["c9"]);
});

Deno.test("decide() does not wait for a message that is attempted again when all others failed for good", () => {
  const world = plant({ steps: [step(0, user(1)), step(30, user(2))] });
  const { id } = open(world);
  world.underWay.add(`${id}/1/1`);
  world.advance(30 * MINUTE);
  world.fail(world.take()[0]);
  assertEquals(receivers(world), ["c9"]);
});

Deno.test("decide() calls nobody of a failure after an acknowledgement", () => {
  const world = plant();
  const { id, sent } = open(world);
  world.acknowledge(id);
  for (const one of sent) world.fail(one);
  world.advance(2 * HOUR);
  assertEquals(receivers(world), []);
});

Deno.test("decide() takes a failure that is reported twice as one", () => {
  const world = plant();
  const { sent: [anna, ben] } = open(world);
  for (const one of [anna, ben, ben]) world.fail(one);
  assertEquals(receivers(world), ["c2"]);
});

Deno.test("decide() moves on when the digest that a step was folded into failed for good", () => {
  const world = plant(CALL_ONE);
  for (let i = 0; i < 7; i++) world.open({ severity: "critical" });
  world.take();
  world.advance(MINUTE);
  const [digest] = world.take();
  assertEquals([digest.reason, digest.event_ids.length], ["digest", 2]);
  world.fail(digest);
  const told = world.take();
  assertEquals(told.map(receiver), ["c9", "c9"]);
  assertEquals(told.flatMap(({ event_ids }) => event_ids).sort(), digest.event_ids.toSorted());
});

Deno.test("decide() tells the fallback of an event that was over before its commit and whose digest failed", () => {
  const world = plant(CALL_ONE);
  world.open({ is_active: false, flags: ["late_detected"] });
  world.advance(MINUTE);
  world.fail(world.take()[0]);
  world.advance(MINUTE);
  assertEquals(receivers(world), ["c9"]);
});

Deno.test("decide() tells the fallback when everybody either cannot or could not be reached", () => {
  const world = plant({ steps: [step(0, user(1), user(2))] });
  const { id, sent: [anna] } = open(world);
  world.fail(anna);
  world.cannot(id, 2);
  assertEquals(receivers(world), ["c9"]);
});

Deno.test("decide() tells what nobody was told once the fallback works, also after a restart", () => {
  for (const restarts of [false, true]) {
    const world = plant(CALL_ONE);
    const { id, sent: [anna] } = open(world);
    world.fail(anna);
    world.fail(world.take()[0]);
    assertEquals(world.steps.at(-1)?.unnotified, [id]);
    world.now += MINUTE;
    if (restarts) world.restart();
    assertEquals(receivers(world), []);
    world.mend(FALLBACK);
    const [late] = world.take();
    assertEquals([receiver(late), late.event_ids, late.due_at_ms], ["c9", [id], world.now - MINUTE]);
    assertEquals(late.unreached?.[0].user_id, 1);
    world.advance(HOUR);
    assertEquals(receivers(world), []);
  }
});

Deno.test("decide() tells many events that nobody was told of as one digest, the most severe first", () => {
  const world = plant(CALL_ONE);
  world.fallback = null;
  const ids = world.openAll(
    Array.from({ length: 400 }, (_, i) => ({ severity: i === 300 ? "critical" : "error" })),
  );
  world.advance(HOUR);
  failAll(world);
  world.fallback = FALLBACK;
  world.decide({ kind: "time" });
  world.advance(MINUTE);
  const digests = world.take();
  assertEquals(digests.map((one) => [receiver(one), one.reason, one.event_ids.length]), [[
    "c9",
    "digest",
    400,
  ]]);
  assertEquals(digests[0].event_ids, [ids[300], ...ids.filter((id) => id !== ids[300])]);
});

Deno.test("decide() tries a fallback that fails again after a while, with all that nobody was told", () => {
  const world = plant({ steps: [] });
  for (let i = 0; i < 3; i++) world.open({ severity: "critical" });
  for (const one of world.take()) world.fail(one);
  world.advance(RETRY_MS - SECOND);
  assertEquals(receivers(world), []);
  world.advance(MINUTE);
  const [digest, ...more] = world.take();
  assertEquals([receiver(digest), digest.event_ids, more.length], ["c9", [1, 2, 3], 0]);
  world.fail(digest);
  world.advance(RETRY_MS + MINUTE);
  assertEquals(world.take().map(({ event_ids }) => event_ids), [[1, 2, 3]]);
});

Deno.test("decide() still tells an event that nobody was told of and that is over, but none that somebody has seen", () => {
  const world = plant({ steps: [] });
  const [over, seen, gone, shelved, standing] = world.openAll(Array(5).fill({ severity: "critical" }));
  for (const one of world.take()) world.fail(one);
  world.close(over);
  world.acknowledge(seen);
  world.retract(gone);
  world.change(shelved, { shelved_until: new Date(world.now + HOUR).toISOString() });
  world.take();
  world.mend(FALLBACK);
  world.advance(MINUTE);
  assertEquals(world.take().flatMap(({ event_ids }) => event_ids).sort(), [over, standing]);
});

Deno.test("decide() tells an event that is over for days, longer than corrections reach back", () => {
  const world = plant({ steps: [] });
  world.fallback = null;
  const id = world.open({ severity: "critical" });
  world.close(id);
  world.advance(5 * 24 * HOUR);
  world.fallback = FALLBACK;
  world.decide({ kind: "time" });
  assertEquals(world.take().map(({ event_ids }) => event_ids), [[id]]);
});

Deno.test("decide() gives up the oldest of too many events that are over and nobody was told of, and all after a week", () => {
  const world = plant({ steps: [] });
  world.fallback = null;
  for (let i = 0; i < 3; i++) {
    const ids = world.openAll(Array(1_000).fill({ severity: "critical" }));
    world.notice(ids.map((event_id) => {
      world.events.set(event_id, { ...world.events.get(event_id)!, is_active: false });
      return { event_id, change: "updated" as const, revision: 2 };
    }));
    world.advance(HOUR);
  }
  world.decide({ kind: "time" });
  assertEquals(world.memory.unnotified.size, MOST_UNNOTIFIED);
  assert([...world.memory.unnotified].every((key) => Number(key.split("/")[0]) > 1_000));
  world.advance(8 * 24 * HOUR);
  assertEquals(world.memory.escalations.size, 0);
});

Deno.test("decide() tells of a fallback that fails by every contact point that has passed its test", () => {
  const world = plant();
  world.spares = [CHANNEL, 4, FALLBACK];
  world.failing = () => FALLBACK;
  world.open({ severity: "error" });
  world.advance(MINUTE);
  for (const one of world.take()) world.fail(one);
  // The channel is the policy's next step.
  world.fail(world.take()[0]);
  world.fail(world.take()[0]);
  assertEquals(receivers(world).sort(), ["c2", "c4"]);
});

Deno.test("decide() tells of a fallback that fails as soon as another contact point has passed its test", () => {
  const world = plant({ steps: [] });
  world.failing = () => FALLBACK;
  world.open({ severity: "error" });
  world.advance(HOUR);
  assertEquals(receivers(world), []);
  world.spares = [4];
  world.advance(RETRY_MS);
  assertEquals(receivers(world), ["c4"]);
  world.advance(HOUR);
  assertEquals(receivers(world), []);
});

Deno.test("decide() goes on with escalations of before that do not say by which step somebody was called", () => {
  const world = plant();
  const { sent: [anna, ben] } = open(world);
  const { escalations, groups, budgets } = world.memory;
  world.memory = new NotificationMemory({
    escalations: [...escalations.values()].map(({ told, ...one }) => ({
      ...one,
      told: told.map(({ step: _, ...rest }) => rest),
    })),
    groups: groups.values(),
    budgets: budgets.values(),
  });
  for (const { called: _, ...one } of [anna, ben]) world.fail(one);
  assertEquals(receivers(world), ["c2"]);
});

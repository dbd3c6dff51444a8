import { assert, assertEquals } from "@std/assert";
import { MOST_NAMED } from "../../../../domain/notification/limits.ts";
import { DIGEST_TIMES } from "../../../../domain/notification/digests.ts";
import {
  CALL_ONE,
  HOUR,
  MINUTE,
  NotificationWorld,
  point,
  policyOf,
  receiver,
  SECOND,
  STORE,
  user,
} from "../../../support/notification_world.ts";

function worldWith(given: Parameters<typeof policyOf>[1] = {}): NotificationWorld {
  const world = new NotificationWorld();
  const single = { group_by: ["instance" as const], group_wait_seconds: 0 };
  world.policies = [policyOf(2, { ...CALL_ONE, ...single, ...given })];
  return world;
}

const short = (world: NotificationWorld) =>
  world.take().map((one) => `${one.reason} ${one.event_ids.join("+")}`);

Deno.test("decide() sends a person five messages in 10 minutes, whatever the group, and the rest in a digest", () => {
  const world = worldWith();
  for (let i = 0; i < 8; i++) world.open();
  assertEquals(short(world), ["opened 1", "opened 2", "opened 3", "opened 4", "opened 5"]);
  world.advance(5 * MINUTE);
  assertEquals(short(world), ["digest 6+7+8"]);
  world.open();
  world.advance(5 * MINUTE);
  assertEquals(short(world), ["digest 9"]);
  world.advance(5 * MINUTE);
  world.open();
  assertEquals(short(world), ["opened 10"]);
});

Deno.test("decide() counts each contact point for itself", () => {
  const world = worldWith({ steps: [{ after_minutes: 0, to: [user(1), point(2), user(2)] }] });
  for (let i = 0; i < 7; i++) world.open();
  assertEquals(Object.groupBy(world.take(), receiver).u1?.length, 5);
  world.advance(MINUTE);
  assertEquals(world.take().map((one) => `${receiver(one)} ${one.event_ids}`).toSorted(), [
    "c2 6,7",
    "u1 6,7",
    "u2 6,7",
  ]);
});

Deno.test("decide() sends a digest every 27 s while it holds a critical event, else every 5 minutes", () => {
  for (const severity of ["critical", "warning"] as const) {
    const world = worldWith(), start = world.now;
    for (let i = 0; i < 600; i++) {
      world.open({ severity });
      world.advance(SECOND);
    }
    const digests = world.take().filter(({ reason }) => reason === "digest");
    const gaps = digests.slice(1).map(({ at }, i) => (at - digests[i].at) / SECOND);
    assertEquals(new Set(gaps), new Set([severity === "critical" ? 27 : 300]));
    assert(digests[0].at - start <= 5 * MINUTE);
  }
});

Deno.test("decide() names each critical event within 30 s in a flood", () => {
  const world = worldWith();
  const opened = new Map<number, number>(), named = new Map<number, number>();
  for (let second = 0; second < 300; second++) {
    for (const id of world.openAll([{ severity: "critical" }, {}, {}])) opened.set(id, world.now);
    world.advance(SECOND);
  }
  world.advance(HOUR);
  for (const { at, event_ids } of world.take()) {
    for (const id of event_ids) named.set(id, named.get(id) ?? at);
  }
  assertEquals(named.size, 900);
  for (let id = 1; id <= 900; id += 3) assert(named.get(id)! - opened.get(id)! <= 30 * SECOND, `event ${id}`);
});

Deno.test("decide() names each of a thousand critical events that open at once, and digests no more than they show", () => {
  const world = worldWith(), opened = world.now;
  for (let i = 0; i < 10; i++) world.openAll(Array.from({ length: 100 }, () => ({ severity: "critical" })));
  for (let i = 0; i < 3; i++) world.openAll(Array.from({ length: 100 }, () => ({ severity: "info" })));
  world.advance(30 * SECOND);
  const sent = world.take();
  // A message shows so many of its events, the most severe first.
  const shown = sent.flatMap(({ event_ids }) => event_ids.slice(0, MOST_NAMED));
  const critical = shown.filter((id) => id <= 1_000);
  assertEquals([critical.length, new Set(critical).size], [1_000, 1_000]);
  assert(sent.every(({ at }) => at - opened <= 30 * SECOND));
  const named = sent.flatMap(({ event_ids }) => event_ids);
  assertEquals([named.length, new Set(named).size], [1_300, 1_300]);
  assertEquals(new Set(sent.map(({ key }) => key)).size, sent.length);
});

Deno.test("decide() does not count escalation steps, but folds a flood of them too", () => {
  const world = worldWith({
    steps: [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 20, to: [user(1)] }],
  });
  for (let i = 0; i < 5; i++) world.open();
  world.advance(15 * MINUTE);
  for (let i = 0; i < 5; i++) world.open();
  world.advance(5 * MINUTE);
  assertEquals(world.take().filter(({ reason }) => reason === "escalated").length, 5);
  world.advance(15 * MINUTE);
  assertEquals(short(world), [6, 7, 8, 9, 10].map((id) => `escalated ${id}`));
  for (let i = 0; i < 20; i++) {
    world.open();
    world.advance(SECOND);
  }
  const opened = world.now;
  world.take();
  world.advance(20 * MINUTE + 30 * SECOND);
  const late = world.take().filter(({ at }) => at >= opened + 19 * MINUTE);
  assertEquals(late.filter(({ reason }) => reason === "escalated").length, 5);
  const inDigests = late.filter(({ reason }) => reason === "digest").flatMap(({ event_ids }) => event_ids);
  assertEquals(new Set(inDigests).size, 15);
});

Deno.test("decide() names each escalation step of a flood within 30 s", () => {
  const world = worldWith({
    steps: [{ after_minutes: 0, to: [user(2)] }, { after_minutes: 20, to: [user(1)] }],
  });
  for (let i = 0; i < 40; i++) {
    world.open();
    world.advance(SECOND);
  }
  const opened = world.now - 40 * SECOND;
  world.take();
  world.advance(21 * MINUTE);
  const named = world.take().filter((one) => receiver(one) === "u1")
    .flatMap(({ event_ids, at }) => event_ids.map((id) => at - (opened + (id - 1) * SECOND + 20 * MINUTE)));
  assertEquals(named.length, 40);
  assert(Math.max(...named) <= 30 * SECOND, `${Math.max(...named)} ms`);
});

Deno.test("decide() sends an open digest soon after a critical event joins it, but not before its time since the last one", () => {
  const world = worldWith();
  for (let i = 0; i < 6; i++) world.open();
  world.advance(31 * SECOND);
  assertEquals(short(world).at(-1), "digest 6");
  world.open();
  world.advance(MINUTE);
  assertEquals(short(world), [], "a warning waits for five minutes");
  world.open({ severity: "critical" });
  world.open();
  world.advance(DIGEST_TIMES.urgent_collect_ms);
  assertEquals(short(world), ["digest 8+7+9"]);
  world.open({ severity: "critical" });
  world.advance(DIGEST_TIMES.urgent_every_ms - 1);
  assertEquals(short(world), []);
  world.advance(1);
  assertEquals(short(world), ["digest 10"]);
});

Deno.test("decide() keeps a digest with a critical event urgent, also when others follow and the clock is set back", () => {
  const world = worldWith();
  for (let i = 0; i < 5; i++) world.open();
  world.take();
  world.open({ severity: "critical" });
  world.open();
  world.now -= 10 * HOUR;
  world.restart();
  world.advance(30 * SECOND);
  assertEquals(short(world), ["digest 6+7"]);
});

Deno.test("decide() takes an acknowledged event out of the digest that has not left", () => {
  const world = worldWith();
  for (let i = 0; i < 7; i++) world.open();
  world.take();
  world.acknowledge(6);
  world.advance(5 * MINUTE);
  assertEquals(short(world), ["digest 7"]);
});

Deno.test("decide() sends no digest of which nothing is left", () => {
  const world = worldWith();
  for (let i = 0; i < 6; i++) world.open();
  world.take();
  world.acknowledge(6);
  world.advance(HOUR);
  assertEquals(short(world), []);
  assertEquals([...world.memory.budgets.values()].flatMap((one) => one.open_digests), []);
});

Deno.test("decide() says in the step which digest each event was folded into", () => {
  const world = worldWith();
  for (let i = 0; i < 6; i++) world.open();
  assertEquals(world.steps.flatMap(({ folded }) => folded), [
    { event_id: 6, policy_id: 2, user_id: 1, contact_point_id: 1, digest: 1, reason: "opened" },
  ]);
  world.advance(5 * MINUTE);
  assertEquals(world.sent.at(-1)?.key, `${STORE}/digest/1/u1/c1`);
});

Deno.test("decide() holds non-critical messages of a person's quiet hours for one digest at their end", () => {
  const world = worldWith(), start = world.now;
  world.quiet.set(1, start + 8 * HOUR);
  for (let i = 0; i < 8; i++) {
    world.open();
    world.advance(HOUR / 2);
  }
  assertEquals(world.take(), []);
  world.open({ severity: "critical" });
  assertEquals(short(world), ["opened 9"]);
  world.advance(4 * HOUR);
  const digests = world.take();
  assertEquals(digests.map(({ at, event_ids }) => [(at - start) / HOUR, event_ids]), [[8, [
    1,
    2,
    3,
    4,
    5,
    6,
    7,
    8,
  ]]]);
});

Deno.test("decide() keeps what an open digest names, however long it is held", () => {
  const world = worldWith(), start = world.now;
  world.keepEndedMs = 0;
  world.quiet.set(1, start + 8 * HOUR);
  world.close(world.open());
  world.advance(8 * HOUR);
  assertEquals(short(world), ["digest 1"]);
  world.advance(2 * HOUR);
  assertEquals(world.memory.escalations.size, 0);
});

Deno.test("decide() holds a digest too whose quiet hours begin before it leaves", () => {
  const world = worldWith(), start = world.now;
  for (let i = 0; i < 7; i++) world.open();
  world.take();
  world.quiet.set(1, start + 8 * HOUR);
  world.advance(HOUR);
  assertEquals(short(world), []);
  world.advance(7 * HOUR);
  assertEquals(short(world), ["digest 6+7"]);
});

Deno.test("decide() keeps neither budget nor digest back when the clock is set back", () => {
  const world = worldWith();
  for (let i = 0; i < 6; i++) world.open({ severity: "critical" });
  world.take();
  world.now -= 10 * HOUR;
  world.restart();
  world.advance(30 * SECOND);
  assertEquals(short(world), ["digest 6"]);
  world.advance(10 * MINUTE);
  world.open();
  assertEquals(short(world), ["opened 7"]);
});

Deno.test("decide() does in one step what one commit can hold, and asks to be called again at once", () => {
  const world = worldWith({ group_wait_seconds: 60, group_by: [] });
  for (let i = 0; i < 20; i++) world.openAll(Array.from({ length: 50 }, () => ({})));
  world.advance(2 * MINUTE);
  const named = world.take().flatMap(({ event_ids }) => event_ids);
  assertEquals(new Set(named).size, 1_000);
  for (const { escalations } of world.steps) assert(escalations.set.size + escalations.removed.length <= 301);
});

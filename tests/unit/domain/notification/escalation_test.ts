import { assertEquals } from "@std/assert";
import {
  CALL_ONE,
  CHANNEL,
  HOUR,
  MAIL,
  MINUTE,
  NotificationWorld,
  point,
  policyOf,
  receiver,
  roster,
  SECOND,
  team,
  user,
} from "../../../support/notification_world.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";

/** Each delivery in short: reason, receiver, events. */
function told(world: NotificationWorld): string[] {
  return world.take().map((one) => `${one.reason} ${receiver(one)} ${one.event_ids.join("+")}`);
}

function worldWith(given: Parameters<typeof policyOf>[1]): NotificationWorld {
  const world = new NotificationWorld();
  world.policies = [policyOf(2, { group_wait_seconds: 0, group_interval_seconds: 0, ...given })];
  return world;
}

const LADDER = {
  steps: [
    { after_minutes: 0, to: [user(1)] },
    { after_minutes: 10, to: [user(2)] },
    { after_minutes: 20, to: [team(1)] },
  ],
};

Deno.test("decide() calls the steps one after the other, at their minutes after the first commit", () => {
  const world = worldWith(LADDER);
  world.teams.set(1, [3, 4]);
  world.open();
  assertEquals(told(world), ["opened u1 1"]);
  world.advance(10 * MINUTE - 1);
  assertEquals(told(world), []);
  world.advance(1);
  assertEquals(told(world), ["escalated u2 1"]);
  world.advance(10 * MINUTE);
  assertEquals(told(world), ["escalated u3 1", "escalated u4 1"]);
  world.advance(100 * HOUR);
  assertEquals(told(world), []);
});

Deno.test("decide() counts after_minutes from the first commit, not from when the notice was read", () => {
  const world = worldWith(LADDER);
  world.open({ recorded_at: isoFromMs(world.now - 9 * MINUTE) });
  assertEquals(told(world), ["opened u1 1"]);
  world.advance(MINUTE);
  assertEquals(told(world), ["escalated u2 1"]);
});

Deno.test("decide() sends nothing more of an escalation after the acknowledgement", () => {
  const world = worldWith(LADDER);
  const id = world.open();
  told(world);
  world.acknowledge(id);
  world.advance(100 * HOUR);
  assertEquals(told(world), []);
  assertEquals(world.steps.flatMap(({ cancelled }) => cancelled), [{ event_id: id, policy_id: 2 }]);
});

for (
  const [what, act] of [
    ["close", (world: NotificationWorld, id: number) => world.close(id)],
    [
      "shelve",
      (world: NotificationWorld, id: number) =>
        world.change(id, { shelved_until: isoFromMs(world.now + HOUR) }),
    ],
  ] as const
) {
  Deno.test(`decide() goes on after ${what} unless the policy says that it stops`, () => {
    for (const stops of [false, true]) {
      const world = worldWith({
        ...LADDER,
        notify_resolved: false,
        stop_on: stops ? ["acknowledge", what] : ["acknowledge"],
      });
      const id = world.open();
      told(world);
      act(world, id);
      world.advance(10 * MINUTE);
      assertEquals(told(world), stops ? [] : ["escalated u2 1"]);
    }
  });
}

Deno.test("decide() goes on after the acknowledgement where only closing stops", () => {
  const world = worldWith({ ...LADDER, stop_on: ["close"] });
  const id = world.open();
  world.acknowledge(id);
  told(world);
  world.advance(10 * MINUTE);
  assertEquals(told(world), ["escalated u2 1"]);
});

Deno.test("decide() begins a new round after repeat_interval_minutes, `repeat` times", () => {
  const world = worldWith({
    ...LADDER,
    steps: LADDER.steps.slice(0, 2),
    repeat: 2,
    repeat_interval_minutes: 60,
  });
  world.open();
  const times: string[] = [];
  const began = world.now;
  world.advance(100 * HOUR);
  for (const one of world.take()) {
    times.push(`${(one.at - began) / MINUTE} ${one.reason} ${receiver(one)} ${one.round}`);
  }
  assertEquals(times, [
    "0 opened u1 0",
    "10 escalated u2 0",
    "70 repeated u1 1",
    "80 escalated u2 1",
    "140 repeated u1 2",
    "150 escalated u2 2",
  ]);
});

Deno.test("decide() passes a step that resolves to nobody at once", () => {
  const world = worldWith({
    steps: [
      { after_minutes: 0, to: [roster(1), team(1), user(99)] },
      { after_minutes: 30, to: [user(2)] },
    ],
  });
  world.open();
  assertEquals(told(world), ["opened u2 1"]);
});

Deno.test("decide() ends at the fallback when no step reaches anybody", () => {
  const world = worldWith({
    steps: [{ after_minutes: 0, to: [roster(1)] }, { after_minutes: 5, to: [user(99)] }],
  });
  world.open();
  assertEquals(told(world), ["opened c9 1"]);
  assertEquals(world.sent.length, 0);
});

Deno.test("decide() tells the fallback of an event that only everything else takes", () => {
  const world = worldWith({ ...CALL_ONE, match: { ...NOTHING, severities: ["critical"] } });
  world.open();
  world.advance(30 * SECOND);
  const [one] = world.sent;
  assertEquals([receiver(one), one.policy_id], ["c9", null]);
});

const NOTHING = {
  area_ids: [],
  plant_node_ids: [],
  categories: [],
  severities: [],
  template_ids: [],
  flags: [],
};

Deno.test("decide() names the events that nobody could be told of", () => {
  for (const without of ["none set", "not usable"]) {
    const world = worldWith({});
    if (without === "none set") world.fallback = null;
    else world.unusable.add(9);
    const id = world.open();
    assertEquals(told(world), []);
    assertEquals(world.steps.flatMap(({ unnotified }) => unnotified), [id]);
  }
});

Deno.test("decide() tells a person by the first usable way, and keeps the others for when it fails", () => {
  const world = worldWith(CALL_ONE);
  world.open();
  assertEquals(world.sent[0].target.contact_point_id, MAIL);
  assertEquals(world.sent[0].otherwise.map((way) => way.contact_point_id), [3]);
  world.unusable.add(MAIL);
  world.take();
  world.open();
  assertEquals(world.sent[0].target.contact_point_id, 3);
});

Deno.test("decide() tells a person once whom a step names twice", () => {
  const world = worldWith({
    steps: [{ after_minutes: 0, to: [user(1), team(1), roster(1), point(CHANNEL)] }],
  });
  world.teams.set(1, [1, 2]);
  world.rosters.set(1, [2]);
  world.open();
  assertEquals(told(world), ["opened u1 1", "opened u2 1", "opened c2 1"]);
});

Deno.test("decide() tells a person once whom two policies call at the same time", () => {
  const world = new NotificationWorld();
  const at_once = { group_wait_seconds: 0, group_interval_seconds: 0 };
  world.policies = [
    policyOf(2, { ...CALL_ONE, ...at_once, continue: true }),
    policyOf(3, { ...CALL_ONE, ...at_once }),
  ];
  const id = world.open();
  assertEquals(told(world), ["opened u1 1"]);
  world.close(id);
  assertEquals(told(world), ["resolved u1 1"]);
});

Deno.test("decide() asks the next policies too while one says `continue`", () => {
  const world = new NotificationWorld();
  const at_once = { group_wait_seconds: 0 };
  world.policies = [
    policyOf(4, { ...at_once, continue: true, steps: [{ after_minutes: 0, to: [user(1)] }] }),
    policyOf(2, { ...at_once, steps: [{ after_minutes: 0, to: [user(2)] }] }),
    policyOf(3, { ...at_once, steps: [{ after_minutes: 0, to: [user(3)] }] }),
  ];
  world.open();
  assertEquals(told(world).toSorted(), ["opened u1 1", "opened u2 1"]);
});

Deno.test("decide() moves on at once when somebody answers that they cannot", () => {
  const world = worldWith(LADDER);
  const id = world.open();
  told(world);
  world.cannot(id, 2);
  assertEquals(told(world), []);
  world.cannot(id, 1);
  assertEquals(told(world), ["escalated u2 1"]);
  world.cannot(id, 1);
  assertEquals(told(world), []);
});

Deno.test("decide() tells the fallback when the last person cannot", () => {
  const world = worldWith({ steps: [{ after_minutes: 0, to: [user(1), user(2)] }] });
  const id = world.open();
  told(world);
  world.cannot(id, 1);
  assertEquals(told(world), []);
  world.cannot(id, 2);
  assertEquals(told(world), ["escalated c9 1"]);
});

Deno.test("decide() tells the fallback when everybody of the last step cannot, as who was called before has not answered", () => {
  const world = worldWith({ steps: LADDER.steps.slice(0, 2) });
  const id = world.open();
  world.advance(HOUR);
  told(world);
  world.cannot(id, 2);
  assertEquals(told(world), ["escalated c9 1"]);
  world.cannot(id, 1);
  assertEquals(told(world), []);
});

Deno.test("decide() calls nobody again in the same round who cannot", () => {
  const world = worldWith({
    steps: [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 5, to: [user(1), user(2)] }],
  });
  const id = world.open();
  told(world);
  world.cannot(id, 1);
  assertEquals(told(world), ["escalated u2 1"]);
});

Deno.test("decide() tells who was told when the event closes, where the policy says so", () => {
  for (const notify_resolved of [true, false]) {
    const world = worldWith({ ...LADDER, notify_resolved });
    const id = world.open();
    world.advance(10 * MINUTE);
    world.acknowledge(id);
    told(world);
    world.close(id);
    assertEquals(told(world), notify_resolved ? ["resolved u1 1", "resolved u2 1"] : []);
  }
});

Deno.test("decide() tells nobody of the end of an event that they were not told of", () => {
  const world = worldWith({ ...CALL_ONE, group_wait_seconds: 60 });
  const id = world.open();
  world.acknowledge(id);
  world.close(id);
  world.advance(HOUR);
  assertEquals(told(world), []);
});

Deno.test("decide() tells nobody of the end whose message was cancelled in the queue", () => {
  const world = worldWith(CALL_ONE);
  const id = world.open();
  told(world);
  world.waiting.add(`${id}/1/${MAIL}`);
  world.acknowledge(id);
  world.close(id);
  assertEquals(told(world), []);
});

Deno.test("decide() tells a raised severity, by the policies that take the event as it is now", () => {
  const world = new NotificationWorld();
  const at_once = { group_wait_seconds: 0, group_interval_seconds: 0 };
  world.policies = [
    policyOf(2, { ...at_once, ...LADDER, match: { ...NOTHING, severities: ["critical"] } }),
    policyOf(3, {
      ...at_once,
      steps: [{ after_minutes: 0, to: [user(5)] }, { after_minutes: 5, to: [user(4)] }],
    }),
  ];
  const id = world.open();
  world.change(id, { severity: "critical" });
  assertEquals(told(world), ["opened u5 1", "severity_raised u1 1"]);
  world.advance(10 * MINUTE);
  assertEquals(told(world), ["escalated u2 1"]);
});

Deno.test("decide() tells a raised severity to the same people again", () => {
  const world = worldWith(CALL_ONE);
  const id = world.open();
  world.change(id, { severity: "error" });
  world.change(id, { severity: "info" });
  world.change(id, { severity: "critical" });
  assertEquals(new Set(world.sent.map(({ key }) => key)).size, 3);
  assertEquals(told(world), ["opened u1 1", "severity_raised u1 1", "severity_raised u1 1"]);
});

Deno.test("decide() tells the raised severity of an acknowledged event once and escalates no further", () => {
  const world = worldWith(LADDER);
  const id = world.open();
  world.acknowledge(id);
  told(world);
  world.change(id, { severity: "critical" });
  assertEquals(told(world), ["severity_raised u1 1"]);
  world.advance(HOUR);
  assertEquals(told(world), []);
});

Deno.test("decide() tells nobody of backfilled events", () => {
  const world = worldWith(LADDER);
  world.open({ flags: ["backfilled"] });
  world.advance(100 * HOUR);
  assertEquals(told(world), []);
});

Deno.test("decide() does not use a contact point to tell that it fails", () => {
  const world = worldWith({ steps: [{ after_minutes: 0, to: [point(CHANNEL), user(1)] }] });
  world.failing = () => CHANNEL;
  world.open();
  world.failing = () => MAIL;
  world.open();
  assertEquals(world.take().map(({ target }) => target.contact_point_id), [MAIL, 3, CHANNEL]);
});

Deno.test("decide() tells by the policies that are left when one is removed before it told anybody", () => {
  const world = worldWith({ ...CALL_ONE, group_wait_seconds: 60 });
  world.open();
  world.policies = [policyOf(3, { steps: [{ after_minutes: 0, to: [user(3)] }] })];
  world.advance(2 * MINUTE);
  assertEquals(told(world), ["opened u3 1"]);
});

Deno.test("decide() sends what is still due after a standstill, and says since when", () => {
  const world = worldWith(LADDER);
  const id = world.open();
  const opened = world.now;
  told(world);
  world.now += 15 * MINUTE;
  world.restart();
  assertEquals(world.sent.map(({ due_at_ms }) => due_at_ms - opened), [10 * MINUTE]);
  assertEquals(told(world), [`escalated u2 ${id}`]);
});

Deno.test("decide() forgets ended escalations once no correction can come", () => {
  const world = worldWith(CALL_ONE);
  const id = world.open();
  world.acknowledge(id);
  world.advance(200 * HOUR);
  assertEquals(world.memory.escalations.size, 1);
  world.close(id);
  world.advance(72 * HOUR - 1);
  assertEquals(world.memory.escalations.size, 1);
  world.advance(HOUR);
  const { escalations, groups, byEvent, timers } = world.memory;
  assertEquals([escalations.size, groups.size, byEvent.size, timers.size], [0, 0, 0, 0]);
});

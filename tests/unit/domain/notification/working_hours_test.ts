import { assertEquals } from "@std/assert";
import type { PolicyDraft } from "../../../../domain/notification_policy/schema.ts";
import {
  FALLBACK,
  HOUR,
  MINUTE,
  NotificationWorld,
  policyOf,
  receiver,
  roster,
  SECOND,
  user,
} from "../../../support/notification_world.ts";

const LADDER = {
  steps: [
    { after_minutes: 0, to: [user(1)] },
    { after_minutes: 10, to: [user(2)] },
    { after_minutes: 30, to: [user(3)] },
  ],
  hours: "working_hours" as const,
  group_wait_seconds: 0,
  group_interval_seconds: 0,
};

const ALL = policyOf(2, {}).match;

/** It is 08:00; the working hours begin at 18:00, or an hour after that they end again. */
function world(given: Partial<PolicyDraft> = {}, { openFor = 100 * HOUR } = {}): NotificationWorld {
  const world = new NotificationWorld(), begin = world.now + 10 * HOUR;
  world.policies = [policyOf(2, { ...LADDER, ...given })];
  world.hoursFrom = (at) => at < begin ? begin : at < begin + openFor ? null : begin + 24 * HOUR;
  return world;
}

const told = (world: NotificationWorld) =>
  world.take().map((one) => `${one.reason} ${receiver(one)} ${one.event_ids.join("+")}`);

Deno.test("decide() tells in one digest, when the working hours begin, what is not critical", () => {
  const on = world({ group_by: ["instance"] });
  on.openAll([{ severity: "warning" }, { severity: "error" }, { severity: "info" }]);
  on.advance(3 * HOUR);
  on.restart();
  on.open();
  on.advance(7 * HOUR - 1);
  assertEquals(told(on), []);
  on.advance(30 * SECOND + 1);
  assertEquals(told(on), ["digest u1 2+1+4+3"]);
});

Deno.test("decide() waits with no critical event, and with none of a policy without hours", () => {
  const on = world();
  on.open({ severity: "critical" });
  assertEquals(told(on), ["opened u1 1"]);
  on.policies = [policyOf(2, { ...LADDER, hours: "always" })];
  on.open();
  assertEquals(told(on), ["opened u1 2"]);
});

Deno.test("decide() tells at once an event that becomes critical while it waits, and keeps to its steps", () => {
  const on = world();
  const id = on.open();
  on.advance(HOUR);
  on.change(id, { severity: "error" });
  assertEquals(told(on), []);
  on.change(id, { severity: "critical" });
  assertEquals(told(on), ["opened u1 1"]);
  on.advance(10 * MINUTE);
  assertEquals(told(on), ["escalated u2 1"]);
  on.advance(40 * HOUR);
  assertEquals(told(on), ["escalated u3 1"]);
});

Deno.test("decide() waits with the steps after the first one too, and they keep their distance", () => {
  const on = world({}, { openFor: 5 * MINUTE });
  on.advance(10 * HOUR);
  on.open();
  assertEquals(told(on), ["opened u1 1"]);
  on.advance(24 * HOUR - 1);
  assertEquals(told(on), []);
  on.hoursFrom = () => null;
  on.advance(30 * SECOND + 1);
  assertEquals(told(on), ["digest u2 1"]);
  on.advance(20 * MINUTE - 31 * SECOND);
  assertEquals(told(on), []);
  on.advance(SECOND);
  assertEquals(told(on), ["escalated u3 1"]);
});

Deno.test("decide() calls whoever is on call when the working hours begin", () => {
  const on = world({ steps: [{ after_minutes: 0, to: [roster(1)] }] });
  on.rosters.set(1, [1]);
  on.open();
  on.rosters.set(1, [4]);
  on.advance(11 * HOUR);
  assertEquals(told(on), ["digest u4 1"]);
});

Deno.test("decide() lets the fallback wait too", () => {
  const on = world({ steps: [] });
  on.open();
  on.advance(10 * HOUR - 1);
  assertEquals(told(on), []);
  on.advance(MINUTE);
  assertEquals(told(on), ["digest c9 1"]);
});

Deno.test('decide() lets the fallback wait whom a person\'s "I cannot" calls', () => {
  const on = world({ steps: [{ after_minutes: 0, to: [user(1)] }] }, { openFor: MINUTE });
  on.advance(10 * HOUR);
  const id = on.open();
  on.advance(2 * MINUTE);
  told(on);
  on.cannot(id, 1);
  on.advance(HOUR);
  assertEquals(told(on), []);
  on.hoursFrom = () => null;
  on.advance(24 * HOUR);
  assertEquals(told(on), ["digest c9 1"]);
});

Deno.test("decide() lets the fallback wait too when all messages of the last step failed for good", () => {
  const on = world({ steps: [{ after_minutes: 0, to: [user(1)] }] }, { openFor: MINUTE });
  on.advance(10 * HOUR);
  on.open();
  const [message] = on.take();
  on.advance(2 * MINUTE);
  on.fail(message);
  on.advance(HOUR);
  assertEquals(told(on), []);
  on.hoursFrom = () => null;
  on.advance(24 * HOUR);
  assertEquals(told(on), ["digest c9 1"]);
});

Deno.test("decide() lets wait what nobody was told of, once the fallback works outside the hours", () => {
  for (const severity of ["warning", "critical"] as const) {
    const on = world({ steps: [] }, { openFor: MINUTE });
    on.advance(10 * HOUR);
    on.open({ severity });
    on.fail(on.take()[0]);
    on.advance(2 * MINUTE);
    on.mend(FALLBACK);
    assertEquals(told(on), severity === "critical" ? ["opened c9 1"] : []);
    on.hoursFrom = () => null;
    on.advance(24 * HOUR);
    assertEquals(told(on), severity === "critical" ? [] : ["digest c9 1"]);
  }
});

Deno.test("decide() lets the next round wait, and its steps keep their distance", () => {
  const on = world(
    { steps: LADDER.steps.slice(0, 2), repeat: "until_answered", repeat_interval_minutes: 30 },
    {
      openFor: 20 * MINUTE,
    },
  );
  on.advance(10 * HOUR);
  on.open();
  on.advance(20 * HOUR);
  assertEquals(told(on), ["opened u1 1", "escalated u2 1"]);
  on.hoursFrom = (at) => at < Date.UTC(2026, 1, 1, 18) ? Date.UTC(2026, 1, 1, 18) : null;
  on.advance(4 * HOUR + 9 * MINUTE);
  assertEquals(told(on), ["digest u1 1"]);
  on.advance(MINUTE);
  assertEquals(told(on), ["escalated u2 1"]);
});

Deno.test("decide() lets a re-alarm and the end of a shelf wait", () => {
  const on = world({ steps: LADDER.steps.slice(0, 1) }, { openFor: MINUTE });
  on.advance(10 * HOUR);
  const alarmed = on.open(), shelved = on.open({ shelved_until: new Date(on.now + HOUR).toISOString() });
  on.acknowledge(alarmed);
  told(on);
  on.advance(30 * MINUTE);
  on.reAlarm(alarmed);
  on.advance(HOUR);
  on.change(shelved, { shelved_until: null });
  on.advance(20 * HOUR);
  assertEquals(told(on), []);
  on.hoursFrom = () => null;
  on.advance(24 * HOUR);
  assertEquals(told(on), ["digest u1 1+2"]);
});

Deno.test("decide() lets a raised severity wait that is not critical, and tells one that is at once", () => {
  const on = world({ steps: LADDER.steps.slice(0, 1) }, { openFor: MINUTE });
  on.advance(10 * HOUR);
  const worse = on.open(), critical = on.open();
  told(on);
  on.advance(HOUR);
  on.change(worse, { severity: "error" });
  on.change(critical, { severity: "critical" });
  assertEquals(told(on), ["severity_raised u1 2"]);
  on.hoursFrom = () => null;
  on.advance(24 * HOUR);
  assertEquals(told(on), ["digest u1 1"]);
});

Deno.test("decide() tells at once an event that becomes critical in a digest that waits", () => {
  const on = world({ group_by: ["instance"], steps: LADDER.steps.slice(0, 1) }, { openFor: 10 * SECOND });
  on.advance(10 * HOUR);
  on.openAll(Array.from({ length: 7 }, () => ({})));
  on.advance(HOUR);
  told(on);
  on.change(7, { severity: "critical" });
  assertEquals(told(on), ["severity_raised u1 7"]);
});

Deno.test("decide() begins at the first step when another policy takes an event that has waited for hours", () => {
  const isTaken = (on: NotificationWorld) => {
    assertEquals(told(on), ["opened u1 1"]);
    on.advance(10 * MINUTE);
    assertEquals(told(on), ["escalated u2 1"]);
    on.advance(HOUR);
    assertEquals(told(on), ["escalated u3 1"]);
  };
  const critical = policyOf(3, { ...LADDER, hours: "always", match: { ...ALL, severities: ["critical"] } });
  const on = world(), waiting = policyOf(2, LADDER);
  on.policies = [critical, waiting];
  const id = on.open();
  on.advance(5 * HOUR);
  on.change(id, { severity: "critical" });
  isTaken(on);

  const left = world();
  left.policies = [waiting, policyOf(4, { ...LADDER, hours: "always" })];
  left.open();
  left.advance(5 * HOUR);
  left.policies = [policyOf(4, { ...LADDER, hours: "always" })];
  left.decide({ kind: "time" });
  isTaken(left);
});

Deno.test("decide() tells nobody of an event that was acknowledged in a digest that waits", () => {
  const on = world({ steps: [{ after_minutes: 0, to: [user(1)] }] }, { openFor: MINUTE });
  on.advance(10 * HOUR);
  const id = on.open();
  on.advance(2 * MINUTE);
  on.cannot(id, 1);
  told(on);
  on.acknowledge(id);
  on.hoursFrom = () => null;
  on.advance(48 * HOUR);
  assertEquals(told(on), []);
});

Deno.test("decide() tells nobody of an event that was acknowledged while it waited", () => {
  const on = world();
  on.acknowledge(on.open());
  on.advance(50 * HOUR);
  assertEquals(told(on), []);
});

Deno.test("decide() tells of an event that closed while it waited, in the same digest, and does not escalate it", () => {
  const on = world();
  on.close(on.open());
  on.open();
  on.advance(10 * HOUR + 30 * SECOND);
  assertEquals(told(on), ["digest u1 1+2"]);
  on.acknowledge(2);
  on.advance(50 * HOUR);
  assertEquals(told(on), []);
});

Deno.test("decide() lets the end of an event wait that was told in working hours, in one digest with what is new", () => {
  const on = world({ group_by: ["instance"] }, { openFor: HOUR });
  on.advance(10 * HOUR);
  const id = on.open(), critical = on.open({ severity: "critical" });
  told(on);
  on.advance(9 * MINUTE);
  on.acknowledge(id);
  on.advance(2 * HOUR);
  on.close(id);
  on.close(critical);
  on.open();
  assertEquals(told(on), [
    "escalated u2 2",
    "escalated u3 2",
    "resolved u1 2",
    "resolved u2 2",
    "resolved u3 2",
  ]);
  on.hoursFrom = (at) => at < Date.UTC(2026, 1, 1, 18) ? Date.UTC(2026, 1, 1, 18) : null;
  on.advance(24 * HOUR);
  assertEquals(told(on), ["digest u1 1+3", "escalated u2 3", "escalated u3 3"]);
});

Deno.test("decide() holds a digest that is open when the working hours end", () => {
  const on = world({ group_by: ["instance"], steps: LADDER.steps.slice(0, 1) }, { openFor: 10 * SECOND });
  on.advance(10 * HOUR);
  on.openAll(Array.from({ length: 7 }, () => ({})));
  assertEquals(told(on).length, 5);
  on.advance(24 * HOUR - 1);
  assertEquals(told(on), []);
  on.hoursFrom = () => null;
  on.advance(30 * SECOND + 1);
  assertEquals(told(on), ["digest u1 6+7"]);
});

Deno.test("decide() holds what waited for working hours until a person's quiet hours end", () => {
  const on = world();
  on.quiet.set(1, on.now + 12 * HOUR);
  on.open();
  on.advance(12 * HOUR - 1);
  assertEquals(told(on).filter((text) => text.includes("u1")), []);
  on.advance(1);
  assertEquals(told(on), ["digest u1 1"]);
});

Deno.test("decide() waits no longer once the policy or the calendar says so", () => {
  const changes: ((on: NotificationWorld) => void)[] = [
    (on) => on.policies = [policyOf(2, { ...LADDER, hours: "always" })],
    (on) => on.hoursFrom = () => null,
  ];
  for (const change of changes) {
    const on = world();
    on.open();
    on.advance(HOUR);
    change(on);
    on.decide({ kind: "time" });
    on.advance(MINUTE);
    assertEquals(told(on), ["digest u1 1"]);
  }
});

Deno.test("decide() tells all that waited in one digest, also where one decision cannot hold it", () => {
  const on = world({ steps: LADDER.steps.slice(0, 1) });
  for (let n = 0; n < 7; n++) on.openAll(Array.from({ length: 100 }, () => ({})));
  on.hoursFrom = () => null;
  on.decide({ kind: "time" });
  on.advance(MINUTE);
  const digests = on.take();
  assertEquals(digests.map(({ event_ids }) => event_ids.length), [700]);
});

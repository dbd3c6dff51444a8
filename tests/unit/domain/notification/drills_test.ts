import { assertEquals } from "@std/assert";
import { compose } from "../../../../domain/notification/compose.ts";
import { newDelivery } from "../../../../domain/notification/delivery.ts";
import { drillReach } from "../../../../domain/notification/drill.ts";
import type { DeliveryDraft } from "../../../../domain/notification/types.ts";
import {
  CALL_ONE,
  HOUR,
  MINUTE,
  NotificationWorld,
  point,
  policyOf,
  SECOND,
  user,
} from "../../../support/notification_world.ts";
import { eventRecord } from "../../storage/support.ts";

const DRILL = { flags: ["drill" as const] };

function worldWith(given: Parameters<typeof policyOf>[1] = {}): NotificationWorld {
  const world = new NotificationWorld();
  world.policies = [policyOf(2, { ...CALL_ONE, group_by: [], ...given })];
  return world;
}

/** Each delivery in short: seconds since the start, whether it is a drill, events. */
function told(world: NotificationWorld, since: number): string[] {
  return world.take().map((one) =>
    `${(one.at - since) / SECOND} ${one.is_drill === true ? "drill" : "event"} ${one.event_ids.join("+")}`
  );
}

Deno.test("decide() tells of a drill in a message of its own, which no event waits for", () => {
  const world = worldWith({ group_wait_seconds: 30, group_interval_seconds: 300 }), start = world.now;
  world.openAll([DRILL, {}, DRILL, {}]);
  world.advance(31 * SECOND);
  world.open(DRILL);
  world.advance(30 * SECOND);
  assertEquals(told(world, start), ["30 drill 1", "30 event 2+4", "30 drill 3", "61 drill 5"]);
});

Deno.test("decide() does not let an event wait for the drill that was told before it", () => {
  const world = worldWith({ group_wait_seconds: 0, group_interval_seconds: 300 }), start = world.now;
  world.open(DRILL);
  world.advance(SECOND);
  world.open();
  world.advance(MINUTE);
  assertEquals(told(world, start), ["0 drill 1", "1 event 2"]);
});

Deno.test("decide() counts drills to no budget, and sends them when the budget is used up", () => {
  const world = worldWith({ group_by: ["instance"] }), start = world.now, critical = "critical" as const;
  for (let i = 0; i < 6; i++) world.open({ ...DRILL, severity: critical });
  for (let i = 0; i < 5; i++) world.open({ severity: critical });
  world.open({ ...DRILL, severity: critical });
  world.advance(SECOND);
  assertEquals(told(world, start), [
    ...[1, 2, 3, 4, 5, 6].map((id) => `0 drill ${id}`),
    ...[7, 8, 9, 10, 11].map((id) => `0 event ${id}`),
    "0 drill 12",
  ]);
});

Deno.test("decide() holds a drill for the end of quiet hours, in another digest than events", () => {
  const world = worldWith({ group_wait_seconds: 0 }), start = world.now;
  world.quiet.set(1, world.now + HOUR);
  world.openAll([{ severity: "warning" }, { ...DRILL, severity: "error" }, { ...DRILL, severity: "error" }]);
  world.advance(2 * HOUR);
  assertEquals(told(world, start), ["3600 drill 2+3", "3600 event 1"]);
});

Deno.test("decide() escalates a drill, marks each message, and stops with the answer that ends it", () => {
  const steps = [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 5, to: [point(2)] }];
  const world = worldWith({ group_wait_seconds: 0, steps, notify_resolved: true }), start = world.now;
  const id = world.open(DRILL);
  world.advance(5 * MINUTE);
  world.acknowledge(id);
  world.close(id);
  world.advance(HOUR);
  assertEquals(told(world, start), ["0 drill 1", "300 drill 1", "300 drill 1", "300 drill 1"]);
});

Deno.test("compose() says in the title and in the text that it is a drill", () => {
  const event = eventRecord({ id: 1, flags: ["drill"], severity: "critical", display_name: "Too hot" });
  const message = (draft: Partial<DeliveryDraft>, is_active: boolean) =>
    compose(record(draft), {
      events: draft.event_ids === undefined ? [{ ...event, is_active }] : [],
      locationOf: () => null,
      nameOf: () => "Anna Keller by Mail",
      timeZone: "UTC",
      publicUrl: null,
      answerLink: null,
      nowMs: 0,
    });
  const opened = message({}, true);
  assertEquals([opened.is_drill, opened.title], [true, "Drill: Critical: Too hot, Pump 1"]);
  assertEquals(
    opened.text.split("\n")[0].startsWith("This is a drill: nothing is wrong in the plant."),
    true,
  );
  assertEquals(message({ reason: "resolved" }, false).title, "Drill: Ended: Too hot, Pump 1");
  assertEquals(message({ event_ids: [7] }, false).title, "Drill: Event 7 was deleted");
  assertEquals(message({ event_ids: [7, 8] }, false).title, "Drill: 2 drills, the most severe: critical");
});

Deno.test("drillReach() names whom a message reached and whom none did, once each", () => {
  const to = (user_id: number | null, contact_point_id = 1) =>
    ({ contact_point_id, user_id, address: null }) as const;
  const reach = drillReach([
    { ...record({ target: to(1) }), state: "failed" },
    { ...record({ target: to(1, 2) }), state: "accepted" },
    { ...record({ target: to(1, 2) }), state: "delivered" },
    { ...record({ target: to(2) }), state: "failed" },
    { ...record({ target: to(3) }), state: "queued" },
    { ...record({ target: to(4) }), state: "cancelled" },
    { ...record({ target: to(null) }), state: "folded" },
  ]);
  assertEquals(reach, { reached: [to(1, 2)], missed: [to(1), to(2)] });
});

function record(draft: Partial<DeliveryDraft>) {
  return newDelivery({
    key: "k",
    event_key: null,
    reason: "opened",
    target: { contact_point_id: 1, user_id: null, address: null },
    policy_id: 1,
    step: 0,
    round: 0,
    event_ids: [1],
    severity: "critical",
    is_drill: true,
    escalates: false,
    due_at_ms: 0,
    otherwise: [],
    ...draft,
  }, { id: "d", nowMs: 0 });
}

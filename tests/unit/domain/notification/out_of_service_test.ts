import { assertEquals } from "@std/assert";
import { holdsAt, type Interval } from "../../../../domain/out_of_service/interval.ts";
import { isoFromMs } from "../../../../domain/shared/time.ts";
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

/** A world in which everything is out of service from `from` on, for an hour. */
function world(
  { from = 0, policy = CALL_ONE }: { from?: number; policy?: Parameters<typeof policyOf>[1] } = {},
) {
  const world = new NotificationWorld();
  world.policies = [policyOf(2, { group_wait_seconds: 0, ...policy })];
  const interval: Interval = {
    starts_at: isoFromMs(world.now + from),
    ends_at: isoFromMs(world.now + from + HOUR),
    ended_at: null,
  };
  world.outOfService = (_event, at) => holdsAt(interval, at) ? interval : undefined;
  return world;
}

const said = (world: NotificationWorld) => world.take().map((one) => `${one.reason} ${receiver(one)}`);
const STEPS = { steps: [{ after_minutes: 0, to: [user(1)] }, { after_minutes: 10, to: [user(2)] }] };

Deno.test("a step that is due stops its escalation, also before the change is known", () => {
  const on = world({ from: 5 * MINUTE, policy: { ...STEPS, stop_on: ["close"] } });
  on.open();
  assertEquals(said(on), ["opened u1"]);
  on.advance(HOUR + 5 * MINUTE - 1);
  assertEquals([said(on), [...on.memory.escalations.values()][0]?.stopped], [[], "out_of_service"]);
  on.advance(MINUTE);
  assertEquals(said(on), ["digest u1"]);
});

Deno.test("a severity that is raised, and a re-alarm, call nobody", () => {
  const on = world({ from: MINUTE, policy: STEPS });
  const [raised, alarmed] = on.openAll([{}, {}]) as [number, number];
  on.acknowledge(alarmed);
  on.acknowledge(raised);
  on.take();
  on.advance(2 * MINUTE);
  on.change(raised, { severity: "critical" });
  on.reAlarm(alarmed);
  on.advance(30 * MINUTE);
  assertEquals(said(on), []);
});

Deno.test("the fallback is not told what nobody could be told", () => {
  const on = world();
  on.fallback = null;
  on.outOfService = ((hides) => (event, at) => at < on.now ? undefined : hides(event, at))(on.outOfService);
  const hides = on.outOfService;
  on.outOfService = () => undefined;
  on.policies = [policyOf(2, { group_wait_seconds: 0, steps: [{ after_minutes: 0, to: [user(77)] }] })];
  on.open();
  on.outOfService = hides;
  on.advance(SECOND);
  on.fallback = 9;
  on.decide({ kind: "time" });
  on.advance(30 * MINUTE);
  assertEquals(said(on), []);
});

Deno.test("who was called before hears at its end what closed meanwhile", () => {
  const on = world({ from: MINUTE, policy: { ...CALL_ONE, notify_resolved: true } });
  const id = on.open();
  assertEquals(said(on), ["opened u1"]);
  on.advance(2 * MINUTE);
  on.close(id);
  on.advance(HOUR - MINUTE - 1);
  assertEquals(said(on), []);
  on.advance(MINUTE);
  assertEquals(said(on), ["resolved u1"]);
});

Deno.test("a drill is told", () => {
  const on = world();
  on.open({ flags: ["drill"] });
  assertEquals(said(on), ["opened u1"]);
});

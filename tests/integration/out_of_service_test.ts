import { assertEquals } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { OutOfServiceTimes } from "../../services/notifier/out_of_service_times.ts";
import { changedResource } from "../../storage/writes/frames.ts";
import { type DecidedNotifier, decidedNotifier } from "../support/decided_notifier.ts";
import { eventually, eventuallyEquals } from "../support/eventually.ts";
import type { HttpReceiver } from "../support/http_receiver.ts";
import { changeEvent, raise } from "../support/notifier_harness.ts";

const MINUTE = 60_000, HOUR = 60 * MINUTE;
const BY = { name: "anna", role: "operator" } as const;
const ADMIN = { name: "admin", role: "admin" } as const;
/** The office is called at once, the room after 10 minutes. */
const TWO_STEPS = {
  steps: [
    { after_minutes: 0, to: [{ kind: "contact_point" as const, id: 2 }] },
    { after_minutes: 10, to: [{ kind: "contact_point" as const, id: 1 }] },
  ],
  notify_resolved: true,
};
const NODE = { floc_id: "LINE", name: "Line 1", node_type: "area", parent_id: null } as const;
const SCOPE = { kind: "plant_node", plant_node_floc_id: "LINE" } as const;

/** Reason and events of each message. */
const told = ({ messages }: HttpReceiver) =>
  messages.map(({ body }) => [(body as { reason: string }).reason, (body as { events: number[] }).events]);

async function scene(): Promise<DecidedNotifier> {
  const on = await decidedNotifier();
  await on.policy(TWO_STEPS);
  await on.storage.plant.create({ ...NODE, parent_id: null, node_type: "enterprise" }, ADMIN);
  return on;
}

function now({ clock }: DecidedNotifier, change: Partial<EventRecord> = {}): Partial<EventRecord> {
  const at = isoFromMs(clock.ms);
  return { plant_node_floc_id: "LINE", start_time: at, activated_at: at, recorded_at: at, ...change };
}

/** Takes the node out of service from so many milliseconds on, for so many. */
async function take({ storage, clock }: DecidedNotifier, from: number, ms: number) {
  const [starts_at, ends_at] = [clock.ms + from, clock.ms + from + ms].map(isoFromMs) as [string, string];
  return await storage.outOfService.create({
    scope: SCOPE,
    starts_at,
    ends_at,
    reason: "r",
    work_order: null,
  }, BY);
}

/** The watch of intervals over the scene's store and clock, and the actions that the audit log then has. */
function watch({ storage, clock }: DecidedNotifier) {
  const times = new OutOfServiceTimes({
    storage,
    now: clock.now,
    after: clock.after,
    log: (_level, message, fields) => {
      throw new Error(`${message} ${JSON.stringify(fields)}`);
    },
  });
  times.start();
  const actions = async () => {
    const { rows } = await storage.audit.find({ resourceType: "out_of_service" }, { limit: 100, offset: 0 });
    return rows.map(({ action, who }) => `${action} by ${who}`).reverse();
  };
  return { actions, [Symbol.asyncDispose]: () => times.close() };
}

Deno.test("out of service, nobody is called; what still stands at its end is one digest, and its steps begin", async () => {
  await using on = await scene();
  await take(on, 0, HOUR);
  const [over] = [
    await raise(on.storage, { id: 1, ...now(on) }),
    await raise(on.storage, { id: 2, ...now(on, { severity: "critical" }) }),
    await raise(on.storage, { id: 3, ...now(on) }),
  ];
  await raise(on.storage, { id: 4, ...now(on, { plant_node_floc_id: null }) });
  await on.pass(30 * MINUTE, MINUTE);
  await changeEvent(on.storage, over, { is_active: false, closed_at: isoFromMs(on.clock.ms) });
  await on.pass(30 * MINUTE - 1, MINUTE);
  assertEquals(told(on.office), [["opened", [4]]], "the one elsewhere only");
  await on.pass(31_000);
  assertEquals(told(on.office), [["opened", [4]], ["digest", [2, 3]]]);
  await on.pass(10 * MINUTE, MINUTE);
  assertEquals(told(on.room).slice(1).map(([reason]) => reason), ["escalated", "escalated"]);
});

Deno.test("a call that runs when it begins stops, though shelving would not stop it", async () => {
  await using on = await decidedNotifier();
  await on.policy({ ...TWO_STEPS, stop_on: ["acknowledge", "close"] });
  await on.storage.plant.create({ ...NODE, node_type: "enterprise" }, ADMIN);
  await raise(on.storage, { id: 1, ...now(on) });
  await on.idle();
  assertEquals(told(on.office), [["opened", [1]]]);
  await take(on, 5 * MINUTE, HOUR);
  await on.pass(HOUR, MINUTE);
  assertEquals([told(on.office).length, told(on.room)], [1, []]);
});

Deno.test("ended by hand, what stands is told; who was called before it began hears of an end meanwhile", async () => {
  await using on = await scene();
  await raise(on.storage, { id: 1, ...now(on) });
  const second = await raise(on.storage, { id: 2, ...now(on) });
  await on.idle();
  const { id } = await take(on, 0, 10 * HOUR);
  await changeEvent(on.storage, second, { is_active: false, closed_at: isoFromMs(on.clock.ms) });
  await on.pass(HOUR, MINUTE);
  assertEquals(told(on.office).map(([reason]) => reason), ["opened", "opened"]);
  await on.storage.outOfService.remove(id, BY);
  await on.pass(31_000);
  assertEquals(told(on.office).slice(2).sort(), [["digest", [1]], ["resolved", [2]]]);
});

Deno.test("extended it holds on, shortened it ends earlier", async () => {
  await using on = await scene();
  const { id } = await take(on, 0, HOUR), begunMs = on.clock.ms;
  await raise(on.storage, { id: 1, ...now(on) });
  await on.idle();
  const until = (ms: number) => on.storage.outOfService.update(id, { ends_at: isoFromMs(begunMs + ms) }, BY);
  await until(3 * HOUR);
  await on.pass(HOUR + 31_000, MINUTE);
  assertEquals(told(on.office), []);
  await until(2 * HOUR);
  await on.pass(HOUR + MINUTE, MINUTE);
  assertEquals(told(on.office), [["digest", [1]]]);
});

Deno.test("a process that takes over hides and tells as the one before would have", async () => {
  await using on = await scene();
  await raise(on.storage, { id: 1, ...now(on) });
  await on.idle();
  await on.notifier.close();
  // Between the commit and the decision the process ended.
  await take(on, 0, HOUR);
  await on.restart();
  await on.pass(30 * MINUTE, MINUTE);
  assertEquals([told(on.office), told(on.room)], [[["opened", [1]]], []]);
  await on.restart();
  await on.pass(30 * MINUTE + 31_000, MINUTE);
  assertEquals(told(on.office), [["opened", [1]], ["digest", [1]]]);
});

Deno.test("what was ended by hand while no notifier ran is told at the next start", async () => {
  await using on = await scene();
  const { id } = await take(on, 0, 10 * HOUR);
  await raise(on.storage, { id: 1, ...now(on) });
  await on.idle();
  await on.notifier.close();
  await on.storage.outOfService.remove(id, BY);
  await on.restart();
  await on.pass(31_000);
  assertEquals(told(on.office), [["digest", [1]]]);
});

Deno.test("begin and end are written to the audit log and told to browsers when they come", async () => {
  await using on = await scene();
  await using watched = watch(on);
  const frames: unknown[] = [];
  on.storage.store.onPublished((committed) => {
    frames.push(
      ...committed.frames.map((one) => changedResource(one)?.type).filter((type) =>
        type === "out_of_service"
      ),
    );
  });
  await take(on, HOUR, HOUR);
  on.clock.turn(HOUR);
  await eventually("it has begun", async () => (await watched.actions()).length === 2);
  on.clock.turn(HOUR);
  await eventually("it has ended", async () => (await watched.actions()).length === 3);
  assertEquals(await watched.actions(), ["created by anna", "began by Andon", "ended by Andon"]);
  // What is stored is told once the store has answered.
  await eventually("all three are told", () => frames.length === 3);
  const [one] = on.storage.outOfService.list();
  assertEquals([one?.ended_at, one?.ended_by], [one?.ends_at, null]);
});

Deno.test("an interval that ended while no process ran is ended at the next start, at its own time", async () => {
  await using on = await scene();
  const { ends_at } = await take(on, 0, HOUR);
  on.clock.turn(5 * HOUR);
  await on.restart();
  await using watched = watch(on);
  await eventually("it has ended", async () => (await watched.actions()).length === 2);
  await eventuallyEquals(() => on.storage.outOfService.list()[0]?.ended_at, ends_at);
});

Deno.test("what is deleted ends what it took out of service, also a planned one", async () => {
  await using on = await scene();
  await using watched = watch(on);
  await take(on, 0, HOUR);
  await take(on, 2 * HOUR, HOUR);
  await on.storage.plant.remove("LINE", ADMIN);
  await eventually(
    "both have ended",
    () => on.storage.outOfService.list().every(({ ended_by }) => ended_by === "Andon"),
  );
  await on.storage.plant.create({ ...NODE, node_type: "enterprise" }, ADMIN);
  const event = { instance_id: 1, rule_id: "high", plant_node_floc_id: "LINE" };
  assertEquals(on.storage.outOfService.at(event, on.clock.ms), undefined, "another node with the same id");
  assertEquals((await watched.actions()).slice(2), ["ended by Andon", "ended by Andon"]);
});

import { assert, assertEquals } from "@std/assert";
import type { BackfillResult } from "../../domain/backfill/types.ts";
import type { Json } from "../support/andon_client.ts";
import { PushSocket } from "../support/push_socket.ts";
import { eventually } from "../support/eventually.ts";
import { type EventRow, type RunningSystem, spans, systemTest, timeline } from "../support/running_system.ts";

const STREAM = "Own.A";
/** Ten minutes ago. */
const t = timeline(-600_000);

/** An instance over a stream with a past: two events, one that is still open, and one that began before it. */
async function deployed(on: RunningSystem, rule: Json = {}): Promise<number> {
  await on.streams.make("number", STREAM);
  await on.configure();
  await on.streams.write(STREAM, [t(-60), 90], [t(10), 70], [t(20), 81], [t(30), 70], [t(140), 82]);
  await on.streams.write(STREAM, [t(145), 83], [t(150), 70], [t(200), 99]);
  return await on.deploy(await on.template({ rules: [rule] }), { VALUE: STREAM });
}

async function backfill(on: RunningSystem, instance: number, body: Json = {}): Promise<BackfillResult> {
  const { data } = await on.client.ok("POST", `/api/instances/${instance}/backfill`, { from: t(0), ...body });
  return data;
}

const isBackfilled = ({ flags }: EventRow) => flags.includes("backfilled");
const PAST = [[t(20), t(30)], [t(140), t(150)]];

systemTest("the past of a deployed instance comes as closed events, once", {}, async (on) => {
  const instance = await deployed(on);
  const live = await on.event(instance, ({ flags }) => flags.includes("initial"));
  const first = await backfill(on, instance);
  assertEquals([first.found, first.written, first.known, first.begun_before, first.open_at_end], [
    2,
    2,
    0,
    1,
    1,
  ]);
  const events = await on.events(instance), past = events.filter(isBackfilled);
  assertEquals(spans(past), PAST);
  assertEquals(past.map(({ is_active, close_reason, flags }) => [is_active, close_reason, flags]), [
    ...[[false, "condition_cleared", ["backfilled"]], [false, "condition_cleared", ["backfilled"]]],
  ]);
  assertEquals((past[0].trigger as Json[])[0].value, 81);
  assertEquals(events.filter((event) => !isBackfilled(event)), [live], "what is active stays as it is");
  const again = await backfill(on, instance, { from: t(15) });
  assertEquals([again.found, again.written, again.known, again.begun_before], [2, 0, 2, 0]);
  assertEquals(await on.events(instance), events);
});

systemTest("lists and walls contain backfilled events, alarm statistics and push do not", {}, async (on) => {
  const instance = await deployed(on);
  await on.event(instance, ({ is_active }) => is_active);
  const statistics = async () => (await on.client.ok("GET", "/api/alarm-statistics?hours=1")).data.events;
  const counted = await statistics(), { cookie, baseUrl: origin } = on.client;
  await using socket = await PushSocket.open(
    `${origin.replace("http", "ws")}/api/ws`,
    { cookie, origin },
    {},
  );
  await backfill(on, instance);
  await socket.until(
    "the backfill is pushed",
    () => socket.of("resource_changed").some(({ data }) => data.id === instance),
  );
  assertEquals([socket.of("event_created"), socket.of("event_updated")], [[], []]);
  const { pagination } = await on.client.ok("GET", "/api/rule-events/history?is_active=false&limit=1");
  assertEquals(pagination.total, 2);
  const ofInstance = `/api/rule-events/history?instance_id=${instance}&severity=warning&limit=1`;
  assertEquals((await on.client.ok("GET", ofInstance)).pagination.total, 3);
  assertEquals((await on.client.ok("GET", "/api/event-wall-data?hours=1")).data.total, 3);
  assertEquals(await statistics(), counted);
  const { data: audit } = await on.client.ok("GET", "/api/audit-log?limit=20");
  const entries = audit.filter(({ action }: Json) => action === "backfilled");
  assertEquals(entries.map(({ who, resource_type }: Json) => `${who} ${resource_type}`).sort(), [
    ...["admin instance", "admin rule_event", "admin rule_event"],
  ]);
});

systemTest(
  "a backfill restores no deleted event, and no event of another deployment",
  {},
  async (on) => {
    const instance = await deployed(on);
    await backfill(on, instance, { to: t(35) });
    const [{ id }] = (await on.events(instance)).filter(isBackfilled);
    await on.client.ok("DELETE", `/api/rule-events/${id}`);
    await on.client.ok("POST", `/api/instances/${instance}/undeploy`);
    await on.client.ok("POST", `/api/instances/${instance}/deploy`);
    const { written, known } = await backfill(on, instance, { to: t(155) });
    assertEquals([written, known], [1, 1]);
    assertEquals(spans((await on.events(instance)).filter(isBackfilled)), PAST.slice(1));
    const whole = await backfill(on, instance);
    assertEquals([whole.written, whole.known, whole.open_at_end], [0, 2, 1]);
  },
);

systemTest("a dry run writes nothing; an impossible backfill is refused", {}, async (on) => {
  const instance = await deployed(on), path = `/api/instances/${instance}/backfill`;
  const dry = await backfill(on, instance, { dry_run: true });
  assertEquals([dry.dry_run, dry.found, dry.written], [true, 2, 2]);
  assertEquals((await on.events(instance)).filter(isBackfilled), []);
  const issueOf = async (body: Json) => {
    const { status, body: answer } = await on.client.post(path, body);
    return [status, answer.details.issues[0].path];
  };
  assertEquals(await issueOf({ from: t(0), to: new Date().toISOString() }), [400, "to"]);
  assertEquals(await issueOf({ from: t(20), to: t(20) }), [400, "from"]);
  assertEquals(await issueOf({ from: t(-367 * 86_400) }), [400, "from"]);
  await on.client.ok("POST", `/api/instances/${instance}/undeploy`);
  assertEquals(await issueOf({ from: t(0) }), [400, ""]);
});

systemTest("an overlapping event of the same rule is enough: a person's close is kept", {}, async (on) => {
  await on.streams.make("number", STREAM);
  await on.configure();
  const instance = await on.deploy(await on.template({ rules: [{}] }), { VALUE: STREAM });
  const now = timeline();
  await on.streams.write(STREAM, [now(0), 81]);
  const { id } = await on.event(instance, ({ is_active }) => is_active);
  await on.client.ok("POST", `/api/rule-events/${id}/close`);
  const later = timeline();
  await on.streams.write(STREAM, [later(0), 70]);
  await on.evaluated(later(0));
  await on.client.ok("POST", `/api/instances/${instance}/undeploy`);
  await on.client.ok("POST", `/api/instances/${instance}/deploy`);
  const { written, known } = await backfill(on, instance);
  assertEquals([written, known], [0, 1]);
  assert((await on.events(instance)).every((event) => !isBackfilled(event)));
});

systemTest("many events are written in several commits, by two at once without a double", {}, async (on) => {
  await on.streams.make("number", STREAM);
  await on.configure();
  const samples = Array.from({ length: 600 }, (_, i): [string, number] => [t(i / 2), i % 2 === 0 ? 70 : 90]);
  await on.streams.write(STREAM, ...samples, [t(301), 70]);
  const instance = await on.deploy(await on.template({ rules: [{}] }), { VALUE: STREAM });
  const both = await Promise.all([backfill(on, instance), backfill(on, instance, { from: t(-30) })]);
  assertEquals(both.map(({ found }) => found), [300, 300]);
  assertEquals(both.reduce((sum, { written }) => sum + written, 0), 300);
  const { pagination } = await on.client.ok("GET", "/api/rule-events/history?limit=1");
  assertEquals(pagination.total, 300);
  const events = await on.events(instance);
  assertEquals(new Set(events.map(({ start_time }) => start_time)).size, 300);
});

systemTest("a backfill ends with its client; done again it is whole", {}, async (on) => {
  const instance = await deployed(on);
  const slow = on.simulator.faults.set({ kind: "slow", path: `*/${STREAM}/Data*`, delay_seconds: 600 });
  const leaving = new AbortController();
  const asking = fetch(`${on.client.baseUrl}/api/instances/${instance}/backfill`, {
    method: "POST",
    signal: leaving.signal,
    body: JSON.stringify({ from: t(0) }),
    headers: { cookie: on.client.cookie, "content-type": "application/json" },
  }).catch(() => undefined);
  await eventually(
    "the source is read",
    () => on.simulator.faults.list().some(({ id, hits }) => id === slow.id && hits > 0),
  );
  leaving.abort();
  await asking;
  on.simulator.faults.end(slow.id);
  assertEquals((await backfill(on, instance)).written, 2);
});

systemTest("corrections do not change backfilled events", {}, async (on) => {
  const instance = await deployed(on);
  await on.event(instance, ({ flags }) => flags.includes("initial"));
  await backfill(on, instance);
  const past = (await on.events(instance)).filter(isBackfilled);
  const { data: { deployment_date } } = await on.client.ok("GET", `/api/instances/${instance}`);
  const late = (seconds: number) => new Date(Date.parse(deployment_date) + seconds * 1000).toISOString();
  await on.evaluated(late(2));
  await on.streams.write(STREAM, [t(25), 10], [late(0.5), 70]);
  await on.event(instance, ({ end_time }) => end_time === late(0.5));
  assertEquals((await on.events(instance)).filter(isBackfilled), past);
});

import { assert, assertEquals, assertMatch } from "@std/assert";
import { contactPointSchema } from "../../domain/contact_point/schema.ts";
import { DRILL_LIMITS } from "../../domain/event/drill.ts";
import type { EventRecord } from "../../domain/event/types.ts";
import type { FrameDraft, Key } from "../../domain/shared/commit.ts";
import { keys } from "../../storage/keys.ts";
import { storedEvents } from "../support/stored_events.ts";
import { createShardHarness, type ShardHarness } from "../support/shard_harness.ts";
import { afterAllIds, deploy, eventRecord, instanceDraft, templateDraft } from "../unit/storage/support.ts";
import { type Answer, type Json, pathsOf, type TestApp, testApp } from "./support.ts";

const BY = { name: "test", role: "admin" } as const;
const PATH = "/api/notification-drills";
const MINUTE = 60_000;

interface Scene extends AsyncDisposable {
  app: TestApp;
  clock: { ms: number };
  frames: FrameDraft[];
  start(instance_id?: number, rule_id?: string): Promise<Answer>;
}

/** Instances with the rules High and Low, all but the last one deployed, and a fallback contact point. */
async function scene({ instances = 2, fallback = true } = {}): Promise<Scene> {
  const clock = { ms: afterAllIds() };
  let harness: ShardHarness | undefined;
  const app = await testApp({ now: () => clock.ms, instance: (id) => harness!.instance(id) });
  const { storage } = app;
  await storage.packages.create({ name: "Utilities", description: "" }, BY);
  await storage.templates.create(
    templateDraft(1, { rules: [rule("High", "critical"), rule("Low", "info")] }),
    BY,
  );
  for (let id = 1; id <= instances; id++) {
    await storage.instances.create(instanceDraft(1, `Pump ${id}`), BY);
    if (id < instances) await deploy(storage, id);
  }
  if (fallback) {
    const config = {
      kind: "email",
      host: "smtp.plant.example",
      from: "a@plant.example",
      to: ["b@plant.example"],
    };
    await storage.contactPoints.create(contactPointSchema.parse({ name: "Room", fallback, config }), BY);
  }
  const running = harness = await createShardHarness(storage, clock);
  return {
    app,
    clock,
    frames: running.frames,
    start: (instance_id = 1, rule_id = "High") =>
      app.call(`POST ${PATH}`, { as: "engineer", body: { instance_id, rule_id } }),
    async [Symbol.asyncDispose]() {
      await running[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

function rule(rule_id: string, severity: "critical" | "info") {
  return {
    rule_id,
    rule_name: rule_id,
    display_name: `Too ${rule_id.toLowerCase()}`,
    conditions: [{ stream: "SYS.TIME.HOUR", operator: "greater_than" as const, value: 30 }],
    logic: "all" as const,
    until: null,
    event_name: `Pump.${rule_id}`,
    event_description: "",
    severity,
    on_delay_seconds: 0,
    off_delay_seconds: 0,
    re_alarm_minutes: null,
    enrichment: {},
    cause: null,
    consequence: null,
    action: null,
  };
}

async function under({ app }: Scene, prefix: string): Promise<number> {
  return (await app.storage.store.list({ prefix: [prefix] })).length;
}

async function listed({ app }: Scene, query = ""): Promise<Json[]> {
  return (await app.call(`GET ${PATH}${query}`, { as: "viewer" })).body.data;
}

Deno.test("a drill is an event of the rule, audited, and listed with whom it reaches", async () => {
  await using on = await scene();
  const { status, body } = await on.start();
  assertEquals(status, 201);
  assertEquals(body.message, 'The drill of "Too high" of "Pump 1" has started');
  const { event_id, started_at, ends_at, ...drill } = body.data;
  assertEquals(drill, {
    instance_id: 1,
    template_instance: "Pump 1",
    rule_id: "High",
    display_name: "Too high",
    severity: "critical",
    is_running: true,
    started_by: "engineer",
    ended_at: null,
    acknowledged_at: null,
    acknowledged_by: null,
    answered_after_seconds: null,
    reached: [],
    missed: [],
  });
  assertEquals(Date.parse(ends_at) - Date.parse(started_at), DRILL_LIMITS.minutes * MINUTE);
  const event = (await on.app.call(`GET /api/rule-events/${event_id}`, { as: "viewer" })).body.data;
  assertEquals([event.event_name, event.flags, event.is_active, event.template_version], [
    "Pump.High",
    ["drill"],
    true,
    1,
  ]);
  const audit = await on.app.call("GET /api/audit-log?resource_type=rule_event", { as: "admin" });
  assertEquals(audit.body.data.map(({ who, action, resource_id }: Json) => [who, action, resource_id]), [
    ["engineer", "drill_started", String(event_id)],
  ]);
  assertEquals((await on.app.storage.notifications.outbox(10)).flatMap(({ notices }) => notices), [
    { event_id, change: "updated", revision: 0 },
  ]);
});

Deno.test("a rule of an instance has one running drill; its acknowledgement ends it and makes room", async () => {
  await using on = await scene();
  const { event_id } = (await on.start()).body.data;
  const refused = await on.start();
  assertEquals([refused.status, refused.body.details.error_code], [403, "RESOURCE_IN_USE"]);
  assertMatch(refused.body.error, new RegExp(`is running; acknowledge or close event ${event_id} to end it`));
  assertEquals(refused.body.details.used_by, [{
    type: "notification_drill",
    id: event_id,
    name: "Pump.High",
  }]);
  assertEquals((await on.start(1, "Low")).status, 201);
  on.clock.ms += 2 * MINUTE;
  const path = `POST /api/rule-events/${event_id}/acknowledge`;
  const { body } = await on.app.call(path, { as: "operator" });
  assertEquals([body.data.is_active, body.data.close_reason, body.data.acknowledged_by], [
    false,
    "drill_ended",
    "operator",
  ]);
  const [, first] = await listed(on);
  assertEquals([first.is_running, first.acknowledged_by], [false, "operator"]);
  const again = await on.start();
  assertEquals(again.status, 201);
  assertEquals((await listed(on)).map((drill) => drill.event_id), [
    again.body.data.event_id,
    event_id + 1,
    event_id,
  ]);
  assertEquals((await listed(on, "?instance_id=1&last=true")).map((drill) => drill.rule_id), ["High", "Low"]);
  assertEquals(await listed(on, "?instance_id=2"), []);
});

Deno.test("a drill is closed and deleted like an event", async () => {
  await using on = await scene();
  const { event_id } = (await on.start()).body.data;
  const closed = await on.app.call(`POST /api/rule-events/${event_id}/close`, { as: "operator" });
  assertEquals([closed.body.data.is_active, closed.body.data.close_reason], [false, "manual"]);
  const next = (await on.start()).body.data.event_id;
  for (const id of [event_id, next]) {
    assertEquals((await on.app.call(`DELETE /api/rule-events/${id}`, { as: "engineer" })).status, 200);
  }
  for (const prefix of ["drill", "drill_of", "drill_running", "event", "event_deleted"]) {
    assertEquals(await under(on, prefix), 0, prefix);
  }
  assertEquals((await on.start()).status, 201);
});

Deno.test("an instance that is undeployed while its drill starts has no drill", async () => {
  await using on = await scene();
  const { storage } = on.app, { store } = storage, get = store.get.bind(store);
  let isEnded = false;
  store.get = async <T>(key: Key) => {
    if (key[0] === keys.instance(1)[0] && !isEnded) {
      isEnded = true;
      assertEquals(await deploy(storage, 1, false), true);
    }
    return await get<T>(key);
  };
  const answer = await on.start();
  assertEquals([isEnded, answer.status, pathsOf(answer)], [true, 400, ["instance_id"]]);
  assertEquals(await under(on, "drill"), 0);
});

Deno.test("a drill needs a rule of a deployed instance and somebody who is called", async () => {
  await using on = await scene();
  const told = async (answer: Promise<Answer>) => {
    const { status, body } = await answer;
    return [status, pathsOf({ status, body } as Answer)[0], body.error];
  };
  assertEquals(await told(on.start(9)), [400, "instance_id", "instance_id: Instance 9 does not exist"]);
  assertEquals(await told(on.start(2)), [
    400,
    "instance_id",
    'instance_id: Instance "Pump 2" is not deployed; deploy it first',
  ]);
  assertEquals(await told(on.start(1, "Hot")), [
    400,
    "rule_id",
    'rule_id: Instance "Pump 1" has no rule "Hot"',
  ]);
  await using silent = await scene({ fallback: false });
  const [status, , error] = await told(silent.start());
  assertEquals(status, 400);
  assertMatch(
    String(error),
    /^Nobody is called: no policy reaches anybody .* no contact point is the fallback/,
  );
  assertEquals([await under(silent, "event"), await under(on, "event")], [0, 0]);
});

Deno.test("a drill whose first message would leave after its end is refused", async () => {
  await using on = await scene();
  const { storage } = on.app;
  const step = (
    after_minutes: number,
  ) => [{ after_minutes, to: [{ kind: "contact_point" as const, id: 1 }] }];
  await storage.notificationPolicies.update(
    1,
    { steps: step(DRILL_LIMITS.minutes), group_wait_seconds: 0 },
    BY,
  );
  const refused = await on.start();
  assertEquals(refused.status, 400);
  assertMatch(refused.body.error, /^Nobody is called within 60 minutes: the first message would leave at /);
  await storage.notificationPolicies.update(1, { steps: step(DRILL_LIMITS.minutes - 1) }, BY);
  assertEquals((await on.start()).status, 201);
});

Deno.test("20 drills run at a time, also when they are started at once", async () => {
  const { running } = DRILL_LIMITS;
  await using on = await scene({ instances: running + 2 });
  const answers = await Promise.all(Array.from({ length: running + 1 }, (_, i) => on.start(i + 1)));
  assertEquals(answers.filter(({ status }) => status === 201).length, running);
  const refused = answers.findIndex(({ status }) => status !== 201);
  assertMatch(answers[refused].body.error, /^20 drills are running, the most that are possible/);
  assertEquals(await under(on, "drill_running"), running);
  const [{ event_id }] = await listed(on);
  await on.app.call(`POST /api/rule-events/${event_id}/close`, { as: "operator" });
  assertEquals((await on.start(refused + 1)).status, 201);
});

Deno.test("a drill that nobody answers ends after 60 minutes", async () => {
  await using on = await scene();
  const { event_id } = (await on.start()).body.data, { notificationDrills } = on.app.storage;
  on.clock.ms += DRILL_LIMITS.minutes * MINUTE - 1;
  assertEquals(await notificationDrills.endOverdue(), 0);
  assertEquals((await listed(on))[0].is_running, true);
  on.clock.ms += 1;
  assertEquals(await notificationDrills.endOverdue(), 1);
  const [drill] = await listed(on);
  assertEquals([drill.is_running, drill.acknowledged_at, drill.ended_at], [false, null, drill.ends_at]);
  assertEquals(await notificationDrills.endOverdue(), 0);
  const audit = await on.app.call("GET /api/audit-log?resource_type=rule_event", { as: "admin" });
  assertEquals(audit.body.data.map(({ who, action, resource_id }: Json) => [who, action, resource_id]), [
    ["Andon", "drill_ended", String(event_id)],
    ["engineer", "drill_started", String(event_id)],
  ]);
});

/** Every view of events that counts, lists or shows them to all. */
const VIEWS = [
  "/api/rule-events",
  "/api/rule-events?instance_id=1",
  "/api/rule-events?is_active=true",
  "/api/rule-events?acknowledged=false",
  "/api/rule-events?text=Pump",
  "/api/rule-events/history",
  "/api/rule-events/active",
  "/api/event-wall-data?layout=template",
  "/api/event-wall-data?layout=category",
  "/api/event-wall-data?layout=timeline",
  "/api/alarm-statistics",
  "/api/alarm-statistics?hours=1",
  "/api/context-data?context_type=events",
  "/api/comments?from=2020-01-01T00:00:00Z",
  "/api/shelves",
  "/api/system-tags",
  "/api/instances/1",
] as const;

async function views({ app }: Scene): Promise<Record<string, unknown>> {
  const shown: Record<string, unknown> = {};
  for (const path of VIEWS) {
    const { status, body } = await app.call(`GET ${path}`, { as: "viewer" });
    assertEquals(status, 200, `${path} ${JSON.stringify(body)}`);
    shown[path] = [body.data, body.pagination];
  }
  return shown;
}

async function write({ app: { storage } }: Scene, event: EventRecord): Promise<void> {
  await storage.store.commit(storedEvents(event), 1);
}

Deno.test("no list, wall, count or statistic shows a drill: neither one that runs, nor one that ended", async () => {
  await using on = await scene();
  await on.app.storage.plantSettings.save({ keep_unacknowledged: true }, BY);
  const at = new Date(on.clock.ms - MINUTE).toISOString();
  const own = { instance_id: 1, rule_id: "High", start_time: at, template_instance: "Pump 1" };
  await write(on, eventRecord({ id: 900_001, ...own }));
  const end = { end_time: at, closed_at: at, is_active: false, close_reason: "condition_cleared" as const };
  await write(on, eventRecord({ id: 900_002, ...own, ...end }));
  const before = await views(on);
  const ids: number[] = [];
  for (const end of ["acknowledge", "close", null]) {
    const { event_id } = (await on.start()).body.data;
    ids.push(event_id);
    const act = (what: string, body?: Json) =>
      on.app.call(`POST /api/rule-events/${event_id}/${what}`, { as: "operator", body });
    assertEquals((await act("comments", { text: "I was told" })).status, 201);
    assertEquals(await views(on), before, "while it runs");
    if (end !== null) assertEquals((await act(end)).status, 200);
    assertEquals(await views(on), before, `after ${end}`);
  }
  const comments = await on.app.call(`GET /api/rule-events/${ids[0]}/comments`, { as: "viewer" });
  assertEquals(comments.body.data.map(({ text }: Json) => text), ["I was told"]);
  assertEquals((await on.app.storage.alarmEvents.since(0)).reduce((sum, { key }) => sum + key.length, 0), 2);
  assertEquals((await on.app.storage.eventSpans.since(0)).map(({ id }) => id), [900_002, 900_001]);
});

Deno.test("the push channel carries no event of a drill, only that a drill changed", async () => {
  await using on = await scene();
  const { event_id } = (await on.start()).body.data;
  for (const end of ["comments", "acknowledge"]) {
    const body = end === "comments" ? { text: "x" } : undefined;
    await on.app.call(`POST /api/rule-events/${event_id}/${end}`, { as: "operator", body });
  }
  await on.app.call(`DELETE /api/rule-events/${event_id}`, { as: "engineer" });
  assertEquals(
    on.frames.map(({ kind, data }) => [kind, data]),
    Array.from({ length: 4 }, () => ["resource_changed", { type: "notification_drill", id: event_id }]),
  );
});

Deno.test("a drill leaves its rule alone: the actual event stays, nothing is shelved, journalled or remembered", async () => {
  await using on = await scene();
  await write(on, eventRecord({ id: 900_001, instance_id: 1, rule_id: "High" }));
  const journalled = await under(on, "journal");
  for (const end of ["acknowledge", "close", "delete"]) {
    const { event_id } = (await on.start()).body.data;
    const call = (line: string, body?: Json) => on.app.call(line, { as: "engineer", body });
    const shelf = { minutes: 5, reason: "quiet" };
    const refused = await call(`POST /api/rule-events/${event_id}/shelve`, shelf);
    assertEquals(refused.status, 400);
    assertMatch(refused.body.error, /^A drill cannot be shelved/);
    const line = end === "delete"
      ? `DELETE /api/rule-events/${event_id}`
      : `POST /api/rule-events/${event_id}/${end}`;
    assertEquals((await call(line)).status, 200);
    assertEquals(on.app.storage.events.active().map(({ id }) => id), [900_001]);
  }
  assertEquals([await under(on, "journal"), await under(on, "event_deleted"), await under(on, "shelf")], [
    journalled,
    0,
    0,
  ]);
  const active = await on.app.storage.store.get<number>(["event_active", 1, "High"]);
  assertEquals(active?.value, 900_001);
});

Deno.test("a drill is told although its rule is shelved, and does not end the shelf", async () => {
  await using on = await scene();
  await write(on, eventRecord({ id: 900_001, instance_id: 1, rule_id: "High" }));
  const shelf = { as: "operator", body: { minutes: 60, reason: "repair" } } as const;
  assertEquals((await on.app.call("POST /api/rule-events/900001/shelve", shelf)).status, 200);
  const { event_id } = (await on.start()).body.data;
  assertEquals((await on.app.storage.events.get(event_id))?.shelved_until, null);
  const path = `POST /api/rule-events/${event_id}/unshelve`;
  assertEquals((await on.app.call(path, { as: "operator" })).status, 200);
  assertEquals(await under(on, "shelf"), 1);
});

Deno.test("a policy cannot be made for drills", async () => {
  await using on = await scene();
  const body = { name: "Drills", match: { flags: ["drill"] } };
  const refused = await on.app.call("POST /api/notification-policies", { as: "engineer", body });
  assert(refused.status === 400 && pathsOf(refused)[0] === "match.flags.0");
});

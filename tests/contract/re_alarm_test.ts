import { assert, assertEquals } from "@std/assert";
import type { EventRecord } from "../../domain/event/types.ts";
import { isoFromMs } from "../../domain/shared/time.ts";
import { HIDDEN, withoutPeople } from "../../routes/pipeline/for_reader.ts";
import { ReAlarms } from "../../services/notifier/re_alarms.ts";
import { keys } from "../../storage/keys.ts";
import { storedEvents } from "../support/stored_events.ts";
import { eventually } from "../support/eventually.ts";
import { createShardHarness, type ShardHarness } from "../support/shard_harness.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { type Json, type TestApp, testApp } from "./support.ts";

const NOW = Date.UTC(2026, 0, 31, 8, 15);
const MINUTE = 60_000;
const as = "operator";

interface Scene extends AsyncDisposable {
  app: TestApp;
  harness: ShardHarness;
  /** Advances the clock; answers once the timers that are then due have run. */
  pass(ms: number): Promise<void>;
}

/** Real actors and re-alarms over a store, with a manual clock. */
async function scene(): Promise<Scene> {
  const clock = { ms: NOW };
  let running: ShardHarness | undefined;
  const now = () => running?.now() ?? clock.ms;
  const app = await testApp({ now, instance: (id) => running!.instance(id) });
  const harness = running = await createShardHarness(app.storage, clock);
  let timer: { at: number; call: () => void } | undefined;
  const reAlarms = new ReAlarms({
    storage: app.storage,
    instance: (id) => harness.instance(id),
    now,
    after(ms, call) {
      timer = { at: now() + ms, call };
      return () => timer = undefined;
    },
    log: (_, message, fields) => {
      throw new Error(`${message} ${JSON.stringify(fields)}`);
    },
  });
  reAlarms.start();
  return {
    app,
    harness,
    async pass(ms) {
      await harness.advance(ms);
      const due = await eventually("the look has ended", () => timer);
      if (due.at > now()) return;
      timer = undefined;
      due.call();
      await eventually("the look has ended", () => timer);
    },
    async [Symbol.asyncDispose]() {
      await reAlarms.close();
      await harness[Symbol.asyncDispose]();
      await app[Symbol.asyncDispose]();
    },
  };
}

/** The rule `high` of a new instance, and an active event of it. */
async function event(
  { app }: Scene,
  { minutes, ...change }: { minutes: number | null } & Partial<EventRecord>,
): Promise<{ id: number; instanceId: number; templateId: number }> {
  const made = async (line: string, body: Json) => {
    const answer = await app.call(line, { as: "engineer", body });
    assertEquals(answer.status, 201, answer.text);
    return answer.body.template?.id ?? answer.body.data.id;
  };
  const packageId = await made("POST /api/packages", { name: "Dairy" });
  const rule = { rule_id: "high", rule_name: "High", event_name: "High", re_alarm_minutes: minutes };
  const conditions = [{ stream: "S", operator: "greater_than", value: 1 }];
  const body = { name: "Pump", category: "health", package_id: packageId, rules: [{ ...rule, conditions }] };
  const templateId = await made("POST /api/templates", body);
  const instanceId = await made("POST /api/instances", { template_id: templateId, instance_name: "Pump 1" });
  const record = eventRecord({
    ...{ id: 7, instance_id: instanceId, template_id: templateId, rule_id: "high" },
    ...{ start_time: isoFromMs(NOW - MINUTE), severity: "critical", ...change },
  });
  await app.storage.store.commit(storedEvents(record), 1);
  return { id: record.id, instanceId, templateId };
}

async function done(app: TestApp, line: string, body?: Json): Promise<Json> {
  const answer = await app.call(line, { as, ...body && { body } });
  assertEquals(answer.status, 200, answer.text);
  return answer.body.data;
}

const acknowledge = ({ app }: Scene) => done(app, "POST /api/rule-events/7/acknowledge");
const read = ({ app }: Scene) => done(app, "GET /api/rule-events/7");
async function needsAgain(on: Scene): Promise<boolean> {
  return (await read(on)).re_alarmed_at !== null;
}

Deno.test("an event that is still active re_alarm_minutes after its acknowledgement needs a new one", async () => {
  await using on = await scene();
  await event(on, { minutes: 60 });
  const first = await acknowledge(on);
  assertEquals([first.acknowledged_by, first.re_alarmed_at], ["operator", null]);
  await on.pass(60 * MINUTE - 1);
  assertEquals((await read(on)).acknowledged_at, first.acknowledged_at);
  await on.pass(1);
  const at = isoFromMs(on.harness.now()), again = await read(on);
  assertEquals([again.acknowledged_at, again.acknowledged_by, again.re_alarmed_at], [null, null, at]);
  assertEquals(again.acknowledgements, [{ by: "operator", at: first.acknowledged_at, via: null }]);
  assertEquals([again.is_active, again.revision], [true, first.revision]);
  const last = on.harness.frames.at(-1)!;
  assertEquals([last.kind, (last.data as Json).re_alarmed_at], ["event_updated", at]);
  await on.pass(MINUTE);
  const second = await acknowledge(on);
  assertEquals(second.acknowledgements.map((one: Json) => one.at), [
    first.acknowledged_at,
    second.acknowledged_at,
  ]);
  assertEquals(second.re_alarmed_at, null);
  assertEquals((await acknowledge(on)).acknowledgements.length, 2, "one that counts is not repeated");
  await on.pass(60 * MINUTE);
  assert(await needsAgain(on));
});

Deno.test("lists, wall and filters show an event that needs a new acknowledgement as unacknowledged", async () => {
  await using on = await scene();
  await event(on, { minutes: 60 });
  const ids = async (query: string) =>
    (await done(on.app, `GET /api/rule-events?${query}`)).map((one: Json) => one.id);
  await acknowledge(on);
  assertEquals([await ids("acknowledged=true"), await ids("acknowledged=false")], [[7], []]);
  await on.pass(60 * MINUTE);
  assertEquals([await ids("acknowledged=true"), await ids("acknowledged=false")], [[], [7]]);
  assertEquals(await ids("person=operator"), [7], "who acknowledged it before is still found");
  const { groups } = await done(on.app, "GET /api/event-wall-data");
  assertEquals(groups[0].events.map((one: Json) => one.acknowledged_at), [null]);
  const closed = await done(on.app, "POST /api/rule-events/7/close");
  assertEquals(closed.acknowledged_at, null);
});

Deno.test("a re-alarm that meets a newer acknowledgement changes nothing", async () => {
  await using on = await scene();
  const { instanceId } = await event(on, { minutes: 60 });
  const { acknowledged_at } = await acknowledge(on);
  const by = { name: "Andon", role: "operator" } as const;
  const message = { type: "re_alarm_event", eventId: 7, minutes: 60, by } as const;
  const after = await on.harness.instance(instanceId).ask<EventRecord>(message);
  assertEquals([after.acknowledged_at, after.re_alarm], [acknowledged_at, undefined]);
});

Deno.test("the audit log names the re-alarm, with the event before and after", async () => {
  await using on = await scene();
  await event(on, { minutes: 60 });
  await acknowledge(on);
  await on.pass(60 * MINUTE);
  const { body } = await on.app.call("GET /api/audit-log?resource_type=rule_event", { as: "admin" });
  const [entry] = body.data;
  assertEquals([entry.who, entry.action, entry.resource_id], ["Andon", "re_alarmed", "7"]);
  assertEquals([entry.before.acknowledged_by, entry.after.acknowledged_by], ["operator", null]);
});

Deno.test("a shelved event needs a new acknowledgement when its shelf ends", async () => {
  await using on = await scene();
  await event(on, { minutes: 60 });
  await acknowledge(on);
  await done(on.app, "POST /api/rule-events/7/shelve", { minutes: 90, reason: "Being mended" });
  await on.pass(90 * MINUTE - 1);
  assert(!await needsAgain(on));
  await on.pass(1);
  assert(await needsAgain(on));
  const stored = await on.app.storage.events.get(7);
  assertEquals(stored?.re_alarm?.is_late, true);
});

for (
  const [what, minutes, act] of [
    ["of a rule without re_alarm_minutes", null, () => Promise.resolve()],
    ["that is over", 60, async ({ app }: Scene) => void await done(app, "POST /api/rule-events/7/close")],
  ] as const
) {
  Deno.test(`an event ${what} needs no new acknowledgement`, async () => {
    await using on = await scene();
    await event(on, { minutes });
    const { acknowledged_at } = await acknowledge(on);
    await act(on);
    await on.pass(180 * MINUTE);
    const { re_alarmed_at, acknowledged_at: now } = await read(on);
    assertEquals([re_alarmed_at, now], [null, acknowledged_at]);
  });
}

Deno.test("an event that nobody has acknowledged needs no new acknowledgement, and a deleted one none", async () => {
  await using on = await scene();
  await event(on, { minutes: 1 });
  await on.pass(60 * MINUTE);
  assert(!await needsAgain(on));
  await acknowledge(on);
  await on.app.call("DELETE /api/rule-events/7", { as: "engineer" });
  await on.pass(60 * MINUTE);
  assertEquals(await on.app.storage.events.get(7), undefined);
});

Deno.test("the deployed version of the rule counts, until the instance is upgraded", async () => {
  await using on = await scene();
  const { instanceId, templateId } = await event(on, { minutes: 60 });
  const { storage } = on.app, by = { name: "test", role: "engineer" } as const;
  const on1 = { ...storage.instances.get(instanceId)!, is_deployed: true, template_version: 1 };
  const deployed = (version: number) => ({
    mutations: [{
      type: "set" as const,
      key: keys.instance(instanceId),
      value: { ...on1, template_version: version },
    }],
  });
  await storage.store.commit(deployed(1), 1);
  const [rule] = storage.templates.get(templateId)!.rules;
  await storage.templates.versions.add(templateId, { rules: [{ ...rule, re_alarm_minutes: 30 }] }, by);
  await storage.templates.versions.release(templateId, 2, by);
  await acknowledge(on);
  await on.pass(45 * MINUTE);
  assert(!await needsAgain(on));
  await storage.store.commit(deployed(2), 1);
  await on.pass(5_000);
  assert(await needsAgain(on), "an upgrade is noticed within 5 s");
});

Deno.test("wall screens see that somebody acknowledged an event, and never who", async () => {
  await using on = await scene();
  const given = { by: "anna", at: isoFromMs(NOW), via: null };
  await event(on, { minutes: 60, acknowledgements: [given] });
  const view = await read(on);
  assertEquals(view.acknowledgements, [given]);
  assertEquals(withoutPeople(view).acknowledgements, [{ ...given, by: HIDDEN }]);
});

import { assert, assertEquals } from "@std/assert";
import type { Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { rounds, type RunningSystem, spans, systemTest, timeline } from "../support/running_system.ts";

/** One instance of the limit on one stream, with an active event. */
async function activeEvent(on: RunningSystem) {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const id = await on.deploy(await on.template({ rules: [{ enrichment: { line: "4" } }] }), {
    VALUE: "Own.A",
  });
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 81]);
  return { id, at, event: await on.event(id, (row) => row.is_active) };
}

systemTest("closed by hand, a rule is held until its condition was false", {}, async (on) => {
  const { id, at, event } = await activeEvent(on);
  const before = Date.now();
  const closed = (await on.client.ok("POST", `/api/rule-events/${event.id}/close`)).data;
  assertEquals([closed.is_active, closed.close_reason, closed.start_time], [false, "manual", at(0)]);
  assert(Date.parse(closed.end_time) >= before && closed.closed_at === closed.end_time);
  const again = await on.client.post(`/api/rule-events/${event.id}/close`);
  assertEquals([again.status, again.body.details.error_code], [400, "EVENT_NOT_ACTIVE"]);
  const later = timeline();
  await on.streams.write("Own.A", [later(0), 82], [later(0.2), 70], [later(0.4), 81], [later(0.5), 70]);
  await on.evaluated(later(0.6));
  assertEquals(spans(await on.events(id)), [[at(0), closed.end_time], [later(0.4), later(0.5)]]);
});

systemTest("what a person writes on an event stays with it", {}, async (on) => {
  const { id, at, event } = await activeEvent(on);
  const path = `/api/rule-events/${event.id}`;
  const change = {
    severity: "critical",
    note: "Valve 7 sticks",
    event_description: "Looked at",
    enrichment: { ...(event.enrichment as Json), shift: "late" },
  };
  const changed = (await on.client.ok("PUT", path, change)).data;
  assertEquals(changed, { ...event, ...change, comment_count: 1 });
  assertEquals((await on.client.ok("GET", "/api/rule-events/active")).data, [changed]);
  const bySeverity = async (severity: string) =>
    (await on.client.ok("GET", `/api/rule-events?severity=${severity}`)).pagination.total;
  assertEquals([await bySeverity("critical"), await bySeverity("warning")], [1, 0]);
  const read = (await on.client.ok("GET", path)).data;
  assertEquals((await on.client.ok("PUT", path, read)).data, read, "what was read can be written");
  assertEquals((await on.client.ok("PUT", path, { ...read, note: null })).data, { ...read, note: null });
  const later = timeline();
  await on.streams.write("Own.A", [later(0), 70]);
  const cleared = await on.event(id, (row) => !row.is_active);
  assertEquals(cleared, {
    ...read,
    note: null,
    is_active: false,
    close_reason: "condition_cleared",
    end_time: later(0),
    closed_at: later(0),
  });
  assertEquals(cleared.start_time, at(0));
  const reopened = await on.client.put(path, { is_active: true });
  assertEquals([reopened.status, reopened.body.details.issues[0].path], [400, "is_active"]);
  assertEquals((await on.client.ok("PUT", path, { note: "Afterwards" })).data.note, "Afterwards");
  assertEquals((await on.client.ok("PUT", path, cleared)).data.is_active, false, "is_active only repeats");
});

systemTest("a change may close an event, and the rule is held after it too", {}, async (on) => {
  const { id, event } = await activeEvent(on);
  const closed =
    (await on.client.ok("PUT", `/api/rule-events/${event.id}`, { is_active: false, note: "Off" })).data;
  assertEquals([closed.is_active, closed.close_reason, closed.note], [false, "manual", "Off"]);
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 85], [at(0.2), 80], [at(0.3), 85]);
  await on.evaluated(at(0.4));
  assertEquals((await on.events(id)).map((row) => row.start_time), [event.start_time, at(0.3)]);
});

systemTest("a deleted event leaves only its audit entry", {}, async (on) => {
  const { id, event } = await activeEvent(on);
  await on.client.ok("DELETE", `/api/rule-events/${event.id}`);
  assertEquals((await on.client.get(`/api/rule-events/${event.id}`)).status, 404);
  assertEquals((await on.client.delete(`/api/rule-events/${event.id}`)).status, 404);
  assertEquals((await on.client.ok("GET", "/api/rule-events/active")).data, []);
  const [entry] = (await on.client.ok("GET", "/api/audit-log?limit=1")).data;
  const { before, ...rest } = entry;
  assertEquals([rest.who, rest.action, rest.resource_type, rest.resource_id, rest.after], [
    ...["admin", "deleted", "rule_event", String(event.id), null],
  ]);
  const {
    comment_count: _,
    acknowledgements: __,
    re_alarmed_at: ___,
    out_of_service_id: ____,
    out_of_service_until: _____,
    ...stored
  } = event;
  for (const [field, value] of Object.entries(stored)) assertEquals([field, before[field]], [field, value]);
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 85], [at(0.2), 80], [at(0.3), 85]);
  await on.evaluated(at(0.4));
  assertEquals(spans(await on.events(id)), [[at(0.3), null]], "the rule was held until it was false");
});

systemTest("samples out of order within the wait end in the same events", {
  configuration: { wait_seconds: 15 },
}, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const id = await on.deploy(await on.template({ rules: [{}] }), { VALUE: "Own.A" });
  const at = timeline(100);
  await eventually("all of it is past, and within the wait", () => Date.now() > Date.parse(at(0.8)));
  await on.streams.write("Own.A", [at(0.7), 95]);
  await rounds(on.andon.plant, 1);
  await on.streams.write("Own.A", [at(0.4), 70], [at(0.3), 81]);
  await rounds(on.andon.plant, 1);
  await on.streams.write("Own.A", [at(0.2), 85]);
  await on.streams.write("Own.A", [at(0.6), 90], [at(0.1), 10]);
  await on.streams.write("Own.A", [at(0.6), 60]);
  await on.evaluated(at(0.8));
  assertEquals(spans(await on.events(id)), [[at(0.2), at(0.4)], [at(0.7), null]]);
  assertEquals(on.andon.plant.sourceStatus().late_samples, 0);
});

const NO_HORIZON = { configuration: { correction_horizon_hours: 0 } };

systemTest(
  "a sample beyond the horizon is counted, changes nothing, and one event says so",
  NO_HORIZON,
  async (on) => {
    await on.streams.make("number", "Own.A");
    await on.configure();
    const id = await on.deploy(await on.template({ rules: [{}] }), { VALUE: "Own.A" });
    const at = timeline();
    await on.streams.write("Own.A", [at(0), 81], [at(0.4), 70]);
    await on.evaluated(at(0.5));
    const before = await on.events(id);
    assertEquals(spans(before), [[at(0), at(0.4)]]);
    const { late_samples } = on.andon.plant.sourceStatus();
    await on.streams.write("Own.A", [at(0.2), 70], [at(0.45), 99]);
    const next = timeline(300);
    await on.streams.write("Own.A", [next(0), 60]);
    await on.evaluated(next(0.1));
    assertEquals(on.andon.plant.sourceStatus().late_samples, late_samples + 2);
    assertEquals(await on.events(id), before);
    const own = await eventually("an event says so", async () => {
      const { data } = await on.client.ok("GET", "/api/rule-events/history?limit=10");
      return data.find((row: Json) => row.rule_id === "beyond_horizon");
    });
    assertEquals([own.template_instance, own.is_active, own.severity], ["Andon", false, "warning"]);
    await on.streams.write("Own.A", [at(0.3), 70]);
    const last = timeline(300);
    await on.streams.write("Own.A", [last(0), 60]);
    await on.evaluated(last(0.1));
    assertEquals(on.andon.plant.sourceStatus().late_samples, late_samples + 3);
    const { data } = await on.client.ok("GET", "/api/rule-events/history?limit=10");
    assertEquals(data.filter((row: Json) => row.rule_id === "beyond_horizon").length, 1, "one an hour");
  },
);

/** Three templates, and of each rule one event a second: ten of each. */
async function manyEvents(on: RunningSystem) {
  await on.streams.make("number", "Own.A", "Own.B");
  await on.configure();
  const health = await on.template({
    category: "health",
    rules: [{ severity: "error" }, { severity: "info" }],
  });
  const energy = await on.template({ category: "energy", rules: [{ severity: "error" }] });
  const a = await on.deploy(health, { VALUE: "Own.A" });
  const b = await on.deploy(energy, { VALUE: "Own.B" });
  const at = timeline();
  for (const name of ["Own.A", "Own.B"]) {
    const turns = Array.from({ length: 20 }, (_, i): [string, number] => [at(i / 10), i % 2 === 0 ? 90 : 10]);
    await on.streams.write(name, ...turns);
  }
  await on.streams.write("Own.A", [at(2), 90]);
  await on.evaluated(at(2.1));
  return { health, energy, a, b };
}

systemTest("filters and pages of lists have exact totals", {}, async (on) => {
  const { health, energy, a, b } = await manyEvents(on);
  const { client } = on;
  const total = async (query: string, path = "/api/rule-events") => {
    const { data, pagination } = await client.ok("GET", `${path}?per_page=1000&${query}`);
    assertEquals([data.length, pagination.has_next, pagination.has_prev], [pagination.total, false, false]);
    return pagination.total;
  };
  for (const path of ["/api/rule-events", "/api/rule-events/history"]) {
    assertEquals(await total("", path), 32);
    assertEquals(await total("severity=error", path), 21);
    assertEquals(await total("severity=critical", path), 0);
    assertEquals(await total("category=health", path), 22);
    assertEquals(await total("category=energy&severity=info", path), 0);
    assertEquals(await total("is_active=true", path), 2);
    assertEquals(await total("is_active=false", path), 30);
    assertEquals(await total(`template_id=${energy}`, path), 10);
    assertEquals(await total(`template_id=${health}&severity=info&is_active=true`, path), 1);
    assertEquals(await total(`instance_id=${a}`, path), 22);
    assertEquals(await total(`instance_id=${b}&hours=1`, path), 10);
  }
  await checkPages(on);
});

async function checkPages({ client }: RunningSystem): Promise<void> {
  const whole: Json[] = (await client.ok("GET", "/api/rule-events/history?limit=1000")).data;
  const order = whole.map((row): [string, number] => [String(row.start_time), Number(row.id)]);
  const sorted = order.toSorted((x, y) => y[0].localeCompare(x[0]) || y[1] - x[1]);
  assertEquals(order, sorted, "newest start first, then id");
  const { pagination } = await client.ok("GET", "/api/rule-events/history");
  assertEquals(pagination, { limit: 50, offset: 0, total: 32, has_next: false, has_prev: false });
  const walked: Json[] = [];
  for (let page = 1; page <= 4; page++) {
    const answer = await client.ok("GET", `/api/rule-events?page=${page}&per_page=10`);
    const offset = (page - 1) * 10;
    const expected = { limit: 10, offset, total: 32, has_next: page < 4, has_prev: page > 1 };
    assertEquals(answer.pagination, expected);
    walked.push(...answer.data);
  }
  assertEquals(walked, whole);
  const middle = await client.ok("GET", "/api/rule-events/history?limit=5&offset=29&severity=error");
  assertEquals([middle.data.length, middle.pagination.total], [0, 21]);
  const active = await client.ok("GET", "/api/rule-events/active?limit=1&offset=1");
  assertEquals([active.data.length, active.pagination.total, active.pagination.has_prev], [1, 2, true]);
  assertEquals((await client.ok("GET", "/api/rule-events/active")).pagination, undefined);
  const mixed = await client.get("/api/rule-events?page=1&limit=5");
  assertEquals(mixed.status, 400);
}

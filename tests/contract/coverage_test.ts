import { assertEquals } from "@std/assert";
import { BlindTime } from "../../domain/coverage/blind_time.ts";
import { OWN_ID, SOURCE_LOST } from "../../domain/event/own_event.ts";
import type { InstanceRecord } from "../../domain/instance/types.ts";
import { keys } from "../../storage/keys.ts";
import { blindHourWrites } from "../../storage/writes/blind_hours.ts";
import { storedEvents } from "../support/stored_events.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { type Json, makePackage, pathsOf, templateBody, type TestApp, testApp } from "./support.ts";

const nowMs = Date.UTC(2026, 0, 31, 12);
const HOUR_MS = 3_600_000;
const as = "viewer";
const BY = { name: "anna", role: "admin" } as const;

/** An instance that was deployed ten days ago, and blind for half of the hour that began so many hours ago. */
async function blindInstance(app: TestApp, name: string, hoursAgo: number | null): Promise<InstanceRecord> {
  const [template] = app.storage.templates.list({});
  const draft = { template_id: template.id, instance_name: name, plant_node_floc_id: null, bindings: {} };
  const { id } = await app.storage.instances.create(draft, BY);
  const old = new Date(nowMs - 240 * HOUR_MS).toISOString();
  const made = app.storage.instances.get(id);
  if (made === undefined) throw new Error("It was not made");
  const record = { ...made, is_deployed: true, deployment: 1, deployment_date: old, created_at: old };
  await app.storage.store.commit({ mutations: [{ type: "set", key: keys.instance(id), value: record }] }, 1);
  if (hoursAgo === null) return record;
  const time = new BlindTime(nowMs - hoursAgo * HOUR_MS);
  time.report([{ instanceId: id, noData: 0.25, badQuality: 0.25 }], nowMs - (hoursAgo - 1) * HOUR_MS);
  await app.storage.store.commit({ mutations: time.hours().flatMap((hour) => blindHourWrites(hour, 0)) }, 1);
  return record;
}

async function plant(): Promise<TestApp> {
  const app = await testApp({ now: () => nowMs });
  const package_id = await makePackage(app);
  await app.call("POST /api/templates", { as: "engineer", body: templateBody(package_id) });
  return app;
}

const read = async (app: TestApp, path: string): Promise<Json> => {
  const { status, body } = await app.call(`GET ${path}`, { as });
  assertEquals(status, 200, JSON.stringify(body));
  return body.data;
};

Deno.test("an instance's read shows its coverage of the last 24 hours, and the causes of the rest", async () => {
  await using app = await plant();
  const blind = await blindInstance(app, "blind", 3);
  const seeing = await blindInstance(app, "seeing", null);
  const none = { no_data: 0, bad_quality: 0, source_lost: 0, stopped: 0, undeployed: 0 };
  const { coverage } = await read(app, `/api/instances/${blind.id}`);
  assertEquals(coverage, { share: 0.9792, blind: { ...none, no_data: 0.0104, bad_quality: 0.0104 } });
  const list = await read(app, "/api/instances");
  assertEquals(list.map((one: Json) => [one.id, one.coverage.share]), [[blind.id, 0.9792], [seeing.id, 1]]);
});

Deno.test("the coverage of other hours is read from the store, and its hours are checked", async () => {
  await using app = await plant();
  const { id } = await blindInstance(app, "blind", 100);
  const coverage = await read(app, `/api/instances/${id}/coverage`);
  assertEquals([coverage.instance_id, coverage.hours, coverage.share, coverage.generated_at], [
    ...[id, 24, 1, "2026-01-31T12:00:00.000Z"],
  ]);
  assertEquals((await read(app, `/api/instances/${id}/coverage?hours=100`)).share, 0.995);
  assertEquals(
    (await read(app, `/api/instances/${id}/coverage?hours=8760`)).share,
    0.9979,
    "since it was made",
  );
  for (const hours of ["0", "8761"]) {
    const answer = await app.call(`GET /api/instances/${id}/coverage?hours=${hours}`, { as });
    assertEquals([answer.status, pathsOf(answer)], [400, ["hours"]]);
  }
  for (const missing of ["99", "x"]) {
    assertEquals((await app.call(`GET /api/instances/${missing}/coverage`, { as })).status, 404);
  }
});

Deno.test("the wall's groups show the lowest and the mean coverage of their deployed instances", async () => {
  await using app = await plant();
  const { template_id } = await blindInstance(app, "blind", 3);
  await blindInstance(app, "seeing", null);
  const start_time = new Date(nowMs - 60_000).toISOString();
  const own = { template_id, category: "health", start_time };
  const events = [{}, { template_id: 777, category: "odd" }];
  const records = events.map((each, i) => eventRecord({ id: i + 1, ...own, ...each }));
  await app.storage.store.commit(storedEvents(...records), 1);
  for (const [layout, groups] of [["template", "groups"], ["category", "groups"], ["timeline", "lanes"]]) {
    const wall = await read(app, `/api/event-wall-data?layout=${layout}`);
    const covered = wall[groups].map(({ key, coverage }: Json) => [key, coverage]);
    const keys = layout === "category" ? ["health", "odd"] : [String(template_id), "777"];
    assertEquals(Object.fromEntries(covered), {
      [keys[0]]: { lowest: 0.9792, mean: 0.9896 },
      [keys[1]]: null,
    }, layout);
  }
});

Deno.test("missing data of the plant: spans without the source, and the instances that lacked data", async () => {
  await using app = await plant();
  const blind = await blindInstance(app, "blind", 3);
  await blindInstance(app, "seeing", null);
  const lost = { instance_id: OWN_ID, template_id: OWN_ID, rule_id: SOURCE_LOST };
  const at = (hoursAgo: number) => new Date(nowMs - hoursAgo * HOUR_MS).toISOString();
  const closed = { is_active: false, start_time: at(7), end_time: at(5), closed_at: at(5) };
  const events = [closed, { start_time: at(0.5) }];
  const records = events.map((each, i) => eventRecord({ id: i + 1, ...lost, ...each }));
  await app.storage.store.commit(storedEvents(...records), 1);
  const missing = await read(app, "/api/coverage");
  assertEquals([missing.from, missing.generated_at, missing.stopped], [at(24), at(0), []]);
  assertEquals(missing.source_lost, [{ from: at(7), to: at(5) }, { from: at(0.5), to: null }]);
  assertEquals([missing.instance_count, missing.instances], [1, [{
    instance_id: blind.id,
    instance_name: "blind",
    plant_node_floc_id: null,
    no_data_seconds: 900,
    bad_quality_seconds: 900,
  }]]);
  const six = await read(app, "/api/coverage?hours=5.5");
  assertEquals([six.from, six.source_lost[0], six.instance_count], [at(6), { from: at(6), to: at(5) }, 1]);
  assertEquals((await read(app, "/api/coverage?hours=2")).instances, []);
  assertEquals((await app.call("GET /api/coverage?hours=24", { as })).status, 200);
  for (const hours of ["0", "24.1", "x"]) {
    const answer = await app.call(`GET /api/coverage?hours=${hours}`, { as });
    assertEquals([answer.status, pathsOf(answer)], [400, ["hours"]]);
  }
});

Deno.test("missing data lists instances from a minute on, and the 100 with the longest time", async () => {
  await using app = await plant();
  const first = await blindInstance(app, "i0", null);
  const ids = [first.id];
  for (let i = 1; i < 102; i++) ids.push((await blindInstance(app, `i${i}`, null)).id);
  const hourMs = nowMs - 2 * HOUR_MS;
  for (const [i, id] of ids.entries()) {
    const time = new BlindTime(hourMs);
    time.report([{ instanceId: id, noData: 1, badQuality: 0 }], hourMs + (i === 0 ? 59_999 : 60_000 + i));
    await app.storage.store.commit({
      mutations: time.hours().flatMap((hour) => blindHourWrites(hour, i)),
    }, 1);
  }
  const { instance_count, instances } = await read(app, "/api/coverage");
  assertEquals([instance_count, instances.length], [101, 100]);
  assertEquals([instances[0].instance_id, instances[99].instance_id], [ids[101], ids[2]]);
});

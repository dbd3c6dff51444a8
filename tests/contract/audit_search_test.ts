import { assertEquals } from "@std/assert";
import { type Json, pathsOf, testApp } from "./support.ts";
import { createShardHarness, type ShardHarness } from "../support/shard_harness.ts";
import { storedEvents } from "../support/stored_events.ts";
import { eventRecord } from "../unit/storage/support.ts";

Deno.test("the audit log is searched by words, with its seals untouched, and a bulk is one line that names its entries", async () => {
  const clock = { ms: Date.UTC(2026, 0, 31, 8, 15, 2, 123) };
  let harness: ShardHarness | undefined;
  await using app = await testApp({
    now: () => harness?.now() ?? clock.ms,
    instance: (id) => harness!.instance(id),
  });
  const ids = Array.from({ length: 12 }, (_, i) => i + 1);
  for (const id of ids) {
    await app.storage.store.commit(storedEvents(eventRecord({ id, instance_id: id })), 1);
  }
  await using running = harness = await createShardHarness(app.storage, clock);
  const body = { event_ids: ids, comment: "Cleaning of all lines" };
  const done = await app.call("POST /api/rule-events/bulk-acknowledge", { as: "operator", body });
  assertEquals([done.status, running], [200, harness], done.text);
  await app.call("POST /api/packages", { as: "engineer", body: { name: "Cleaning", description: "" } });
  const read = async (query: string) => (await app.call(`GET /api/audit-log?${query}`, { as: "admin" })).body;
  const folded = await read("fold=true&limit=5&text=cleaning");
  assertEquals(
    folded.data.map(({ who, resource_type, bulk }: Json) => [who, resource_type, bulk?.resources ?? null]),
    [
      ["engineer", "package", null],
      ["operator", "rule_event", 12],
    ],
  );
  assertEquals(folded.pagination.total, 2);
  const all = await read("fold=true&resource_type=rule_event");
  const [{ action, bulk, who }] = all.data;
  assertEquals([all.data.length, action, bulk.resources, bulk.entries, bulk.comment], [
    1,
    "acknowledged",
    12,
    24,
    "Cleaning of all lines",
  ]);
  const members = await read(`who=${who}&resource_type=rule_event&limit=1000`);
  assertEquals([members.pagination.total, members.data[0].bulk], [24, undefined]);
  assertEquals((await read("text=nothing-has-this&limit=1")).pagination.total, 0);
  assertEquals((await read("text=%20&limit=1")).pagination.total, (await read("limit=1")).pagination.total);
  assertEquals((await app.call("GET /api/audit-log/verify", { as: "admin" })).body.data.is_whole, true);
  assertEquals((await app.call("GET /api/audit-log?text=a", { as: "engineer" })).status, 403);
  assertEquals(pathsOf(await app.call("GET /api/audit-log?fold=yes", { as: "admin" })), ["fold"]);
});

Deno.test("a person is found by the name that others see", async () => {
  await using app = await testApp();
  const user = {
    username: "akr",
    password: "a password of theirs",
    role: "engineer",
    display_name: "Anna Keller",
  } as const;
  await app.storage.access.createUser(user, { name: "test", role: "admin" });
  await app.storage.packages.create({ name: "Utilities", description: "" }, {
    name: "akr",
    role: "engineer",
  });
  const { body } = await app.call("GET /api/audit-log?text=keller%20created&resource_type=package", {
    as: "admin",
  });
  assertEquals(body.data.map(({ who }: Json) => who), ["akr"]);
});

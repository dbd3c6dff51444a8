import { assert, assertEquals } from "@std/assert";
import type { EventRecord } from "../../../../domain/event/types.ts";
import type { Storage } from "../../../../storage/contract.ts";
import { discover, templateBody } from "../../../contract/support.ts";
import { createShardHarness, type ShardHarness } from "../../../support/shard_harness.ts";
import { interleaving, type TestStorage, testStorage, until } from "../../storage/support.ts";

const BY = { name: "olga", role: "operator" } as const;
const MINUTE_MS = 60_000;

/** One instance on one stream: above 80 it has an event. */
async function scene(test: TestStorage) {
  const { storage, clock } = test;
  await discover(storage, ["P1"]);
  const stream = storage.assets.streamByName("P1")?.id ?? 0;
  const { id: packageId } = await storage.packages.create({ name: "Own", description: "" }, BY);
  const { rules, placeholders } = templateBody(packageId);
  const template = await storage.templates.create({
    name: "Pump",
    description: "",
    category: "health",
    color: "#0b57a8",
    package_id: packageId,
    rules: rules.map((rule) => ({ ...RULE, ...rule })) as never,
    placeholders: placeholders.map((one) => ({
      default_value: null,
      max_age_seconds: null,
      ...one,
    })) as never,
  }, BY);
  const instance = await storage.instances.create({
    template_id: template.id,
    instance_name: "Pump 1",
    plant_node_floc_id: null,
    bindings: { PUMP: { stream_name: "P1" }, LIMIT: { value: 80 } },
  }, BY);
  const harness = await createShardHarness(storage, clock);
  await harness.instance(instance.id).ask({ type: "deploy", by: BY });
  await harness.advance(1_000);
  await harness.sample(stream, 85);
  return { storage, harness, stream, instance: instance.id, event: only(storage) };
}

const RULE = {
  logic: "all",
  until: null,
  event_description: "",
  severity: "warning",
  on_delay_seconds: 0,
  off_delay_seconds: 0,
  enrichment: {},
  cause: null,
  display_name: null,
  consequence: null,
  action: null,
};

function only(storage: Storage): EventRecord {
  const active = storage.events.active();
  assertEquals(active.length, 1);
  return active[0];
}

type Scene = Awaited<ReturnType<typeof scene>>;

const shelve = ({ harness, instance }: Scene, eventId: number, minutes: number) =>
  harness.instance(instance).ask<EventRecord>({
    type: "shelve_event",
    eventId,
    minutes,
    reason: "Cleaning",
    by: BY,
  });

const unshelve = ({ harness, instance }: Scene, eventId: number) =>
  harness.instance(instance).ask<EventRecord>({ type: "unshelve_event", eventId, by: BY });

/** The condition clears, and a new event comes. */
async function again({ harness, stream, storage }: Scene): Promise<EventRecord> {
  await harness.advance(1_000);
  await harness.sample(stream, 20);
  await harness.advance(1_000);
  await harness.sample(stream, 90);
  return only(storage);
}

const fields = ({ shelved_until, shelve_reason }: EventRecord) => [shelved_until, shelve_reason];
const framesOf = (harness: ShardHarness, id: number) =>
  harness.frames.filter(({ kind }) => kind.startsWith("event_")).map((frame) => frame.data as EventRecord)
    .filter((data) => data.id === id);

Deno.test("a shelf ends at its minute, with a frame and an audit entry, and without a source", async () => {
  await using test = await testStorage();
  const on = await scene(test);
  await using harness = on.harness;
  const shelved = await shelve(on, on.event.id, 1);
  const endsMs = harness.now() + MINUTE_MS;
  assertEquals(fields(shelved), [new Date(endsMs).toISOString(), "Cleaning"]);
  assertEquals(only(on.storage), {
    ...on.event,
    shelved_until: shelved.shelved_until,
    shelve_reason: "Cleaning",
  });
  await harness.advance(MINUTE_MS - 1);
  await harness.sample(on.stream, 86);
  assertEquals(fields(only(on.storage)), fields(shelved));
  assertEquals(on.storage.shelves.list().length, 1);
  const frames = framesOf(harness, on.event.id).length;
  await harness.advance(1);
  await until(() => on.storage.shelves.list().length === 0);
  assertEquals(only(on.storage), on.event);
  const frameRecords = framesOf(harness, on.event.id).slice(frames);
  assertEquals(frameRecords.map(fields), [[null, null]]);
  assertEquals(
    harness.frames.map(({ data }) => data).filter((data) => JSON.stringify(data).includes('"shelf"')),
    Array(2).fill({ type: "shelf", id: on.event.id }),
    "the list of what is shelved changed at its beginning and at its end",
  );
  const [entry] = (await on.storage.audit.list({ limit: 1, offset: 0 })).rows;
  assertEquals([entry.who, entry.action, entry.resource_id, entry.before], [
    ...["Andon", "unshelved", String(on.event.id)],
    { shelved_until: shelved.shelved_until, shelve_reason: "Cleaning" },
  ]);
});

Deno.test("new events of a shelved key are born shelved, and those after its end are not", async () => {
  await using test = await testStorage();
  const on = await scene(test);
  await using harness = on.harness;
  const shelved = await shelve(on, on.event.id, 2);
  const second = await again(on);
  assert(second.id !== on.event.id);
  assertEquals(fields(second), fields(shelved));
  assertEquals(framesOf(harness, second.id).map(fields), [fields(shelved)]);
  await harness.advance(2 * MINUTE_MS);
  await until(() => only(on.storage).shelved_until === null);
  assertEquals(fields(await again(on)), [null, null]);
});

Deno.test("shelving again moves the end, both ways", async () => {
  await using test = await testStorage();
  const on = await scene(test);
  await using harness = on.harness;
  await shelve(on, on.event.id, 1);
  const longer = await shelve(on, on.event.id, 3);
  await harness.advance(2 * MINUTE_MS);
  assertEquals(fields(only(on.storage)), fields(longer));
  await shelve(on, on.event.id, 1);
  await harness.advance(MINUTE_MS);
  await until(() => only(on.storage).shelved_until === null);
  await harness.advance(5 * MINUTE_MS);
  assertEquals(on.storage.shelves.list(), []);
});

Deno.test("a shelf ends by hand, once; where there is none nothing changes", async () => {
  await using test = await testStorage();
  const on = await scene(test);
  await using harness = on.harness;
  await shelve(on, on.event.id, 1);
  assertEquals(await unshelve(on, on.event.id), on.event);
  assertEquals([only(on.storage), on.storage.shelves.list()], [on.event, []]);
  const { total } = await on.storage.audit.list({ limit: 1, offset: 0 });
  assertEquals(await unshelve(on, on.event.id), on.event);
  await harness.advance(2 * MINUTE_MS);
  assertEquals((await on.storage.audit.list({ limit: 1, offset: 0 })).total, total);
  assertEquals(fields(await again(on)), [null, null]);
});

Deno.test("a closed event shelves its key too: the active one says so, and both are in the audit", async () => {
  await using test = await testStorage();
  const on = await scene(test);
  await using _house = on.harness;
  const active = await again(on);
  const before = (await on.storage.audit.list({ limit: 1, offset: 0 })).total;
  const shelved = await shelve(on, on.event.id, 1);
  assertEquals([shelved.id, shelved.is_active], [on.event.id, false]);
  assertEquals(fields(only(on.storage)), fields(shelved));
  const { rows, total } = await on.storage.audit.list({ limit: 2, offset: 0 });
  assertEquals(total, before + 2);
  assertEquals(rows.map(({ action, who, resource_id }) => [action, who, resource_id]).sort(), [
    ["shelved", "olga", String(on.event.id)],
    ["shelved", "olga", String(active.id)],
  ]);
});

Deno.test("a shelf outlives its deployment and the process, and ends on time without either", async () => {
  await using test = await testStorage();
  const on = await scene(test);
  const shelved = await shelve(on, on.event.id, 5);
  await on.harness.instance(on.instance).ask({ type: "undeploy", by: BY });
  await on.harness.instance(on.instance).ask({ type: "deploy", by: BY });
  await on.harness.advance(1_000);
  await on.harness.sample(on.stream, 91);
  assertEquals(fields(only(on.storage)), fields(shelved));
  await on.harness.instance(on.instance).ask({ type: "undeploy", by: BY });
  await on.harness[Symbol.asyncDispose]();
  await using harness = await createShardHarness(on.storage, test.clock);
  await harness.instance(on.instance).ask({ type: "deploy", by: BY });
  await harness.advance(1_000);
  await harness.sample(on.stream, 92);
  const born = only(on.storage);
  assertEquals(fields(born), fields(shelved));
  await harness.instance(on.instance).ask({ type: "undeploy", by: BY });
  await harness.advance(5 * MINUTE_MS);
  await until(() => on.storage.shelves.list().length === 0);
});

Deno.test("a shelf that expired while Andon was stopped ends at the start", async () => {
  await using test = await testStorage();
  const on = await scene(test);
  await shelve(on, on.event.id, 1);
  await on.harness[Symbol.asyncDispose]();
  test.clock.ms += 10 * MINUTE_MS;
  await using harness = await createShardHarness(on.storage, test.clock);
  await harness.advance(0);
  await until(() => on.storage.shelves.list().length === 0);
  assertEquals(fields(only(on.storage)), [null, null]);
});

Deno.test("an event that comes while its key is being shelved is shelved too", async () => {
  const { wrap, arm } = interleaving("shelf", () => again(on));
  await using test = await testStorage({ wrap });
  const on = await scene(test);
  await using _house = on.harness;
  arm();
  const shelved = await shelve(on, on.event.id, 5);
  const active = only(on.storage);
  assert(active.id !== on.event.id);
  assertEquals([shelved.id, shelved.is_active, fields(shelved)], [on.event.id, false, fields(active)]);
});

Deno.test("a key that is shelved again while its shelf ends stays shelved", async () => {
  let renewed: EventRecord | undefined;
  const { wrap, arm } = interleaving("shelf", async () => renewed = await shelve(on, on.event.id, 3));
  await using test = await testStorage({ wrap });
  const on = await scene(test);
  await using harness = on.harness;
  await shelve(on, on.event.id, 1);
  arm();
  await harness.advance(MINUTE_MS);
  await until(() => renewed !== undefined);
  await harness.advance(1_000);
  await harness.sample(on.stream, 88);
  assertEquals(fields(only(on.storage)), fields(renewed!));
  await harness.advance(3 * MINUTE_MS);
  await until(() => only(on.storage).shelved_until === null);
});

Deno.test("an end that the store refused is repeated by the next turn", async () => {
  let refusals = 0;
  const { wrap, arm } = interleaving("shelf", () => {
    refusals++;
    return Promise.reject(new Error("out of reach"));
  });
  await using test = await testStorage({ wrap });
  const on = await scene(test);
  await using harness = on.harness;
  await shelve(on, on.event.id, 1);
  await harness.advance(1_000);
  await harness.sample(on.stream, 20);
  arm();
  await harness.advance(MINUTE_MS);
  await until(() => refusals === 1);
  await harness.advance(MINUTE_MS);
  assertEquals(on.storage.shelves.list().length, 1);
  await harness.sample(on.stream, 88);
  assertEquals(fields(only(on.storage)), [null, null], "its time was over, so it is not born shelved");
  await until(() => on.storage.shelves.list().length === 0);
});

Deno.test("what a person writes on an event while its shelf ends is kept", async () => {
  const note = "Valve 7 sticks";
  const { wrap, arm } = interleaving(
    "event",
    () =>
      on.harness.instance(on.instance).ask({
        type: "change_event",
        eventId: on.event.id,
        change: { note },
        by: BY,
      }),
  );
  await using test = await testStorage({ wrap });
  const on = await scene(test);
  await using harness = on.harness;
  await shelve(on, on.event.id, 1);
  arm();
  await harness.advance(MINUTE_MS);
  await until(() => on.storage.shelves.list().length === 0);
  assertEquals(only(on.storage), { ...on.event, note, comment_count: 1, commented_by: [BY.name] });
});

import { assert, assertEquals, assertRejects } from "@std/assert";
import type { EventRecord } from "../../../domain/event/types.ts";
import type { Mutation } from "../../../domain/shared/commit.ts";
import { isoFromMs } from "../../../domain/shared/time.ts";
import { openOver } from "../../../storage/open.ts";
import { type KvBackend, kvBackend } from "../../../storage/store/backend.ts";
import { newUlid } from "../../../storage/writes/ulid.ts";
import { bruteForce, EventPlant } from "../../support/event_lists.ts";
import { seeded } from "../../support/seeded.ts";
import { random, testStorage } from "./support.ts";

const NOW = Date.UTC(2026, 0, 31, 8, 15, 2, 123);
const AUDITS = 1_300;
const OPTIONS = { path: ":memory:", now: () => NOW, random, secretsKey: new Uint8Array(32).fill(7) };

/** What an opened event was written as up to schema 1. */
function formerWrites(event: EventRecord): Mutation[] {
  const { id, severity, category, template_id, instance_id, is_active } = event;
  const value = { v: 1, severity, category, template_id, instance_id, is_active };
  return [
    { type: "set", key: ["event", id], value: event },
    { type: "set", key: ["event_by_start", Date.parse(event.start_time), id], value },
    ...(is_active
      ? [{ type: "set" as const, key: ["event_active", instance_id, event.rule_id], value: id }]
      : []),
  ];
}

/** A store as a program of schema 1 left it: 500 events, 40 of them active, and 1,300 audit entries. */
async function formerStore(): Promise<{ kv: Deno.Kv; plant: EventPlant; audits: string[] }> {
  const kv = await Deno.openKv(":memory:");
  const chance = seeded(11);
  const plant = new EventPlant({ instances: 20, templates: 5, days: 60, nowMs: NOW }, chance);
  await kv.set(["meta", "schema"], { v: 1, schema: 1 });
  for (let i = 0; i < 500; i++) {
    const event = plant.make({ is_active: i % 13 === 0 });
    plant.records.set(event.id, event);
    for (const mutation of formerWrites(event)) {
      if (mutation.type === "set") await kv.set(mutation.key, mutation.value);
    }
  }
  const audits: string[] = [];
  for (let i = 0; i < AUDITS; i++) {
    const ms = NOW + i * 7_000_000;
    const id = newUlid(ms, chance);
    audits.push(id);
    const entry = { v: 1, id, at: isoFromMs(ms), who: "anna", action: "x", resource_type: "template" };
    await kv.set(["audit", id], { ...entry, resource_id: "1", before: null, after: null });
  }
  await kv.set(["count", "audit"], new Deno.KvU64(BigInt(AUDITS)));
  return { kv, plant, audits: audits.toReversed() };
}

/** Reverts the lists of closed events to schema 7: two entries per list, and counts of minutes for instances. */
async function unlist(kv: Deno.Kv, records: Iterable<EventRecord>): Promise<void> {
  const minutes = new Map<string, { key: Deno.KvKey; count: bigint }>();
  for (const { id, start_time, is_active, severity, category, template_id, instance_id } of records) {
    if (is_active) continue;
    const startMs = Date.parse(start_time), instance = `instance:${instance_id}`;
    const value = { v: 1, severity, category, template_id, instance_id };
    for (const scope of ["all", `category:${category}`, `template:${template_id}`, instance]) {
      await kv.set(["event_closed", scope, "", startMs, id], value);
      await kv.set(["event_closed", scope, severity, startMs, id], 1);
    }
    const [blockMs, minuteMs] = [96 * 3_600_000, 60_000].map((ms) => startMs - startMs % ms);
    const key = ["event_count", blockMs, instance, 2, minuteMs, severity];
    minutes.set(key.join(), { key, count: 1n + (minutes.get(key.join())?.count ?? 0n) });
  }
  for (const { key, count } of minutes.values()) await kv.set(key, new Deno.KvU64(count));
  for await (const { key } of kv.list({ prefix: ["day_mark"] })) {
    await kv.delete(key);
    await kv.set(["ended_day", key[1]], 1);
  }
  await kv.set(["meta", "schema"], { v: 1, schema: 7 });
}

/** Reverts the lists of closed events to schema 9, without lists by plant node. */
async function unlistNodes(kv: Deno.Kv): Promise<void> {
  for (const prefix of ["event_closed", "event_count", "event_block"]) {
    for await (const { key } of kv.list({ prefix: [prefix] })) {
      if (key.some((part) => String(part).startsWith("node:"))) await kv.delete(key);
    }
  }
  await kv.set(["meta", "schema"], { v: 1, schema: 9 });
}

async function listsIn(kv: Deno.Kv): Promise<unknown[]> {
  const entries: unknown[] = [];
  for (const prefix of ["event_closed", "event_count", "event_block", "day_mark", "ended_day"]) {
    for await (const { key, value } of kv.list({ prefix: [prefix] })) entries.push([key, value]);
  }
  return entries;
}

/** Fails all writes after a number of them. */
function breakingAfter(kv: Deno.Kv, writes: number): KvBackend {
  const own = kvBackend(kv);
  return {
    ...own,
    close: () => {},
    write: (atomic) => writes-- > 0 ? own.write(atomic) : Promise.reject(new TypeError("broken off")),
  };
}

async function assertLists(kv: Deno.Kv, plant: EventPlant, audits: string[]): Promise<void> {
  await using test = await testStorage({ kv, ms: NOW });
  const { storage } = test;
  for (let i = 0; i < 150; i++) {
    await plant.stir(storage);
    const filter = plant.filter();
    const expected = bruteForce(plant.records.values(), filter);
    const page = plant.page(expected.length);
    const { rows, total } = await storage.events.list(filter, page);
    assertEquals([rows, total], [expected.slice(page.offset, page.offset + page.limit), expected.length]);
  }
  for (const offset of [0, 499, 501, 777, AUDITS - 3, AUDITS]) {
    const { rows, total } = await storage.audit.list({ limit: 10, offset });
    assertEquals([rows.map((row) => row.id), total], [audits.slice(offset, offset + 10), AUDITS]);
  }
  assertEquals((await storage.store.list({ prefix: ["event_by_start"] })).length, 0);
}

Deno.test("a store of an older schema gets lists and counts that are exact from then on", async () => {
  const { kv, plant, audits } = await formerStore();
  plant.adopt();
  await assertLists(kv, plant, audits);
  kv.close();
});

Deno.test("an upgrade that breaks off anywhere runs again with the same result", async () => {
  for (const allowed of [3, 20]) {
    const { kv, plant, audits } = await formerStore();
    plant.adopt();
    await assertRejects(() => openOver(breakingAfter(kv, allowed), OPTIONS));
    assert((await kv.get<{ schema: number }>(["meta", "schema"])).value!.schema < 5);
    await assertLists(kv, plant, audits);
    kv.close();
  }
});

Deno.test("lists of schema 7 are converted, even by an upgrade that breaks off", async () => {
  const kv = await Deno.openKv(":memory:");
  const plant = new EventPlant({ instances: 20, templates: 5, days: 60, nowMs: NOW }, seeded(12));
  {
    await using test = await testStorage({ kv, ms: NOW });
    await plant.fill(test.storage, { count: 300, change: (i) => i % 13 === 0 ? { is_active: true } : {} });
  }
  const now = await listsIn(kv);
  await unlist(kv, plant.records.values());
  const former = await listsIn(kv);
  assert(former.length > now.length);
  for (const writes of [2, 5, 9]) {
    await assertRejects(() => openOver(breakingAfter(kv, writes), OPTIONS));
    assert((await listsIn(kv)).length < former.length);
  }
  {
    await using _ = await testStorage({ kv, ms: NOW });
  }
  assertEquals(await listsIn(kv), now);
  kv.close();
});

Deno.test("closed events of schema 9 get lists by plant node, even by an upgrade that breaks off", async () => {
  const kv = await Deno.openKv(":memory:");
  const plant = new EventPlant({ instances: 20, templates: 5, days: 60, nowMs: NOW }, seeded(13));
  {
    await using test = await testStorage({ kv, ms: NOW });
    await plant.fill(test.storage, { count: 700, change: (i) => i % 13 === 0 ? { is_active: true } : {} });
  }
  const now = await listsIn(kv);
  await unlistNodes(kv);
  assert((await listsIn(kv)).length < now.length);
  for (const writes of [1, 4]) {
    await assertRejects(() => openOver(breakingAfter(kv, writes), OPTIONS));
    assertEquals((await kv.get<{ schema: number }>(["meta", "schema"])).value!.schema, 9);
  }
  {
    await using test = await testStorage({ kv, ms: NOW });
    const places = new Set(["N1", "N2", "N3", "N99"]);
    const { rows, total } = await test.storage.events.list({ places }, { limit: 1_000, offset: 0 });
    const expected = bruteForce(plant.records.values(), { places });
    assertEquals([rows, total], [expected, expected.length]);
    assert(total > 0);
  }
  assertEquals(await listsIn(kv), now);
  kv.close();
});

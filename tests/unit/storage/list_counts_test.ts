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

Deno.test("a store of the former shapes is brought to lists and counts that are exact from then on", async () => {
  const { kv, plant, audits } = await formerStore();
  plant.adopt();
  await assertLists(kv, plant, audits);
  kv.close();
});

Deno.test("an upgrade that breaks off anywhere is begun anew and comes to the same", async () => {
  for (const allowed of [3, 8, 12, 20, 30]) {
    const { kv, plant, audits } = await formerStore();
    plant.adopt();
    const own = kvBackend(kv);
    let left = allowed;
    const breaking: KvBackend = {
      ...own,
      close: () => {},
      write: (atomic) => left-- > 0 ? own.write(atomic) : Promise.reject(new TypeError("broken off")),
    };
    const options = { path: ":memory:", now: () => NOW, random, secretsKey: new Uint8Array(32).fill(7) };
    await assertRejects(() => openOver(breaking, options));
    assert((await kv.get<{ schema: number }>(["meta", "schema"])).value!.schema < 5);
    await assertLists(kv, plant, audits);
    kv.close();
  }
});

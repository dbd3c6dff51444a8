import { assert, assertEquals, assertRejects } from "@std/assert";
import { Refusal } from "../../../domain/shared/refusal.ts";
import { type AuditFilter, AuditLog } from "../../../storage/audit.ts";
import type { NounContext } from "../../../storage/write.ts";
import { auditMutation, newAudit, newAuditId } from "../../../storage/writes/audit.ts";
import { testStorage } from "./support.ts";

const draft = { who: "anna", action: "updated", resource_type: "package", resource_id: 4 } as const;

Deno.test("newAuditId() ascends within a millisecond, and when the clock steps back", () => {
  const at = Date.UTC(2026, 0, 31);
  const ids = [0, 0, 0, 1, -5_000, 2].map((step) => newAuditId(at + step, Math.random));
  assertEquals(ids, ids.toSorted());
  assertEquals(new Set(ids).size, 6);
});

Deno.test("the audit log is read newest first, by pages, with its exact total", async () => {
  await using test = await testStorage();
  const { audit, store } = test.storage;
  const before = (await audit.list({ limit: 1, offset: 0 })).total;
  const entries = Array.from(
    { length: 25 },
    (_, i) => newAudit({ ...draft, after: { i } }, { nowMs: test.clock.ms + i, random: Math.random }),
  );
  await Promise.all(entries.map((entry, i) => store.commit({ mutations: [auditMutation(entry)] }, i % 3)));
  const { rows, total } = await audit.list({ limit: 4, offset: 3 });
  assertEquals(total - before, 25);
  assertEquals(rows, [entries[21], entries[20], entries[19], entries[18]]);
  assertEquals((await audit.list({ limit: 10, offset: 100 })).rows, []);
});

Deno.test("the total of the audit log counts no entry of a commit that failed", async () => {
  await using test = await testStorage();
  const { audit, store } = test.storage;
  const commit = (versionstamp: string | null) => {
    const entry = newAudit(draft, { nowMs: test.clock.ms, random: Math.random });
    const checks = [{ key: ["nothing"], versionstamp }];
    return store.commit({ checks, mutations: [auditMutation(entry)] }, 0);
  };
  await Promise.all([commit(null), commit("00000000000000990000"), commit(null)]);
  assertEquals((await audit.list({ limit: 9, offset: 0 })).total, 2);
});

Deno.test("a page deep in the audit log is found by counts, even among entries of one instant by a clock set back", async () => {
  await using test = await testStorage();
  const { audit, store } = test.storage;
  const ids: string[] = [];
  const write = async (count: number, nowMs: (i: number) => number) => {
    for (let made = 0; made < count; made += 100) {
      const entries = Array.from(
        { length: 100 },
        (_, i) => newAudit(draft, { nowMs: nowMs(made + i), random: Math.random }),
      );
      ids.push(...entries.map((entry) => entry.id));
      assert((await store.commit({ mutations: entries.map(auditMutation) }, 0)).ok);
    }
  };
  await write(1_000, (i) => test.clock.ms + i * 3_600_000);
  await write(6_000, () => test.clock.ms);
  const newest = ids.toReversed();
  for (const offset of [0, 500, 501, 1_234, 5_555, 5_999, 6_000, 6_990, 7_000]) {
    const before = store.stats().entriesRead;
    const { rows, total } = await audit.list({ limit: 20, offset });
    assertEquals([rows.map((row) => row.id), total], [newest.slice(offset, offset + 20), 7_000]);
    assert(store.stats().entriesRead - before <= 20 + 1_500);
  }
});

Deno.test("entries of one resource are found since an instant, and a scan that is too long is refused", async () => {
  await using test = await testStorage();
  const { store } = test.storage, nowMs = Date.UTC(2030, 0, 1);
  const entries = Array.from(
    { length: 9 },
    (_, i) =>
      newAudit({ ...draft, resource_id: i % 3, after: { i } }, { nowMs: nowMs + i, random: Math.random }),
  );
  for (const entry of entries) await store.commit({ mutations: [auditMutation(entry)] }, 0);
  const find = (fromMs: number, most: number) =>
    new AuditLog({ store } as NounContext, most)
      .find({ resourceType: "package", resourceId: "1", fromMs }, { limit: 2, offset: 0 });
  assertEquals(await find(nowMs, 9), { rows: [entries[7], entries[4]], total: 3 });
  assertEquals((await find(nowMs + 2, 7)).total, 2);
  const error = await assertRejects(() => find(nowMs, 8), Refusal);
  assertEquals(error.message.includes("More than 8 entries"), true, error.message);
});

Deno.test("entries are found by words, and a bulk is one line of a page, within the same bound", async () => {
  await using test = await testStorage();
  const { audit, store } = test.storage, nowMs = Date.UTC(2030, 6, 1);
  const drafts = [
    { ...draft, after: { name: "Utilities" } },
    ...Array.from(
      { length: 5 },
      (_, i) => ({ ...draft, resource_id: 10 + i, action: "deployed", address: "192.0.2.7" }),
    ),
    { ...draft, who: "ben", after: { name: "utilities of the north" } },
  ];
  const entries = drafts.map((one, i) => newAudit(one, { nowMs: nowMs + i, random: Math.random }));
  await store.commit({ mutations: entries.map(auditMutation) }, 0);
  const filter: AuditFilter = { fromMs: nowMs };
  const text = (...words: string[]) => ({ words, displayNameOf: () => undefined });
  const found = await audit.find({ ...filter, text: text("utilities") }, { limit: 9, offset: 0 });
  assertEquals([found.rows, found.total], [[entries[6], entries[0]], 2]);
  assertEquals(
    (await audit.find({ ...filter, text: text("utilities", "ben") }, { limit: 9, offset: 0 })).total,
    1,
  );
  const { rows, total } = await audit.lines(filter, { limit: 2, offset: 1 });
  assertEquals(total, 3);
  assertEquals(rows.map(({ entry, bulk }) => [entry.id, bulk?.resources]), [[entries[5].id, 5], [
    entries[0].id,
    undefined,
  ]]);
  const scan = new AuditLog({ store } as NounContext, 6).lines(filter, { limit: 2, offset: 0 });
  await assertRejects(() => scan, Refusal, "More than 6 entries");
});

Deno.test("entries are found by who, kind and action, from one time and before another", async () => {
  await using test = await testStorage();
  const { audit, store } = test.storage, nowMs = Date.UTC(2031, 0, 1);
  const drafts = [
    { ...draft, address: "192.0.2.7" },
    { ...draft, who: "Andon", action: "created", resource_type: "rule_event" as const },
    { ...draft, who: "Andon", address: "192.0.2.7" },
    { ...draft, who: "(unknown)", action: "sign_in_refused", resource_type: "refusal" as const },
    { ...draft, who: "key:Reporting" },
  ];
  const entries = drafts.map((one, i) => newAudit(one, { nowMs: nowMs + i, random: Math.random }));
  await store.commit({ mutations: entries.map(auditMutation) }, 0);
  const find = async (filter: AuditFilter) => {
    const { rows } = await audit.find({ fromMs: nowMs, ...filter }, { limit: 10, offset: 0 });
    return rows.map(({ id }) => entries.findIndex((entry) => entry.id === id));
  };
  assertEquals(await find({ kind: "people" }), [4, 2, 0], "a user can be named Andon");
  assertEquals(await find({ kind: "engine" }), [1]);
  assertEquals(await find({ kind: "refusals" }), [3]);
  assertEquals(await find({ who: "anna" }), [0]);
  assertEquals(await find({ action: "created" }), [1]);
  assertEquals(await find({ fromMs: nowMs + 1, toMs: nowMs + 3 }), [2, 1]);
  assertEquals((await audit.find({ toMs: nowMs + 1 }, { limit: 1, offset: 0 })).rows, [entries[0]]);
});

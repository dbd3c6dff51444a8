import { assertEquals } from "@std/assert";
import { auditMutation, newAudit, newAuditId } from "../../../storage/writes/audit.ts";
import { testStorage } from "./support.ts";

const draft = { who: "anna", action: "updated", resource_type: "package", resource_id: 4 } as const;

Deno.test("newAuditId() rises within a millisecond, and when the clock steps back", () => {
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

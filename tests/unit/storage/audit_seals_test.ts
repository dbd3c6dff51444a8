import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { MIGRATIONS } from "../../../storage/migrations/all.ts";
import { readHead } from "../../../storage/audit_seals/block.ts";
import { AuditSealer } from "../../../storage/audit_seals/sealer.ts";
import type { Storage } from "../../../storage/contract.ts";
import { keys } from "../../../storage/keys.ts";
import { auditMutation, newAudit } from "../../../storage/writes/audit.ts";
import { afterAllIds, interleaving, testStorage, until } from "./support.ts";
import type { AuditProblem } from "../../../storage/audit_seals/verify.ts";
import { Retention } from "../../../services/retention.ts";
import { startSealing } from "../../../services/sealing.ts";

const draft = { who: "anna", action: "updated", resource_type: "package", resource_id: 4 } as const;
const START = Date.UTC(2026, 0, 31, 8);
const DAY_MS = 86_400_000;

/** Writes entries in commits of `at` each, on several lanes; returns their ids in the order of time. */
async function written(storage: Storage, count: number, { at = 1, nowMs = START } = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let n = 0; n < count; n += at) {
    const entries = Array.from(
      { length: Math.min(at, count - n) },
      (_, i) => newAudit({ ...draft, after: { n: n + i, text: "ü" } }, { nowMs, random: Math.random }),
    );
    ids.push(...entries.map(({ id }) => id));
    const { ok } = await storage.store.commit({ mutations: entries.map(auditMutation) }, n % 3);
    assert(ok);
  }
  return ids;
}

async function scene() {
  const kv = await Deno.openKv(":memory:");
  const test = await testStorage({ kv });
  const { storage } = test;
  return {
    kv,
    storage,
    clock: test.clock,
    verify: (kept?: string) =>
      storage.auditSeals.verify({ keptHead: kept === undefined ? undefined : readHead(kept) }),
    async problems(kept?: string): Promise<AuditProblem[]> {
      const { problems, is_whole, first_block } = await this.verify(kept);
      assertEquals([is_whole, first_block], [problems.length === 0, problems[0]?.block ?? null]);
      return problems;
    },
    async [Symbol.asyncDispose]() {
      await test[Symbol.asyncDispose]();
      kv.close();
    },
  };
}

Deno.test("entries are sealed in the order of commits, at most 1,000 in a block, and verify says whole", async () => {
  await using on = await scene();
  const ids = await written(on.storage, 2_500, { at: 150 });
  assertEquals((await on.verify()).unsealed, 2_500);
  await on.storage.auditSeals.sealAll();
  const { blocks, entries, unsealed, is_whole } = await on.verify();
  assertEquals({ entries, unsealed, is_whole }, { entries: 2_500, unsealed: 0, is_whole: true });
  const sealed: string[] = [];
  for await (const { key, value } of on.kv.list<{ ids: string }>({ prefix: ["audit_block"] })) {
    const inBlock = value.ids.split("\n").filter((id) => id !== "");
    assert(inBlock.length <= 1_000, `${key}`);
    sealed.push(...inBlock);
  }
  assertEquals(sealed, ids);
  assert(blocks >= 4);
});

Deno.test("a commit with audit entries writes one key more, whatever their number", async () => {
  await using on = await scene();
  await written(on.storage, 100, { at: 100 });
  const waiting = await Array.fromAsync(on.kv.list({ prefix: ["audit_unsealed"] }));
  assertEquals(waiting.length, 1);
});

Deno.test("an entry of any size and with any JSON value is read back with its hash", async () => {
  await using on = await scene();
  const values = [
    { z: 1, a: { 10: "ten", 9: "nine" }, left_out: undefined },
    [null, undefined, 0.1, 1e21, -0, "ü € 😀 \ud800 \n"],
    { text: "x".repeat(200_000) },
  ];
  const entries = values.map((after) => newAudit({ ...draft, after }, { nowMs: START, random: Math.random }));
  await on.storage.store.commit({ mutations: entries.map(auditMutation) }, 0);
  await on.storage.auditSeals.sealAll();
  const { entries: sealed, is_whole } = await on.verify();
  assertEquals([sealed, is_whole], [3, true]);
});

Deno.test("the last block grows until 100 entries, and a head of it kept meanwhile still fits", async () => {
  await using on = await scene();
  await written(on.storage, 3);
  await on.storage.auditSeals.sealAll();
  const { head: kept } = await on.storage.auditSeals.head();
  await written(on.storage, 4);
  await on.storage.auditSeals.sealAll();
  const head = await on.storage.auditSeals.head();
  assertEquals([head.block, head.entries], [1, 7]);
  assertEquals(await on.problems(kept), []);
  const other = kept.slice(0, -1) + (kept.endsWith("0") ? "1" : "0");
  assertEquals(await on.problems(other), [{ block: 1, entry_id: null, problem: "kept_head" }]);
  const beyond = kept.replace(/^1:/, "9:");
  assertEquals(await on.problems(beyond), [{ block: 9, entry_id: null, problem: "kept_head" }]);
});

Deno.test("an entry changed, removed or inserted by hand is named with its block", async () => {
  await using on = await scene();
  const ids = await written(on.storage, 450, { at: 150 });
  await on.storage.auditSeals.sealAll();
  const changed = await on.kv.get<object>(keys.audit(ids[10]));
  await on.kv.set(keys.audit(ids[10]), { ...changed.value, who: "nobody" });
  assertEquals(await on.problems(), [{ block: 1, entry_id: ids[10], problem: "changed" }]);
  await on.kv.set(keys.audit(ids[10]), changed.value);
  const removed = await on.kv.get(keys.audit(ids[449]));
  await on.kv.delete(keys.audit(ids[449]));
  assertEquals((await on.problems()).map(({ entry_id, problem }) => [entry_id, problem]), [
    [ids[449], "removed"],
  ]);
  await on.kv.set(keys.audit(ids[449]), removed.value);
  const inserted = newAudit(draft, { nowMs: START, random: Math.random });
  await on.kv.set(keys.audit(inserted.id), inserted);
  assertEquals((await on.problems()).map(({ entry_id, problem }) => [entry_id, problem]), [
    [inserted.id, "inserted"],
  ]);
  await on.kv.delete(keys.audit(inserted.id));
  assertEquals(await on.problems(), []);
});

Deno.test("a changed entry whose hash in the block is changed too breaks the signature and the chain", async () => {
  await using on = await scene();
  await written(on.storage, 450, { at: 150 });
  await on.storage.auditSeals.sealAll();
  const block = await on.kv.get<{ hashes: Uint8Array }>(keys.auditBlock(1));
  assert(block.value !== null);
  const { hashes } = block.value;
  hashes[0] ^= 1;
  await on.kv.set(keys.auditBlock(1), { ...block.value, hashes });
  const found = await on.problems();
  assertEquals(
    found.map(({ block, problem }) => `${block} ${problem}`).sort(),
    ["1 changed", "1 signature"],
  );
  await on.kv.delete(keys.auditBlock(1));
  assertEquals((await on.problems())[0], { block: 1, entry_id: null, problem: "missing_block" });
});

Deno.test("an older state of a block that is put back breaks the chain, and a block between others is missed", async () => {
  await using on = await scene();
  await written(on.storage, 3);
  await on.storage.auditSeals.sealAll();
  const older = await on.kv.get(keys.auditBlock(1));
  for (let n = 0; n < 2; n++) {
    await written(on.storage, 150, { at: 50 });
    await on.storage.auditSeals.sealAll();
  }
  assertEquals(await on.problems(), []);
  await on.kv.set(keys.auditBlock(1), older.value);
  const found = await on.problems();
  assertEquals(found.filter(({ problem }) => problem !== "inserted"), [
    { block: 2, entry_id: null, problem: "chain" },
  ]);
  assertEquals(found.length, 100, "no more are named");
  await on.kv.delete(keys.auditBlock(1));
  assertEquals((await on.problems())[0], { block: 1, entry_id: null, problem: "missing_block" });
});

Deno.test("what retention removes is not missed, and its hashes stay", async () => {
  await using on = await scene();
  const start = afterAllIds();
  const old = await written(on.storage, 60, { at: 20, nowMs: start });
  const young = await written(on.storage, 40, { at: 20, nowMs: start + 10 * DAY_MS });
  await on.storage.auditSeals.sealAll();
  on.clock.ms = start + 11 * DAY_MS;
  await using retention = retained(on);
  assertEquals((await retention.run()).audits, 60);
  const { is_whole, entries, expired } = await on.verify();
  assertEquals({ is_whole, entries, expired }, { is_whole: true, entries: 100, expired: 60 });
  await on.kv.delete(keys.audit(young[0]));
  assertEquals((await on.problems()).map(({ entry_id }) => entry_id), [young[0]]);
  assert(!young.includes(old[0]));
});

function retained({ storage, clock }: { storage: Storage; clock: { ms: number } }) {
  const retention = new Retention(storage, { eventDays: null, auditDays: 5, now: () => clock.ms });
  return { run: () => retention.run(), [Symbol.asyncDispose]: () => retention.close() };
}

Deno.test("a floor of retention that is moved by hand does not hide removed entries", async () => {
  await using on = await scene();
  const ids = await written(on.storage, 5);
  await on.storage.auditSeals.sealAll();
  await on.kv.set(keys.auditFloor(), { v: 1, before_ms: Date.UTC(2100), signature: new Uint8Array(64) });
  await on.kv.delete(keys.audit(ids[2]));
  assertEquals((await on.problems()).map(({ entry_id }) => entry_id), [ids[2]]);
});

Deno.test("what waits at a restart is sealed after it, and a head from before it still fits", async () => {
  const kv = await Deno.openKv(":memory:");
  const first = await testStorage({ kv });
  await written(first.storage, 120, { at: 40 });
  await first.storage.auditSeals.sealAll();
  const { head: kept, public_key } = await first.storage.auditSeals.head();
  await written(first.storage, 25, { at: 5 });
  await first.storage.close();
  await using second = await testStorage({ kv });
  const { auditSeals } = second.storage;
  assertEquals((await auditSeals.head()).unsealed, 25);
  await auditSeals.sealAll();
  const head = await auditSeals.head();
  assertEquals([head.block, head.unsealed, head.public_key], [2, 0, public_key]);
  const { entries, problems } = await auditSeals.verify({ keptHead: readHead(kept) });
  assertEquals([entries, problems], [145, []]);
  await second.storage.close();
  kv.close();
});

/** Sets a store back to schema 8, whose program knew no seals. */
async function withoutSeals(kv: Deno.Kv): Promise<void> {
  for (const prefix of ["audit_unsealed", "audit_block"]) {
    for await (const { key } of kv.list({ prefix: [prefix] })) await kv.delete(key);
  }
  for (const key of [keys.auditHead(), keys.auditKey()]) await kv.delete(key);
  await kv.set(keys.meta("schema"), { v: 1, schema: 8 });
}

Deno.test("a store of schema 8 opens, and its entries are the genesis block", async () => {
  const kv = await Deno.openKv(":memory:");
  const old = await testStorage({ kv });
  const ids = await written(old.storage, 30, { at: 3 });
  await old.storage.close();
  await withoutSeals(kv);
  await using on = await testStorage({ kv });
  assertEquals((await kv.get(keys.meta("schema"))).value, { v: 1, schema: MIGRATIONS.at(-1)?.to });
  const { value: genesis } = await kv.get<{ kind: string; ids: string }>(keys.auditBlock(0));
  assertEquals([genesis?.kind, genesis?.ids], ["genesis", ids.join("\n")]);
  await written(on.storage, 2);
  await on.storage.auditSeals.sealAll();
  const { blocks, entries, is_whole } = await on.storage.auditSeals.verify({});
  assertEquals([blocks, entries, is_whole], [2, 32, true]);
  await kv.delete(keys.audit(ids[7]));
  const { problems } = await on.storage.auditSeals.verify({});
  assertEquals(problems, [{ block: 0, entry_id: ids[7], problem: "removed" }]);
  await on.storage.close();
  kv.close();
});

Deno.test("a store with entries and without seals begins with genesis blocks, also after a crash in between", async () => {
  const kv = await Deno.openKv(":memory:");
  const first = await testStorage({ kv });
  const ids = await written(first.storage, 2_300, { at: 100 });
  await first.storage.close();
  await withoutSeals(kv);
  await using second = await testStorage({ kv });
  const { blocks, entries, is_whole, unsealed } = await second.storage.auditSeals.verify({});
  assertEquals({ blocks, entries, is_whole, unsealed }, {
    blocks: 3,
    entries: 2_300,
    is_whole: true,
    unsealed: 0,
  });
  await kv.delete(keys.auditBlock(2));
  await kv.set(keys.auditHead(), { v: 1, block: 1, is_complete: false });
  await second.storage.close();
  // As after a crash while the third block was missing.
  await using third = await testStorage({ kv });
  await written(third.storage, 10);
  await third.storage.auditSeals.sealAll();
  const again = await third.storage.auditSeals.verify({});
  assertEquals([again.blocks, again.entries, again.is_whole], [4, 2_310, true]);
  assertEquals(ids.length, 2_300);
  kv.close();
});

Deno.test("two sealers over one store never seal the same entries twice", async () => {
  await using on = await scene();
  const { sealer: { context } } = on.storage.auditSeals;
  const sealers = [new AuditSealer(context), new AuditSealer(context)];
  await written(on.storage, 400, { at: 4 });
  const all = async (sealer: AuditSealer) => {
    for (let idle = 0; idle < 3;) {
      const sealed = await sealer.seal().catch(() => -1);
      if (sealed === 0) idle++;
    }
  };
  await Promise.all(sealers.map(all));
  const { entries, is_whole } = await on.verify();
  assertEquals([entries, is_whole], [400, true]);
});

Deno.test("a sealer that another one overtook seals nothing", async () => {
  const { wrap, arm } = interleaving("audit_unsealed", () => overtake());
  await using test = await testStorage({ wrap });
  const { sealer } = test.storage.auditSeals;
  await written(test.storage, 150, { at: 50 });
  const overtake = async () => {
    await sealer.seal();
    await written(test.storage, 3);
    await sealer.seal();
  };
  arm();
  const error = await assertRejects(() => new AuditSealer(sealer.context).seal(), Error);
  assertStringIncludes(error.message, "another process");
  const { entries, is_whole, unsealed } = await test.storage.auditSeals.verify({});
  assertEquals({ entries, is_whole, unsealed }, { entries: 153, is_whole: true, unsealed: 0 });
});

Deno.test("entries written while the log is verified and sealed are no problem", async () => {
  await using on = await scene();
  await written(on.storage, 3_000, { at: 150 });
  await on.storage.auditSeals.sealAll();
  let isWriting = true;
  const writing = (async () => {
    while (isWriting) {
      await written(on.storage, 6, { at: 3, nowMs: Date.now() });
      await on.storage.auditSeals.sealAll();
    }
  })();
  for (let i = 0; i < 5; i++) assertEquals(await on.problems(), []);
  isWriting = false;
  await writing;
});

Deno.test("entries are sealed in the background until that is closed", async () => {
  await using on = await scene();
  const after = (_: number, call: () => void) => {
    const timer = setTimeout(call, 1);
    return () => clearTimeout(timer);
  };
  const sealing = startSealing(on.storage, { log: () => {}, after });
  await written(on.storage, 5);
  await until(async () => (await on.verify()).unsealed === 0);
  await sealing.close();
  assertEquals((await on.verify()).entries, 5);
});

Deno.test("the export has each block with its entries, in order, and what waits at the end", async () => {
  await using on = await scene();
  const ids = await written(on.storage, 5);
  await on.storage.auditSeals.sealAll();
  const [last] = await written(on.storage, 1);
  await on.kv.delete(keys.audit(ids[1]));
  const lines = await Array.fromAsync(on.storage.auditSeals.export(new AbortController().signal));
  const parsed = lines.map((line) => JSON.parse(line));
  assertEquals(parsed[0].format, "andon audit log 1");
  assertEquals(parsed.filter(({ kind }) => kind !== undefined).map(({ kind }) => kind), [
    "genesis",
    "sealed",
  ]);
  const entries = parsed.filter(({ id }) => id !== undefined);
  assertEquals(entries.map(({ id }) => id), [...ids, last]);
  assertEquals(entries.map(({ block }) => block), [1, 1, 1, 1, 1, null]);
  assertEquals(entries[1].entry, null);
  const text = lines[lines.length - 1];
  const entry = text.slice(text.indexOf('"entry":') + 8, -1);
  const hash = await crypto.subtle.digest("SHA-256", new TextEncoder().encode(entry));
  assertEquals(new Uint8Array(hash).toHex(), entries[5].hash);
});

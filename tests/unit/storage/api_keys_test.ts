import { assert, assertEquals, assertMatch } from "@std/assert";
import type { ApiKeyDraft } from "../../../storage/access_contract.ts";
import type { Storage } from "../../../storage/contract.ts";
import type { KvBackend } from "../../../storage/store/backend.ts";
import { BY, invalidAt, refusalOf, refusedAs, type TestStorage, testStorage } from "./support.ts";

const MINUTE = 60_000;
const DRAFT: ApiKeyDraft = { name: "historian", role: "viewer", is_active: true, expires_at: null };

function makeKey({ access }: Storage, change: Partial<ApiKeyDraft> = {}) {
  return access.createApiKey({ ...DRAFT, ...change }, BY);
}

const isoAt = ({ clock }: TestStorage, aheadMs: number) => new Date(clock.ms + aheadMs).toISOString();

Deno.test("a key is 32 random bytes, stored as its hash only, with the rights of its record", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  const { key, record } = await makeKey(test.storage);
  assertMatch(key, /^andon_[A-Za-z0-9_-]{43}$/);
  assertEquals(Uint8Array.fromBase64(key.slice(6), { alphabet: "base64url" }).length, 32);
  assertEquals([access.useApiKey(key)?.id, access.apiKey(record.id)?.role], [record.id, "viewer"]);
  assert(!JSON.stringify(await store.list({ prefix: [] })).includes(key.slice(6)));
  assert(key !== (await makeKey(test.storage, { name: "other" })).key);
});

Deno.test("an invalid or unknown key is refused", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const { key, record } = await makeKey(test.storage);
  const last = key.at(-1) === "A" ? "B" : "A";
  for (const wrong of ["", "andon_", key.slice(0, -1), key.slice(0, -1) + last, `${key}A`, key.slice(6)]) {
    assertEquals([wrong, access.useApiKey(wrong)], [wrong, undefined]);
  }
  assertEquals(access.useApiKey(record.key_hash), undefined);
});

Deno.test("a key ends when it expires, is disabled or is deleted", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const { key, record } = await makeKey(test.storage, { expires_at: isoAt(test, MINUTE) });
  test.clock.ms += MINUTE - 1;
  assert(access.useApiKey(key) !== undefined);
  test.clock.ms += 1;
  assertEquals(access.useApiKey(key), undefined);
  await access.updateApiKey(record.id, { expires_at: null }, BY);
  assert(access.useApiKey(key) !== undefined);
  await access.updateApiKey(record.id, { is_active: false }, BY);
  assertEquals(access.useApiKey(key), undefined);
  await access.updateApiKey(record.id, { is_active: true, role: "operator" }, BY);
  assertEquals(access.useApiKey(key)?.role, "operator");
  await access.removeApiKey(record.id, BY);
  assertEquals([access.useApiKey(key), access.apiKey(record.id), access.apiKeys()], [
    undefined,
    undefined,
    [],
  ]);
  assertEquals(await refusalOf(() => access.removeApiKey(record.id, BY)), refusedAs("NOT_FOUND"));
});

Deno.test("a key's use reads nothing, is shown at once and written at most once a minute", async () => {
  let reads = 0;
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    getMany: (keys) => (reads++, backend.getMany(keys)),
    list: (...how) => (reads++, backend.list(...how)),
  });
  await using test = await testStorage({ wrap });
  const { access, store } = test.storage;
  const { key, record } = await makeKey(test.storage);
  assertEquals(record.last_used_at_ms, null);
  const written = async () => {
    await store.settled();
    return (await store.list<typeof record>({ prefix: ["api_key"] }))[0].value.last_used_at_ms;
  };
  const first = test.clock.ms;
  access.useApiKey(key);
  assertEquals([access.apiKey(record.id)?.last_used_at_ms, await written()], [first, first]);
  test.clock.ms += MINUTE - 1;
  const before = { reads, commits: store.stats().commits };
  for (let i = 0; i < 100; i++) access.useApiKey(key);
  await store.settled();
  assertEquals({ reads, commits: store.stats().commits }, before);
  assertEquals([access.apiKeys()[0].last_used_at_ms, await written()], [test.clock.ms, first]);
  test.clock.ms += 1;
  for (let i = 0; i < 100; i++) access.useApiKey(key);
  assertEquals(await written(), test.clock.ms);
  assertEquals(store.stats().commits, before.commits + 1);
});

Deno.test("the write of its last use does not restore a changed or deleted key", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  const { key, record } = await makeKey(test.storage);
  const changed = access.updateApiKey(record.id, { is_active: false }, BY);
  access.useApiKey(key);
  await changed;
  await store.settled();
  assertEquals(access.apiKey(record.id)?.is_active, false);
  await access.updateApiKey(record.id, { is_active: true }, BY);
  test.clock.ms += MINUTE;
  const removed = access.removeApiKey(record.id, BY);
  access.useApiKey(key);
  await removed;
  await store.settled();
  assertEquals(await store.list({ prefix: ["api_key"] }), []);
});

Deno.test("keys' names are unique, and free again after renaming and removing", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const { record } = await makeKey(test.storage);
  assertEquals(await refusalOf(() => makeKey(test.storage)), invalidAt("name"));
  await access.updateApiKey(record.id, { name: "archive" }, BY);
  const second = await makeKey(test.storage);
  const taken = () => access.updateApiKey(second.record.id, { name: "archive" }, BY);
  assertEquals(await refusalOf(taken), invalidAt("name"));
  await access.removeApiKey(record.id, BY);
  await taken();
  const made = await Promise.allSettled([1, 2, 3].map(() => makeKey(test.storage, { name: "race" })));
  assertEquals(made.filter((one) => one.status === "fulfilled").length, 1);
});

Deno.test("the audit log contains each change of a key, but not the key", async () => {
  await using test = await testStorage();
  const { access, audit } = test.storage;
  const { record } = await makeKey(test.storage);
  await access.updateApiKey(record.id, { role: "operator" }, BY);
  await access.removeApiKey(record.id, BY);
  const { rows } = await audit.list({ limit: 10, offset: 0 });
  assertEquals(rows.map((row) => row.action), ["deleted", "updated", "created"]);
  assert(rows.every((row) => row.resource_type === "key" && row.who === BY.name));
  assert(!JSON.stringify(rows).includes("key_hash"));
});

Deno.test("a key and its last use survive a restart", async () => {
  using kv = await Deno.openKv(":memory:");
  let key: string, usedAt: number;
  {
    await using test = await testStorage({ kv });
    ({ key } = await makeKey(test.storage));
    test.storage.access.useApiKey(key);
    usedAt = test.clock.ms;
  }
  await using again = await testStorage({ kv });
  again.clock.ms += 1;
  assertEquals(again.storage.access.apiKeys()[0].last_used_at_ms, usedAt);
  assert(again.storage.access.useApiKey(key) !== undefined);
});

import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Storage } from "../../../storage/contract.ts";
import type { KvBackend } from "../../../storage/store/backend.ts";
import { MOST_ENDED } from "../../../storage/access/key_owners.ts";
import { keys } from "../../../storage/keys.ts";
import { restOfTheLoop } from "../../support/runtime_timers.ts";
import { BY, invalidAt, refusalOf, refusedAs, type TestStorage, testStorage } from "./support.ts";
import type { ApiKeyDraft } from "../../../storage/access/api_keys.ts";

const MINUTE = 60_000;
const DRAFT: ApiKeyDraft = { name: "historian", role: "viewer", is_active: true, expires_at: null };

function makeKey({ access }: Storage, change: Partial<ApiKeyDraft> = {}) {
  return access.apiKeys.issue({ ...DRAFT, ...change }, BY);
}

const isoAt = ({ clock }: TestStorage, aheadMs: number) => new Date(clock.ms + aheadMs).toISOString();

Deno.test("a key is 32 random bytes, stored as its hash only, with the rights of its record", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  const { key, record } = await makeKey(test.storage);
  assertMatch(key, /^andon_[A-Za-z0-9_-]{43}$/);
  assertEquals(Uint8Array.fromBase64(key.slice(6), { alphabet: "base64url" }).length, 32);
  assertEquals([access.apiKeys.use(key)?.id, access.apiKeys.get(record.id)?.role], [record.id, "viewer"]);
  assert(!JSON.stringify(await store.list({ prefix: [] })).includes(key.slice(6)));
  assert(key !== (await makeKey(test.storage, { name: "other" })).key);
});

Deno.test("an invalid or unknown key is refused", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const { key, record } = await makeKey(test.storage);
  const last = key.at(-1) === "A" ? "B" : "A";
  for (const wrong of ["", "andon_", key.slice(0, -1), key.slice(0, -1) + last, `${key}A`, key.slice(6)]) {
    assertEquals([wrong, access.apiKeys.use(wrong)], [wrong, undefined]);
  }
  assertEquals(access.apiKeys.use(record.key_hash), undefined);
});

Deno.test("a key ends when it expires, is disabled or is deleted", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const { key, record } = await makeKey(test.storage, { expires_at: isoAt(test, MINUTE) });
  test.clock.ms += MINUTE - 1;
  assert(access.apiKeys.use(key) !== undefined);
  test.clock.ms += 1;
  assertEquals(access.apiKeys.use(key), undefined);
  await access.apiKeys.update(record.id, { expires_at: null }, BY);
  assert(access.apiKeys.use(key) !== undefined);
  await access.apiKeys.update(record.id, { is_active: false }, BY);
  assertEquals(access.apiKeys.use(key), undefined);
  await access.apiKeys.update(record.id, { is_active: true, role: "operator" }, BY);
  assertEquals(access.apiKeys.use(key)?.role, "operator");
  await access.apiKeys.remove(record.id, BY);
  assertEquals([access.apiKeys.use(key), access.apiKeys.get(record.id), access.apiKeys.list()], [
    undefined,
    undefined,
    [],
  ]);
  assertEquals(await refusalOf(() => access.apiKeys.remove(record.id, BY)), refusedAs("NOT_FOUND"));
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
  access.apiKeys.use(key);
  assertEquals([access.apiKeys.get(record.id)?.last_used_at_ms, await written()], [first, first]);
  test.clock.ms += MINUTE - 1;
  const before = { reads, commits: store.stats().commits };
  for (let i = 0; i < 100; i++) access.apiKeys.use(key);
  await store.settled();
  assertEquals({ reads, commits: store.stats().commits }, before);
  assertEquals([access.apiKeys.list()[0].last_used_at_ms, await written()], [test.clock.ms, first]);
  test.clock.ms += 1;
  for (let i = 0; i < 100; i++) access.apiKeys.use(key);
  assertEquals(await written(), test.clock.ms);
  assertEquals(store.stats().commits, before.commits + 1);
});

Deno.test("the write of its last use does not restore a changed or deleted key", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  const { key, record } = await makeKey(test.storage);
  const changed = access.apiKeys.update(record.id, { is_active: false }, BY);
  access.apiKeys.use(key);
  await changed;
  await store.settled();
  assertEquals(access.apiKeys.get(record.id)?.is_active, false);
  await access.apiKeys.update(record.id, { is_active: true }, BY);
  test.clock.ms += MINUTE;
  const removed = access.apiKeys.remove(record.id, BY);
  access.apiKeys.use(key);
  await removed;
  await store.settled();
  assertEquals(await store.list({ prefix: ["api_key"] }), []);
});

Deno.test("keys' names are unique, and free again after renaming and removing", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const { record } = await makeKey(test.storage);
  assertEquals(await refusalOf(() => makeKey(test.storage)), invalidAt("name"));
  await access.apiKeys.update(record.id, { name: "archive" }, BY);
  const second = await makeKey(test.storage);
  const taken = () => access.apiKeys.update(second.record.id, { name: "archive" }, BY);
  assertEquals(await refusalOf(taken), invalidAt("name"));
  await access.apiKeys.remove(record.id, BY);
  await taken();
  const made = await Promise.allSettled([1, 2, 3].map(() => makeKey(test.storage, { name: "race" })));
  assertEquals(made.filter((one) => one.status === "fulfilled").length, 1);
});

Deno.test("the audit log contains each change of a key, but not the key", async () => {
  await using test = await testStorage();
  const { access, audit } = test.storage;
  const { record } = await makeKey(test.storage);
  await access.apiKeys.update(record.id, { role: "operator" }, BY);
  await access.apiKeys.remove(record.id, BY);
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
    test.storage.access.apiKeys.use(key);
    usedAt = test.clock.ms;
  }
  await using again = await testStorage({ kv });
  again.clock.ms += 1;
  assertEquals(again.storage.access.apiKeys.list()[0].last_used_at_ms, usedAt);
  assert(again.storage.access.apiKeys.use(key) !== undefined);
});

async function makeUser({ access }: Storage, username: string) {
  return await access.createUser({ username, password: "p", role: "admin" }, BY);
}

Deno.test("the owner of a key of an older version is the user who created it, unless a newer one has the name", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  const anna = await makeUser(test.storage, "anna");
  const { record } = await access.apiKeys.issue(DRAFT, { name: "anna", role: "admin" });
  const { owner_id: _, ...older } = record;
  await store.commit({ mutations: [{ type: "set", key: keys.apiKey(record.id), value: older }] }, 0);
  const owner = () => access.apiKeyOwner(access.apiKeys.list()[0])?.id;
  assertEquals(owner(), anna.id);
  await makeUser(test.storage, "root");
  await access.removeUser(anna.id, BY, { keepKeys: true });
  test.clock.ms += 1;
  await makeUser(test.storage, "anna");
  assertEquals(owner(), undefined);
});

Deno.test("no key outlives an owner who is removed while it is created", async () => {
  let isRefused = false;
  for (let turns = 0; turns < 40 || !isRefused; turns++) {
    await using test = await testStorage();
    const { access } = test.storage;
    await makeUser(test.storage, "root");
    const { id } = await makeUser(test.storage, "anna");
    const create = () => makeKey(test.storage, { owner_id: id }), remove = () => access.removeUser(id, BY);
    const isKeyFirst = turns < 40;
    const first = isKeyFirst ? create() : remove();
    // The later the key comes, the surer its owner is gone.
    for (let turn = 0; turn < turns % 40; turn++) await (isKeyFirst ? Promise.resolve() : restOfTheLoop());
    const ends = await Promise.allSettled([first, isKeyFirst ? remove() : create()]);
    const [made, removed] = isKeyFirst ? ends : ends.toReversed();
    if (made.status === "rejected") isRefused = true;
    assertEquals([removed.status, access.apiKeys.list()], ["fulfilled", []], `after ${turns} turns`);
  }
});

Deno.test("a key cannot be created for a user who does not exist", async () => {
  await using test = await testStorage();
  const attempt = () => makeKey(test.storage, { owner_id: 99 });
  assertEquals(await refusalOf(attempt), refusedAs("NOT_FOUND"));
});

Deno.test(`${MOST_ENDED} keys end with their owner, and one more is refused`, async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  await makeUser(test.storage, "root");
  const { id } = await makeUser(test.storage, "anna");
  for (let i = 0; i <= MOST_ENDED; i++) await makeKey(test.storage, { name: `key ${i}`, owner_id: id });
  assertEquals(await refusalOf(() => access.removeUser(id, BY)), refusedAs("RESOURCE_IN_USE"));
  const endKeys = () => access.updateUser(id, { end_keys: true }, BY);
  assertEquals(await refusalOf(endKeys), refusedAs("RESOURCE_IN_USE"));
  assertEquals(access.apiKeys.ownedBy(id).length, MOST_ENDED + 1);
  await access.apiKeys.remove(access.apiKeys.ownedBy(id)[0].id, BY);
  await access.removeUser(id, BY);
  assertEquals(access.apiKeys.list(), []);
  for (const prefix of ["api_key_by_name", "user_keys"]) {
    assertEquals(await store.list({ prefix: [prefix] }), []);
  }
});

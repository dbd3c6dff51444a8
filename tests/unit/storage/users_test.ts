import { assert, assertEquals } from "@std/assert";
import type { Role } from "../../../domain/access/types.ts";
import type { Key } from "../../../domain/shared/commit.ts";
import type { Storage } from "../../../storage/contract.ts";
import type { KvBackend } from "../../../storage/store/backend.ts";
import { keys } from "../../../storage/keys.ts";
import { BY, interleaving, invalidAt, refusalOf, refusedAs, testStorage } from "./support.ts";

const PASSWORD = "correct horse battery";
const NEW_PASSWORD = "battery staple horse";

function makeUser({ access }: Storage, username: string, role: Role = "admin") {
  return access.createUser({ username, password: PASSWORD, role }, BY);
}

Deno.test("a change of password, role or activity ends the sessions of that user only", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const bert = await makeUser(test.storage, "bert");
  const anna = await makeUser(test.storage, "anna", "operator");
  const kept = await access.createSession(bert.id);
  for (const change of [{ password: NEW_PASSWORD }, { role: "viewer" as const }, { is_active: false }]) {
    await access.updateUser(anna.id, { is_active: true }, BY);
    const sessions = await Promise.all([access.createSession(anna.id), access.createSession(anna.id)]);
    await access.updateUser(anna.id, change, BY);
    assertEquals(sessions.map(({ token }) => access.session(token)), [undefined, undefined], String(change));
  }
  assert(access.session(kept.token) !== undefined);
  assertEquals((await test.storage.store.list({ prefix: ["session"] })).length, 1, "in the same commit");
});

Deno.test("a change of name, or a change without effect, keeps the sessions", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const { id } = await makeUser(test.storage, "anna");
  const { token } = await access.createSession(id);
  await access.updateUser(id, { username: "anne", role: "admin", is_active: true }, BY);
  assertEquals(access.session(token)?.user.username, "anne");
  assertEquals([access.userByName("anna"), access.userByName("anne")?.id], [undefined, id]);
  assertEquals(await access.verify("anna", PASSWORD), undefined);
  assertEquals((await access.verify("anne", PASSWORD))?.id, id);
});

Deno.test("a session created while the password changes ends with the others", async () => {
  const between = interleaving("user_names", async () => {
    late.push((await access.createSession(id)).token);
  });
  const late: string[] = [];
  await using test = await testStorage({ wrap: between.wrap });
  const { access } = test.storage;
  const { id } = await makeUser(test.storage, "anna");
  between.arm();
  await access.updateUser(id, { username: "anne", password: NEW_PASSWORD }, BY);
  assertEquals(late.map((token) => access.session(token)), [undefined]);
});

Deno.test("a password that changes during its check does not sign in", async () => {
  await using test = await testStorage({ passwordCost: { N: 4_096, r: 8, p: 1 } });
  const { access, store } = test.storage;
  const anna = await makeUser(test.storage, "anna");
  const change = async (fields: object) => {
    // The hashes ahead in the queue delay it for much longer than a commit in memory takes.
    const line = Array.from({ length: 40 }, () => access.verify("nobody", PASSWORD));
    const pending = access.verify("anna", PASSWORD);
    await store.commit({
      mutations: [{ type: "set", key: keys.user(anna.id), value: { ...anna, ...fields } }],
    }, 0);
    await Promise.all(line);
    return await pending;
  };
  const another = anna.password_hash.replace("scrypt$4096", "scrypt$8192");
  assertEquals(await change({ password_hash: another }), undefined);
  assertEquals(await change({ is_active: false }), undefined);
  assertEquals((await change({ role: "viewer" }))?.role, "viewer", "it is as the user now is");
});

Deno.test("the last active admin cannot be removed, disabled or demoted", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  const anna = await makeUser(test.storage, "anna");
  const bert = await makeUser(test.storage, "bert");
  await makeUser(test.storage, "carl", "engineer");
  await access.updateUser(bert.id, { is_active: false }, BY);
  const attempts = [
    () => access.removeUser(anna.id, BY),
    () => access.updateUser(anna.id, { is_active: false }, BY),
    () => access.updateUser(anna.id, { role: "engineer" }, BY),
  ];
  for (const attempt of attempts) assertEquals(await refusalOf(attempt), refusedAs("RESOURCE_IN_USE"));
  await access.updateUser(anna.id, { password: NEW_PASSWORD }, BY);
  await access.updateUser(bert.id, { is_active: true }, BY);
  await access.updateUser(anna.id, { role: "engineer" }, BY);
  assertEquals(await refusalOf(() => access.removeUser(bert.id, BY)), refusedAs("RESOURCE_IN_USE"));
});

Deno.test("two admins who demote, disable or remove each other at once: one remains", async () => {
  for (let round = 0; round < 20; round++) {
    await using test = await testStorage();
    const { access } = test.storage;
    const [anna, bert] = [await makeUser(test.storage, "anna"), await makeUser(test.storage, "bert")];
    const results = await Promise.allSettled([
      access.updateUser(anna.id, round % 2 === 0 ? { role: "viewer" } : { is_active: false }, BY),
      round % 3 === 0 ? access.removeUser(bert.id, BY) : access.updateUser(bert.id, { role: "viewer" }, BY),
    ]);
    assertEquals(results.map((result) => result.status).sort(), ["fulfilled", "rejected"]);
    assertEquals(access.users().filter((user) => user.role === "admin" && user.is_active).length, 1);
  }
});

Deno.test("removing a user removes sessions and name", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  await makeUser(test.storage, "root");
  const { id } = await makeUser(test.storage, "anna", "viewer");
  const { token } = await access.createSession(id);
  await access.removeUser(id, BY);
  assertEquals([access.session(token), access.user(id), access.userByName("anna")], [
    undefined,
    undefined,
    undefined,
  ]);
  for (const prefix of ["session", "user_sessions"]) assertEquals(await store.list({ prefix: [prefix] }), []);
  assertEquals(await refusalOf(() => access.removeUser(id, BY)), refusedAs("NOT_FOUND"));
  assertEquals(await refusalOf(() => access.updateUser(id, {}, BY)), refusedAs("NOT_FOUND"));
  assert((await makeUser(test.storage, "anna", "viewer")).id !== id);
});

Deno.test("user names are unique, even under concurrent writes", async () => {
  const between = interleaving("user_names", () => makeUser(test.storage, "carl"));
  await using test = await testStorage({ wrap: between.wrap });
  const { access } = test.storage;
  const { id } = await makeUser(test.storage, "anna");
  await makeUser(test.storage, "bert");
  assertEquals(await refusalOf(() => access.updateUser(id, { username: "bert" }, BY)), invalidAt("username"));
  between.arm();
  assertEquals(await refusalOf(() => makeUser(test.storage, "carl")), invalidAt("username"));
  assertEquals(access.users().map((user) => user.username), ["anna", "bert", "carl"]);
});

Deno.test("no session is created for a user who changes at the same time", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  const anna = await makeUser(test.storage, "anna");
  const value = { ...anna, role: "viewer" };
  const changing = store.commit({ mutations: [{ type: "set", key: keys.user(anna.id), value }] }, 0);
  assertEquals(await refusalOf(() => access.createSession(anna.id)), refusedAs("UNAVAILABLE"));
  assertEquals((await changing).ok, true);
  await access.createSession(anna.id);
});

Deno.test("the audit log records that a password changed, but not the password", async () => {
  await using test = await testStorage();
  const { access, audit } = test.storage;
  const { id } = await makeUser(test.storage, "anna");
  await access.updateUser(id, { password: NEW_PASSWORD }, BY);
  await access.updateUser(id, { username: "anne" }, BY);
  const { rows } = await audit.list({ limit: 10, offset: 0 });
  const said = rows.map(({ action, after }) => [action, (after as { password?: string }).password]);
  assertEquals(said, [["updated", "unchanged"], ["updated", "changed"], ["created", undefined]]);
  assert(!/scrypt|password_hash|staple/.test(JSON.stringify(rows)));
});

Deno.test("changePassword() applies only to the password that was verified", async () => {
  await using test = await testStorage();
  const { access, audit } = test.storage;
  const { id } = await makeUser(test.storage, "anna");
  const verified = await access.verify("anna", PASSWORD);
  assert(verified !== undefined);
  await access.updateUser(id, { password: "set by an admin" }, BY);
  const refused = await refusalOf(() => access.changePassword(verified, NEW_PASSWORD));
  assertEquals(refused, refusedAs("FORBIDDEN"));
  assertEquals(await access.verify("anna", NEW_PASSWORD), undefined);
  const again = await access.verify("anna", "set by an admin");
  await access.changePassword(again ?? verified, NEW_PASSWORD);
  assert(await access.verify("anna", NEW_PASSWORD) !== undefined);
  assertEquals((await audit.list({ limit: 1, offset: 0 })).rows[0].who, "anna");
});

Deno.test("a person of an identity provider who signs in twice at once gets two sessions", async () => {
  const [stored, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const wrap = (backend: KvBackend): KvBackend => ({
    ...backend,
    async write(atomic) {
      const result = await backend.write(atomic);
      if (atomic.mutations.some(({ key }) => key[0] === "user")) {
        stored.resolve();
        await held.promise;
      }
      return result;
    },
  });
  await using test = await testStorage({ wrap });
  const { access, store } = test.storage;
  const issuer = "https://login.example", subject = "1";
  const anna = { providerId: 1, issuer, subject, username: "anna@corp", role: "viewer", grants: [] } as const;
  const signIn = async () => await access.createSession((await access.signInExternal(anna)).id);
  const first = signIn();
  await stored.promise;
  const get = store.get.bind(store);
  store.get = async <T>(key: Key) => {
    const entry = await get<T>(key);
    // The second sign-in knows the user by now; the first one's commit is not answered yet.
    if (key[0] === "user") setTimeout(held.resolve, 0);
    return entry;
  };
  const tokens = (await Promise.all([first, signIn()])).map(({ token }) => token);
  assertEquals(new Set(tokens).size, 2);
  assertEquals(access.users().map(({ username }) => username), ["anna@corp"]);
});

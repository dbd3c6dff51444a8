import { assert, assertEquals, assertNotEquals, assertRejects } from "@std/assert";
import { keys } from "../../../storage/keys.ts";
import { Passwords } from "../../../storage/access/password.ts";
import { sessionsEndedBy } from "../../../storage/access/sessions.ts";
import type { StoredSession } from "../../../storage/kinds.ts";
import {
  BY,
  invalidAt,
  random,
  refusalOf,
  refusedAs,
  type TestStorage,
  testStorage,
  until,
} from "./support.ts";

const HOUR = 3_600_000;

/** A user without a hashed password: only sessions matter. */
async function withUser(test: TestStorage) {
  const record = {
    v: 1 as const,
    id: 1,
    username: "anna",
    password_hash: "",
    role: "admin" as const,
    is_active: true,
    created_at: "",
  };
  await test.storage.store.commit({ mutations: [{ type: "set", key: keys.user(1), value: record }] }, 0);
  return record;
}

Deno.test("a user signs in with the right password only, and the password is stored nowhere", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  const draft = { username: "anna", password: "correct horse battery", role: "operator" as const };
  const user = await access.createUser(draft, BY);
  assertEquals([access.user(user.id), access.userByName("anna"), access.users()], [user, user, [user]]);
  assertEquals(await access.verify("anna", draft.password), user);
  assertEquals(await access.verify("anna", "correct horse batterz"), undefined);
  assertEquals(await access.verify("nobody", draft.password), undefined);
  assertEquals(await refusalOf(() => access.createUser(draft, BY)), invalidAt("username"));
  const inactive = { ...user, is_active: false };
  await store.commit({ mutations: [{ type: "set", key: keys.user(user.id), value: inactive }] }, 0);
  assertEquals(await access.verify("anna", draft.password), undefined);
  const everything = JSON.stringify(await store.list({ prefix: [] }));
  assert(!everything.includes("correct horse"));
  const audits = JSON.stringify(await store.list({ prefix: ["audit"] }));
  assert(!audits.includes("scrypt"));
});

Deno.test("a session expires twelve hours after its last use, and after seven days", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  await withUser(test);
  const { token, session } = await access.createSession(1);
  assertEquals(session.expires_at_ms, test.clock.ms + 12 * HOUR);
  const end = test.clock.ms + 7 * 24 * HOUR;
  let uses = 0;
  for (test.clock.ms += 11 * HOUR; test.clock.ms < end; test.clock.ms += 11 * HOUR) {
    assertEquals(access.session(token)?.user.username, "anna");
    await store.settled();
    uses++;
  }
  assertEquals(uses, 15);
  assertEquals(access.session(token), undefined);
  await until(async () => (await store.list({ prefix: ["session"] })).length === 0);
});

Deno.test("a session unused for twelve hours has expired", async () => {
  await using test = await testStorage();
  const { access } = test.storage;
  await withUser(test);
  const { token } = await access.createSession(1);
  test.clock.ms += 12 * HOUR - 1;
  assert(access.session(token) !== undefined);
  const second = await access.createSession(1);
  test.clock.ms += 12 * HOUR;
  assertEquals(access.session(second.token), undefined);
});

Deno.test("a session's use is written at most once in five minutes", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  await withUser(test);
  const { token } = await access.createSession(1);
  const commits = () => store.stats().commits;
  const before = commits();
  for (let i = 0; i < 10; i++) {
    test.clock.ms += 29_000;
    access.session(token);
  }
  await store.settled();
  assertEquals(commits(), before);
  test.clock.ms += 10_000;
  for (let i = 0; i < 10; i++) access.session(token);
  await store.settled();
  assertEquals(commits(), before + 1);
  assertEquals(access.session(token)?.session.last_used_at_ms, test.clock.ms);
});

Deno.test("only the hash of a token is stored, and it ends with its session", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  await withUser(test);
  const one = await access.createSession(1), two = await access.createSession(1);
  assertNotEquals(one.token, two.token);
  assertEquals(one.token.length, 43);
  assert(!JSON.stringify(await store.list({ prefix: [] })).includes(one.token));
  await access.endSession(one.token);
  await access.endSession("never there");
  assertEquals(access.session(one.token), undefined);
  assert(access.session(two.token) !== undefined);
  assertEquals(access.session("x"), undefined);
});

Deno.test("the write of its last use does not restore an ended session", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  await withUser(test);
  const { token } = await access.createSession(1);
  test.clock.ms += HOUR;
  const ended = access.endSession(token);
  assert(access.session(token) !== undefined);
  await ended;
  await store.settled();
  assertEquals(await store.list({ prefix: ["session"] }), []);
});

Deno.test("a session of an inactive or unknown user is invalid, and sign-ins are audited", async () => {
  await using test = await testStorage();
  const { access, store, audit } = test.storage;
  const user = await withUser(test);
  const { token } = await access.createSession(1);
  const { rows: [entry] } = await audit.list({ limit: 1, offset: 0 });
  assertEquals([entry.action, entry.who, entry.resource_type], ["signed_in", "anna", "session"]);
  const inactive = { ...user, is_active: false };
  await store.commit({ mutations: [{ type: "set", key: keys.user(1), value: inactive }] }, 0);
  assertEquals(access.session(token), undefined);
  assertEquals(await refusalOf(() => access.createSession(9)), refusedAs("NOT_FOUND"));
});

Deno.test("the next sign-in deletes expired sessions", async () => {
  await using test = await testStorage();
  const { access, store } = test.storage;
  await withUser(test);
  await access.createSession(1);
  await access.createSession(1);
  test.clock.ms += 13 * HOUR;
  await access.createSession(1);
  assertEquals((await store.list({ prefix: ["session"] })).length, 1);
});

Deno.test("sessionsEndedBy() ends all of a user's sessions when password, role or activity change", async () => {
  await using test = await testStorage();
  const user = await withUser(test);
  const session = { token_hash: "h" } as StoredSession;
  const ended = (change: object) => sessionsEndedBy(user, { ...user, ...change }, [session]).length;
  assertEquals([{ role: "viewer" }, { password_hash: "x" }, { is_active: false }].map(ended), [1, 1, 1]);
  assertEquals(ended({ username: "bert" }), 0);
});

Deno.test("a hash contains its cost, and the default is N 2^17", async () => {
  const cheap = await new Passwords(random, { N: 1_024, r: 8, p: 1 }).hash("secret");
  assert(cheap.startsWith("scrypt$1024$8$1$"));
  const real = new Passwords(random);
  assertEquals([await real.verify("secret", cheap), await real.verify("secreT", cheap)], [true, false]);
  assert((await real.hash("secret")).startsWith("scrypt$131072$8$1$"));
});

Deno.test("passwords wait in a bounded queue", async () => {
  const passwords = new Passwords(random, { N: 1_024, r: 8, p: 1 });
  const tries = Array.from({ length: 60 }, () => passwords.verify("x", undefined));
  const results = await Promise.allSettled(tries);
  assertEquals(results.map((result) => result.status), [
    ...Array(52).fill("fulfilled"),
    ...Array(8).fill("rejected"),
  ]);
  await assertRejects(() => tries[59], Error, "too many passwords");
});

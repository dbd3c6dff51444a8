import { assert, assertEquals, assertMatch } from "@std/assert";
import { CHECK_EVERY_MS, UNCONFIRMED_MS } from "../../domain/identity_provider/provider_session.ts";
import { lazyIdentityClient } from "../../main/identity.ts";
import { RUN_EVERY_MS, SessionChecks } from "../../routes/people/session_checks.ts";
import { keys } from "../../storage/keys.ts";
import { actsAt, areasOfGroups } from "../support/group_areas.ts";
import type { OidcProviderOptions } from "../support/oidc_provider.ts";
import { type Browser, type Company, company, sessionOf, signIn } from "../support/oidc_company.ts";

/** A company on a clock that a test turns, with the checks of its sessions. */
async function checkedCompany(options: Partial<OidcProviderOptions> = { refreshTokens: true }) {
  const clock = { nowMs: Date.now() };
  const at = await company(options, { now: () => clock.nowMs });
  const checks = new SessionChecks(at.app.deps);
  return {
    ...at,
    clock,
    /** What the checks do after a time. */
    async after(ms: number) {
      clock.nowMs += ms;
      await checks.run();
    },
    [Symbol.asyncDispose]: () => at[Symbol.asyncDispose](),
  };
}

async function endings({ app }: Company): Promise<string[]> {
  const { rows } = await app.storage.audit.list({ limit: 100, offset: 0 });
  return rows.filter(({ action, who }) => action === "signed_out" && who === "Andon")
    .map(({ after }) => JSON.stringify(after));
}

const cookieOf = (browser: Browser) => `andon_session=${browser.get("andon_session")}`;
const nameOf = async (at: Company, browser: Browser) => (await sessionOf(at.app, browser))?.username ?? null;

for (const [how, refreshTokens] of [["refresh token", true], ["userinfo", false]] as const) {
  Deno.test(`every 15 minutes the provider is asked by ${how}; who is refused is signed out`, async () => {
    await using at = await checkedCompany({ refreshTokens, userinfoOnly: !refreshTokens });
    const { browser } = await signIn(at);
    at.people.anna.groups = ["/plant/engineers"];
    await at.after(CHECK_EVERY_MS - 1);
    assertEquals((await sessionOf(at.app, browser)).role, "operator");
    await at.after(1);
    assertEquals((await sessionOf(at.app, browser)).role, "engineer");
    delete at.people.anna;
    await at.after(CHECK_EVERY_MS - 1);
    assertEquals(await nameOf(at, browser), "anna@corp");
    await at.after(1);
    assertEquals(await nameOf(at, browser), null);
    assertEquals((await endings(at)).length, 1);
    assertMatch((await endings(at))[0], /does not confirm the sign-in/);
    assertEquals(at.app.storage.providerSessions.list(), []);
  });
}

Deno.test("each check keeps the PIN for shared desks alive; who has no group with a role any more loses it", async () => {
  await using at = await checkedCompany();
  const { browser } = await signIn(at);
  const set = await at.app.call("PUT /api/auth/desk-pin", {
    headers: { cookie: cookieOf(browser) },
    body: { pin: "583920" },
  });
  assertEquals(set.status, 200, set.text);
  const { access, desks, providerSessions } = at.app.storage;
  const id = access.userByName("anna@corp")?.id ?? 0;
  const pin = desks.pin(id);
  for (const hours of [8, 8, 8]) {
    await at.after(hours * 3_600_000);
    assertEquals(await nameOf(at, browser), "anna@corp");
  }
  await at.app.storage.store.settled();
  assert(desks.pin(id)?.provider_confirmed_at_ms === at.clock.nowMs, "confirmed again");
  assertEquals(desks.pin(id)?.pin_hash, pin?.pin_hash);
  at.people.anna.groups = ["/plant/nobodies"];
  await at.after(CHECK_EVERY_MS);
  assertEquals([providerSessions.list(), desks.pin(id)], [[], undefined]);
});

Deno.test("a refused refresh token ends the session and not the PIN for shared desks: it may just be too old", async () => {
  await using at = await checkedCompany();
  const { browser } = await signIn(at);
  const headers = { cookie: cookieOf(browser) };
  assertEquals(
    (await at.app.call("PUT /api/auth/desk-pin", { headers, body: { pin: "583920" } })).status,
    200,
  );
  delete at.people.anna;
  await at.after(CHECK_EVERY_MS);
  const { access, desks, providerSessions } = at.app.storage;
  assertEquals(providerSessions.list(), []);
  assert(desks.pin(access.userByName("anna@corp")?.id ?? 0) !== undefined);
});

for (const [how, refreshTokens] of [["refresh token", true], ["userinfo", false]] as const) {
  Deno.test(`roles in areas follow the groups at the check by ${how}`, async () => {
    await using at = await checkedCompany({ refreshTokens, userinfoOnly: !refreshTokens });
    await areasOfGroups(at);
    at.people.anna.groups = ["north"];
    const { browser } = await signIn(at);
    assertEquals(await actsAt(at.app, cookieOf(browser)), ["NORTH"]);
    for (
      const [groups, acts, grants] of [
        [["north", "south"], ["NORTH", "SOUTH"], [{ role: "engineer", area_ids: [1, 2] }]],
        [["south"], ["SOUTH"], [{ role: "engineer", area_ids: [2] }]],
        [["viewers"], [], []],
      ]
    ) {
      at.people.anna.groups = groups;
      await at.after(CHECK_EVERY_MS);
      assertEquals(await actsAt(at.app, cookieOf(browser)), acts);
      const session = await sessionOf(at.app, browser);
      assertEquals([session.role, session.grants], ["viewer", grants]);
    }
  });
}

Deno.test("somebody who leaves all groups is signed out at the next check", async () => {
  await using at = await checkedCompany();
  const { browser } = await signIn(at);
  at.people.anna.groups = [];
  await at.after(CHECK_EVERY_MS);
  assertEquals(await nameOf(at, browser), null);
  assertMatch((await endings(at))[0], /None of your groups/);
});

Deno.test("somebody who gets into too many groups is signed out at the next check, with the way out", async () => {
  await using at = await checkedCompany();
  const { browser } = await signIn(at);
  at.people.anna = { preferred_username: "anna", _claim_names: { groups: "src1" } };
  await at.after(CHECK_EVERY_MS);
  assertEquals(await nameOf(at, browser), null);
  assertMatch((await endings(at))[0], /must use app roles/);
});

Deno.test("a provider that is away leaves the session its role for 8 hours, then reading, and says so", async () => {
  await using at = await checkedCompany();
  const { browser } = await signIn(at);
  const since = new Date(at.clock.nowMs).toISOString();
  await at.provider.away();
  await at.after(CHECK_EVERY_MS);
  const until = new Date(Date.parse(since) + UNCONFIRMED_MS).toISOString();
  const unconfirmed = { provider: "corp", since, reads_only_from: until };
  const session = { username: "anna@corp", display_name: null, grants: [], unconfirmed };
  assertEquals(await sessionOf(at.app, browser), { ...session, role: "operator" });
  await at.after(UNCONFIRMED_MS - CHECK_EVERY_MS - 1);
  assertEquals((await sessionOf(at.app, browser)).role, "operator");
  await at.after(1);
  assertEquals((await sessionOf(at.app, browser)).role, "viewer");
  await at.provider.back();
  await at.after(RUN_EVERY_MS);
  assertEquals(await sessionOf(at.app, browser), {
    username: "anna@corp",
    display_name: null,
    grants: [],
    role: "operator",
  });
});

Deno.test("a session that is unconfirmed for 8 hours has no roles in areas until it is confirmed", async () => {
  await using at = await checkedCompany();
  await areasOfGroups(at);
  at.people.anna.groups = ["north"];
  const { browser } = await signIn(at);
  await at.provider.away();
  await at.after(UNCONFIRMED_MS - 1);
  assertEquals(await actsAt(at.app, cookieOf(browser)), ["NORTH"]);
  await at.after(1);
  assertEquals(await actsAt(at.app, cookieOf(browser)), []);
  assertEquals((await sessionOf(at.app, browser)).grants, []);
  await at.provider.back();
  await at.after(RUN_EVERY_MS);
  assertEquals(await actsAt(at.app, cookieOf(browser)), ["NORTH"]);
});

Deno.test("each refresh token is used once, also when several checks are asked for at once", async () => {
  await using at = await checkedCompany();
  const { browser } = await signIn(at);
  const checks = new SessionChecks(at.app.deps);
  const token = browser.get("andon_session") ?? "";
  for (let times = 0; times < 3; times++) {
    assertEquals(checks.beforeRequest(token), undefined);
    at.clock.nowMs += CHECK_EVERY_MS;
    const asked = [checks.beforeRequest(token), checks.beforeRequest(token), checks.run()];
    assert(asked.every((one) => one !== undefined));
    await Promise.all(asked);
    assertEquals(await nameOf(at, browser), "anna@corp");
  }
});

Deno.test("a use of the session during its check loses no refresh token", async () => {
  await using at = await checkedCompany();
  const { browser } = await signIn(at);
  const { store } = at.app.storage, commit = store.commit.bind(store);
  let isUsed = false;
  store.commit = async (change, lane) => {
    const ofProvider = change.mutations.find(({ key }) => key[0] === "provider_session");
    if (isUsed || ofProvider === undefined) return await commit(change, lane);
    isUsed = true;
    const key = keys.session(String(ofProvider.key[1]));
    const value = (await store.get(key))?.value;
    await commit({ mutations: [{ type: "set", key, value }] }, lane);
    return await commit(change, lane);
  };
  for (let times = 0; times < 2; times++) {
    isUsed = false;
    await at.after(CHECK_EVERY_MS);
    assertEquals([isUsed, await nameOf(at, browser)], [true, "anna@corp"]);
  }
});

Deno.test("a session that was checked during a long run is not checked again with its former refresh token", async () => {
  await using at = await checkedCompany();
  at.people.ben = { preferred_username: "ben", groups: ["/plant/operators"] };
  const browsers = new Map<string, Browser>();
  for (const login of ["anna", "ben"]) browsers.set(login, (await signIn(at, { login })).browser);
  const [{ subject: first }, { subject: second }] = at.app.storage.providerSessions.list();
  const checks = new SessionChecks(at.app.deps);
  const held = Promise.withResolvers<void>();
  const { identity } = at.app.deps, recheck = identity.recheck.bind(identity);
  identity.recheck = async (settings, asked) => {
    if (asked.subject === first) await held.promise;
    return await recheck(settings, asked);
  };
  at.clock.nowMs += CHECK_EVERY_MS;
  const run = checks.run();
  await checks.beforeRequest(browsers.get(second)?.get("andon_session") ?? "");
  at.clock.nowMs += RUN_EVERY_MS;
  held.resolve();
  await run;
  for (const [login, browser] of browsers) assertEquals(await nameOf(at, browser), `${login}@corp`);
});

Deno.test("a refresh token that was lost means signing in again", async () => {
  await using at = await checkedCompany();
  const { browser } = await signIn(at);
  const { providerSessions } = at.app.storage;
  const [before] = providerSessions.list();
  const old = await providerSessions.tokens(before);
  await at.after(CHECK_EVERY_MS);
  const [after] = providerSessions.list();
  assert((await providerSessions.tokens(after))?.refresh !== old?.refresh);
  await providerSessions.change(after, { tokens: old, problem: null });
  await at.after(CHECK_EVERY_MS);
  assertEquals(await nameOf(at, browser), null);
  assertEquals((await signIn(at)).answer.status, 303);
});

Deno.test("a new signing key ends no session and loses no refresh token, also in the minute before it is read", async () => {
  await using at = await checkedCompany();
  const { browser } = await signIn(at);
  await at.provider.rotateKeys();
  await at.after(CHECK_EVERY_MS);
  assertMatch((await sessionOf(at.app, browser)).unconfirmed.provider, /corp/);
  const identity = lazyIdentityClient({
    outboundAllow: "127.0.0.1",
    proxy: { https: null, http: null, no: "" },
  });
  const later = new SessionChecks({ ...at.app.deps, identity });
  at.clock.nowMs += RUN_EVERY_MS;
  await later.run();
  assertEquals(await sessionOf(at.app, browser), {
    username: "anna@corp",
    display_name: null,
    grants: [],
    role: "operator",
  });
  await identity.close();
});

Deno.test("a session without a refresh token is unconfirmed once its access token has lapsed", async () => {
  await using at = await checkedCompany({});
  const { browser } = await signIn(at);
  await at.after(2 * 3_600_000);
  assertEquals((await sessionOf(at.app, browser)).unconfirmed.provider, "corp");
  const [{ problem }] = at.app.storage.providerSessions.list();
  assertMatch(problem ?? "", /add offline_access to its scopes/);
});

Deno.test("the check of a deleted user creates nobody, and leftovers of ended sessions are deleted", async () => {
  await using at = await checkedCompany();
  await signIn(at);
  const { access, store } = at.app.storage;
  await access.removeUser(access.userByName("anna@corp")?.id ?? 0, { name: "test", role: "admin" });
  assertEquals((await store.list({ prefix: ["provider_session"] })).length, 1);
  await at.after(CHECK_EVERY_MS);
  assertEquals(access.userByName("anna@corp"), undefined);
  assertEquals(await store.list({ prefix: ["provider_session"] }), []);
});

Deno.test("tokens are stored encrypted", async () => {
  await using at = await checkedCompany();
  await signIn(at);
  const { providerSessions, store } = at.app.storage;
  const { refresh = null, access = null, id = null } =
    await providerSessions.tokens(providerSessions.list()[0]) ?? {};
  const stored = JSON.stringify(await store.list({ prefix: ["provider_session"] }));
  for (const token of [refresh, access, id]) assert(token !== null && !stored.includes(token));
});

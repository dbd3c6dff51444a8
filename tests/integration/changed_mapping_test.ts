import { assert, assertEquals, assertMatch } from "@std/assert";
import type { UserRecord } from "../../domain/access/schema.ts";
import { CHECK_EVERY_MS } from "../../domain/identity_provider/provider_session.ts";
import { keys, MAIN_LANE } from "../../storage/keys.ts";
import { RUN_EVERY_MS, SessionChecks } from "../../routes/people/session_checks.ts";
import { MOST_GROUPS } from "../../routes/people/identified_user.ts";
import { actsAt, areasOfGroups } from "../support/group_areas.ts";
import { type Browser, type Company, company, sessionOf, signIn } from "../support/oidc_company.ts";

const OPERATORS = { group: "/plant/operators", role: "operator" };

async function change({ app, id }: Company, body: Record<string, unknown>): Promise<void> {
  const changed = await app.call(`PUT /api/identity-providers/${id}`, { as: "admin", body });
  assertEquals(changed.status, 200, changed.text);
}

const cookieOf = (browser: Browser) => `andon_session=${browser.get("andon_session")}`;

async function endsOf({ app }: Company): Promise<number> {
  const { rows } = await app.storage.audit.list({ limit: 100, offset: 0 });
  return rows.filter(({ action }) => action === "signed_out").length;
}

Deno.test("changed grants act on the next request, without asking the provider or ending the session", async () => {
  await using at = await company();
  const { browser } = await signIn(at);
  await at.provider.away();
  for (const role of ["admin", "viewer", "engineer"]) {
    await change(at, { grants: [{ ...OPERATORS, role }] });
    assertEquals((await sessionOf(at.app, browser)).role, role);
    const status = async (line: string) =>
      (await at.app.call(line, { headers: { cookie: cookieOf(browser) }, undocumented: true })).status;
    assertEquals(await status("GET /api/users"), role === "admin" ? 200 : 403);
  }
  assertEquals(await endsOf(at), 0);
});

Deno.test("changed roles in areas act on the next request", async () => {
  await using at = await company();
  at.people.anna.groups = ["north", "viewers"];
  await change(at, { grants: [{ group: "viewers", role: "viewer" }] });
  const { browser } = await signIn(at);
  assertEquals(await actsAt(at.app, cookieOf(browser)), []);
  await areasOfGroups(at);
  assertEquals(await actsAt(at.app, cookieOf(browser)), ["NORTH"]);
  await change(at, { grants: [{ group: "viewers", role: "viewer" }] });
  assertEquals(await actsAt(at.app, cookieOf(browser)), []);
});

Deno.test("who is in none of the groups that are left is signed out with the next request", async () => {
  await using at = await company();
  const { browser } = await signIn(at);
  const { access } = at.app.storage;
  const token = browser.get("andon_session") ?? "";
  await change(at, { grants: [{ group: "/elsewhere", role: "admin" }] });
  assertEquals(access.isSessionValid(token), false);
  assertEquals(access.sessionRole(token), "viewer");
  assertEquals(access.userByName("anna@corp")?.role, "viewer");
  assertEquals(await sessionOf(at.app, browser), null);
});

Deno.test("what a provider says counts for no other one that takes its place meanwhile", async () => {
  const changes = [{ issuer: "https://other.example" }, { username_claim: "sub" }, { groups_claim: "roles" }];
  for (const body of changes) {
    const clock = { nowMs: Date.now() };
    await using at = await company({ refreshTokens: true }, { now: () => clock.nowMs });
    const { browser } = await signIn(at);
    const token = browser.get("andon_session") ?? "";
    const { access, providerSessions } = at.app.storage;
    const before = access.users();
    const { identity } = at.app.deps, recheck = identity.recheck.bind(identity);
    identity.recheck = async (settings, asked) => {
      const answer = await recheck(settings, asked);
      await change(at, body);
      return answer;
    };
    at.people.anna.groups = ["/plant/engineers"];
    clock.nowMs += CHECK_EVERY_MS;
    await new SessionChecks(at.app.deps).run();
    assertEquals(access.users().map(({ username }) => username), before.map(({ username }) => username));
    const stored = await at.app.storage.store.list<UserRecord>({ prefix: ["user"] });
    const anna = stored.find(({ value }) => value.username === "anna@corp");
    assertEquals([anna?.value.role, await endsOf(at)], ["operator", 0]);
    assertEquals(providerSessions.of(token)?.problem, null);
  }
});

Deno.test("users are shown with the role of the present mapping, and can be saved as they are read", async () => {
  await using at = await company();
  const { browser } = await signIn(at);
  await change(at, { grants: [{ ...OPERATORS, role: "engineer" }] });
  const { id } = at.app.storage.access.userByName("anna@corp") ?? { id: 0 };
  const read = (await at.app.call(`GET /api/users/${id}`, { as: "admin" })).body.data;
  assertEquals(read.role, "engineer");
  const saved = await at.app.call(`PUT /api/users/${id}`, {
    as: "admin",
    body: { ...read, display_name: "Anna" },
  });
  assertEquals([saved.status, saved.body.data?.role], [200, "engineer"], saved.text);
  assertEquals((await sessionOf(at.app, browser)).role, "engineer", "the session goes on");
  const other = await at.app.call(`PUT /api/users/${id}`, { as: "admin", body: { role: "operator" } });
  assertEquals(other.status, 400);
  const { rows } = await at.app.storage.audit.list({ limit: 100, offset: 0 });
  assert(!JSON.stringify([rows, read]).includes("learnt_groups"), "groups are neither shown nor audited");
  const stored = JSON.stringify(await at.app.storage.store.list({ prefix: ["user"] }));
  assert(stored.includes("learnt_groups") && !stored.includes("/plant/operators"), "only hashes are kept");
});

Deno.test("after a change of groups_claim sessions read only until the provider has named the groups", async () => {
  let nowMs = Date.now();
  const people = {
    anna: { preferred_username: "anna", groups: ["/plant/operators"], roles: ["Andon.Engineer"] },
  };
  await using at = await company({ people, refreshTokens: true }, { now: () => nowMs });
  const checks = new SessionChecks(at.app.deps);
  const { browser } = await signIn(at);
  await checks.run();
  assertEquals((await sessionOf(at.app, browser)).role, "operator");
  await change(at, { groups_claim: "roles", grants: [{ group: "Andon.Engineer", role: "engineer" }] });
  const { role, unconfirmed } = await sessionOf(at.app, browser);
  assertEquals([role, unconfirmed.provider], ["viewer", "corp"]);
  assert(Date.parse(unconfirmed.reads_only_from) <= nowMs);
  await at.provider.away();
  await checks.run();
  assertEquals((await sessionOf(at.app, browser)).role, "viewer");
  await at.provider.back();
  nowMs += RUN_EVERY_MS;
  await checks.run();
  const session = await sessionOf(at.app, browser);
  assertEquals([session.role, session.unconfirmed], ["engineer", undefined]);
});

Deno.test("a user of an older version keeps the stored role until the provider is asked again", async () => {
  let nowMs = Date.now();
  await using at = await company({ refreshTokens: true }, { now: () => nowMs });
  const { browser } = await signIn(at);
  const { access, store } = at.app.storage;
  const key = keys.user(access.userByName("anna@corp")?.id ?? 0);
  const { learnt_groups: _, ...older } = (await store.get<UserRecord>(key))!.value;
  await store.commit({ mutations: [{ type: "set", key, value: older }] }, MAIN_LANE);
  await change(at, { grants: [{ ...OPERATORS, role: "engineer" }] });
  assertEquals((await sessionOf(at.app, browser)).role, "operator");
  nowMs += CHECK_EVERY_MS;
  await new SessionChecks(at.app.deps).run();
  assertEquals((await sessionOf(at.app, browser)).role, "engineer");
  await change(at, { grants: [{ ...OPERATORS, role: "viewer" }] });
  assertEquals((await sessionOf(at.app, browser)).role, "viewer");
});

Deno.test("somebody may be in 2,000 groups", async () => {
  await using at = await company();
  const others = Array.from({ length: MOST_GROUPS - 1 }, (_, n) => `/a group with quite a long name/${n}`);
  at.people.anna.groups = ["/plant/operators", ...others];
  const { answer, browser } = await signIn(at);
  assertEquals(answer.status, 303, answer.text);
  await change(at, { grants: [{ group: others[MOST_GROUPS - 2], role: "engineer" }] });
  assertEquals((await sessionOf(at.app, browser)).role, "engineer");
  at.people.anna.groups = ["/plant/operators", ...others, "/one more"];
  const refused = (await signIn(at)).answer;
  assertEquals(refused.status, 403);
  assertMatch(refused.text, /more than 2,000 groups/);
});

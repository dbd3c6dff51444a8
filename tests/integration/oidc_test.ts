import { assert, assertEquals, assertMatch } from "@std/assert";
import { BEGUN_MS } from "../../routes/people/oidc_sign_in.ts";
import { testApp } from "../contract/support.ts";
import {
  BASE,
  begin,
  type Browser,
  CALLBACKS,
  company,
  pathOf,
  register,
  sessionOf,
  signIn,
  visit,
} from "../support/oidc_company.ts";
import { CLIENT, oidcProvider } from "../support/oidc_provider.ts";

Deno.test("a person signs in at the provider and is a user of issuer and subject without a password", async () => {
  await using at = await company();
  const options = (await at.app.call("GET /api/auth/sign-in-options")).body.data;
  assertEquals(options, {
    local_sign_in: "on",
    directory_sign_in: false,
    passkeys: false,
    providers: [{ id: at.id, label: "Sign in with corp" }],
  });
  const { answer, browser } = await signIn(at);
  assertEquals([answer.status, answer.headers.get("location")], [303, `${BASE}/events`], answer.text);
  assertEquals(await sessionOf(at.app, browser), {
    username: "anna@corp",
    display_name: null,
    grants: [],
    role: "operator",
  });
  assert(!browser.has("andon_begun"));
  const { access } = at.app.storage;
  const user = access.userByName("anna@corp");
  const identity = { provider_id: at.id, issuer: at.provider.issuer, subject: "anna" };
  assertEquals([user?.identity, user?.password_hash], [identity, ""]);
  assertEquals(await access.verify("anna@corp", ""), undefined);
  assertEquals((await signIn(at)).answer.status, 303);
  assertEquals(access.users().filter(({ identity }) => identity !== undefined).length, 1);
});

Deno.test("the role is that of the groups at every sign-in, also of sessions that are open", async () => {
  await using at = await company();
  const { browser } = await signIn(at);
  at.people.anna.groups = ["/plant/operators", "/plant/engineers"];
  await signIn(at);
  assertEquals((await sessionOf(at.app, browser)).role, "engineer");
  at.people.anna.groups = ["/elsewhere"];
  const { answer } = await signIn(at);
  assertEquals(answer.status, 403);
  assertMatch(answer.text, /None of your groups at .*corp.* has a role in Andon/);
  await at.app.storage.store.settled();
  const { rows: [refused] } = await at.app.storage.audit.list({ limit: 1, offset: 0 });
  assertEquals([refused.action, refused.resource_id], ["sign_in_refused", "anna@corp"]);
});

Deno.test("a local user of the same name is another user", async () => {
  await using at = await company();
  const { access } = at.app.storage;
  const local = { username: "anna@corp", password: "a password of hers", role: "admin" } as const;
  await access.createUser(local, { name: "test", role: "admin" });
  const { browser } = await signIn(at);
  assertEquals(await sessionOf(at.app, browser), {
    username: "anna-2@corp",
    display_name: null,
    grants: [],
    role: "operator",
  });
});

Deno.test("Authelia's shape: names and groups in userinfo", async () => {
  await using at = await company({ userinfoOnly: true });
  const { answer, browser } = await signIn(at);
  assertEquals(answer.status, 303, answer.text);
  assertEquals((await sessionOf(at.app, browser)).role, "operator");
});

Deno.test("Keycloak's shape: realm roles in a claim within a claim", async () => {
  const realm_access = { roles: ["offline_access", "andon-engineer"] };
  const people = { anna: { preferred_username: "anna", realm_access } };
  const grants = [{ group: "andon-engineer", role: "engineer" }];
  await using at = await company({ people }, { given: { groups_claim: "realm_access.roles", grants } });
  const { answer, browser } = await signIn(at);
  assertEquals(answer.status, 303, answer.text);
  assertEquals((await sessionOf(at.app, browser)).role, "engineer");
});

Deno.test("Entra ID's shape: app roles; too many groups are refused with the way out", async () => {
  const people = {
    anna: { preferred_username: "anna@corp.example", roles: ["Andon.Engineer"], hasgroups: true },
    ben: { preferred_username: "ben", _claim_names: { groups: "src1" }, _claim_sources: {} },
    cora: { preferred_username: "cora", hasgroups: true },
  };
  const grants = [{ group: "Andon.Engineer", role: "engineer" }];
  await using at = await company({ people }, { given: { groups_claim: "roles", grants } });
  const { browser } = await signIn(at);
  assertEquals(await sessionOf(at.app, browser), {
    username: "anna@corp.example@corp",
    display_name: null,
    grants: [],
    role: "engineer",
  });
  const body = { groups_claim: "groups" };
  await at.app.call(`PUT /api/identity-providers/${at.id}`, { as: "admin", body });
  for (const login of ["ben", "cora"]) {
    const { answer } = await signIn(at, { login });
    assertEquals([login, answer.status], [login, 403]);
    assertMatch(answer.text, /must use app roles/);
  }
});

Deno.test("a missing claim is named", async () => {
  await using at = await company({
    people: { anna: { groups: ["/plant/operators"] }, ben: { preferred_username: "ben" } },
  });
  assertMatch((await signIn(at)).answer.text, /sent no claim preferred_username/);
  assertMatch((await signIn(at, { login: "ben" })).answer.text, /sent no claim groups/);
  assertEquals(at.app.storage.access.users().filter(({ identity }) => identity !== undefined), []);
});

Deno.test("a callback is completed once, by the browser that began it", async () => {
  await using at = await company();
  const browser: Browser = new Map();
  const url = await begin(at, browser);
  const thief = new Map(browser);
  const path = pathOf(await at.provider.signIn(url, "anna"));
  const none = await visit(at.app, { path, browser: new Map() });
  assertEquals(none.status, 401);
  assertMatch(none.text, /This browser has not begun this sign-in.*\/sign-in/s);
  const other: Browser = new Map();
  await begin(at, other);
  const mixed = await visit(at.app, { path, browser: other });
  assertEquals(mixed.status, 401);
  assertMatch(mixed.text, /belongs to another sign-in/);
  assertEquals((await visit(at.app, { path, browser })).status, 303);
  for (const again of [browser, thief]) {
    const repeated = await visit(at.app, { path, browser: again });
    assertEquals(repeated.status, 401);
    assertMatch(repeated.text, /sign in again.*href="\/sign-in"/s);
  }
  assertMatch((await visit(at.app, { path, browser: thief })).text, /already completed/);
});

Deno.test("a code that was stolen or used signs nobody in elsewhere", async () => {
  await using at = await company();
  const victim: Browser = new Map();
  const stolen = await at.provider.signIn(await begin(at, victim), "anna");
  const take = async (code: string | null) => {
    const browser: Browser = new Map();
    const own = new URL(await begin(at, browser)), taken = new URL(stolen);
    taken.searchParams.set("state", own.searchParams.get("state") ?? "");
    taken.searchParams.set("code", code ?? "");
    return await visit(at.app, { path: pathOf(taken), browser });
  };
  const early = await take(stolen.searchParams.get("code"));
  assertEquals(early.status, 401);
  assertMatch(early.text, /does not accept the code.*sign in again.*href="\/sign-in"/s);
  const { path, answer } = await signIn(at);
  assertEquals(answer.status, 303);
  assertEquals((await take(new URL(path, BASE).searchParams.get("code"))).status, 401);
});

Deno.test("a sign-in may take 10 minutes at the provider", async () => {
  let nowMs = Date.now();
  await using at = await company({}, { now: () => nowMs });
  for (const [waitMs, status] of [[BEGUN_MS, 303], [BEGUN_MS + 1, 401]] as const) {
    const browser: Browser = new Map();
    const path = pathOf(await at.provider.signIn(await begin(at, browser), "anna"));
    nowMs += waitMs;
    assertEquals([waitMs, (await visit(at.app, { path, browser })).status], [waitMs, status]);
  }
});

Deno.test("a code of one provider is not taken to another", async () => {
  await using at = await company();
  await using second = await oidcProvider({ redirectAddresses: CALLBACKS, people: at.people });
  const otherId = await register(at.app, { name: "other", issuer: second.issuer });
  const browser: Browser = new Map();
  const url = await at.provider.signIn(await begin(at, browser), "anna");
  const moved = await visit(at.app, { path: `/auth/oidc/${otherId}/callback${url.search}`, browser });
  assertEquals(moved.status, 401);
  assertMatch(moved.text, /begun at another identity provider/);
  const own: Browser = new Map();
  const begun = new URL(await begin({ ...at, id: otherId }, own));
  const foreign = new URL(url);
  foreign.searchParams.set("state", begun.searchParams.get("state") ?? "");
  const path = `/auth/oidc/${otherId}/callback${foreign.search}`;
  const mixed = await visit(at.app, { path, browser: own });
  assertEquals(mixed.status, 401, "the answer names its issuer (RFC 9207)");
});

Deno.test("the sign-in leads to an own page only, in a session of its own", async () => {
  await using at = await company();
  for (const next of ["//evil.example", "https://evil.example/", "/\\evil.example", "javascript:alert(1)"]) {
    const { answer } = await signIn(at, { next });
    assertEquals([next, answer.headers.get("location")], [next, `${BASE}/`]);
  }
  const browser: Browser = new Map([["andon_session", "a".repeat(43)]]);
  await signIn(at, { browser });
  const first = browser.get("andon_session");
  assert(first !== "a".repeat(43));
  await signIn(at, { browser });
  assert(browser.get("andon_session") !== first);
  assertEquals(await sessionOf(at.app, new Map([["andon_session", first ?? ""]])), null);
});

Deno.test("sessions end with their provider, and a disabled user stays out", async () => {
  await using at = await company();
  const { browser } = await signIn(at);
  const put = (path: string, body: unknown) => at.app.call(`PUT /api/${path}`, { as: "admin", body });
  const user = at.app.storage.access.userByName("anna@corp");
  for (const body of [{ password: "another twelve characters" }, { role: "admin" }]) {
    assertEquals((await put(`users/${user?.id}`, body)).status, 400);
  }
  await put(`identity-providers/${at.id}`, { is_active: false });
  assertEquals(await sessionOf(at.app, browser), null);
  assertEquals((await visit(at.app, { path: `/auth/oidc/${at.id}/begin`, browser })).status, 404);
  await put(`identity-providers/${at.id}`, { is_active: true });
  await put(`users/${user?.id}`, { is_active: false });
  const { answer } = await signIn(at);
  assertEquals(answer.status, 403);
  assertMatch(answer.text, /is disabled in Andon/);
});

Deno.test("the test names what is wrong", async () => {
  await using at = await company();
  const findings = async (change: unknown = {}) => {
    await at.app.call(`PUT /api/identity-providers/${at.id}`, { as: "admin", body: change });
    const { body } = await at.app.call(`POST /api/identity-providers/${at.id}/test`, { as: "admin" });
    const found: { check: string; status: string; message: string }[] = body.data.findings;
    return { status: body.data.status, of: new Map(found.map((finding) => [finding.check, finding])) };
  };
  const right = await findings();
  assertEquals([...right.of.values()].map(({ check, status }) => [check, status]), [
    ["discovery", "ok"],
    ["keys", "ok"],
    ["client", "ok"],
    ["redirect_address", "ok"],
    ["claims", "ok"],
  ], JSON.stringify([...right.of.values()]));
  assertEquals((await findings({ client_secret: "wrong" })).of.get("client")?.status, "failed");
  assertEquals((await findings({ ...CLIENT, groups_claim: "teams" })).of.get("claims")?.status, "unclear");
  assertEquals((await findings({ grants: [] })).of.get("claims")?.status, "failed");
  const slash = await findings({ issuer: `${at.provider.issuer}/` });
  assertEquals([slash.status, slash.of.size], ["failed", 1]);
  const away = await findings({ issuer: "http://127.0.0.1:1" });
  assertEquals(away.of.get("discovery")?.status, "failed");
  const inside = await findings({ issuer: "https://10.0.0.1" });
  assertMatch(inside.of.get("discovery")?.message ?? "", /add it to OUTBOUND_ALLOW/);
});

Deno.test("an address that the provider does not know is named by the test", async () => {
  await using at = await company({ redirectAddresses: [`${BASE}/elsewhere`] });
  const { body } = await at.app.call(`POST /api/identity-providers/${at.id}/test`, { as: "admin" });
  const found = body.data.findings.find(({ check }: { check: string }) => check === "redirect_address");
  assertEquals(found.status, "failed");
  assertMatch(found.message, new RegExp(`register ${CALLBACKS[0]} there`));
});

Deno.test("passwords are taken as LOCAL_SIGN_IN says", async () => {
  for (
    const [localSignIn, statuses] of [["on", [200, 200]], ["admins", [200, 403]], ["off", [
      403,
      403,
    ]]] as const
  ) {
    await using app = await testApp({ settings: { localSignIn } });
    const found = await Promise.all(["admin", "viewer"].map(async (username) => {
      const body = { username, password: "correct horse battery" };
      return (await app.call("POST /api/auth/login", { body })).status;
    }));
    assertEquals(found, [...statuses]);
  }
});

Deno.test("the name of a person is shown until the person chooses another one", async () => {
  const people = {
    anna: { preferred_username: "anna", name: "Anna Keller", groups: ["/plant/operators"] },
    ben: { preferred_username: "ben", name: "B\u0000en", groups: ["/plant/operators"] },
  };
  await using at = await company({ people });
  const { access } = at.app.storage;
  await signIn(at);
  const anna = access.userByName("anna@corp");
  assertEquals(anna?.display_name, "Anna Keller");
  await access.updateUser(anna?.id ?? 0, { display_name: "Annie" }, { name: "anna@corp", role: "operator" });
  await signIn(at);
  assertEquals(access.userByName("anna@corp")?.display_name, "Annie");
  await signIn(at, { login: "ben" });
  assertEquals(access.userByName("ben@corp")?.display_name, undefined, "a name that cannot be shown");
});

Deno.test("the test names the issuer that the provider names, and that no secret is stored", async () => {
  await using at = await company();
  await using alias = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    const answer = await fetch(`${at.provider.issuer}${new URL(request.url).pathname}`);
    return Response.json(await answer.json());
  });
  const test = async (change: unknown) => {
    await at.app.call(`PUT /api/identity-providers/${at.id}`, { as: "admin", body: change });
    const { body } = await at.app.call(`POST /api/identity-providers/${at.id}/test`, { as: "admin" });
    const found: { check: string; status: string; message: string }[] = body.data.findings;
    return found;
  };
  const [discovery] = await test({ issuer: `http://127.0.0.1:${alias.addr.port}` });
  assertEquals(discovery.status, "failed");
  const { message } = discovery,
    named = `it names the issuer "${at.provider.issuer}"; enter the issuer exactly so`;
  assertEquals(message.slice(-named.length), named);
  const client = (await test({ issuer: at.provider.issuer })).find(({ check }) => check === "client");
  assertEquals(client?.status, "failed");
  assertMatch(client?.message ?? "", /^No client secret is stored; enter it/);
});

for (const [path, fault] of [["/token", 503], ["/token", "hang"], ["/me", 503], ["/jwks", 503]] as const) {
  Deno.test(`a provider that does not answer (${fault}) at ${path} in the middle of a sign-in: try again later`, async () => {
    await using at = await company({ userinfoOnly: true });
    const browser: Browser = new Map();
    const back = pathOf(await at.provider.signIn(await begin(at, browser), "anna"));
    at.provider.fault = (asked) => asked === path ? fault : undefined;
    const answer = await visit(at.app, { path: back, browser });
    assertEquals(answer.status, 503, answer.text);
    assertMatch(answer.text, /does not work at the moment; try again later/);
    at.provider.fault = () => undefined;
    assertEquals((await signIn(at, { browser })).answer.status, 303);
  });
}

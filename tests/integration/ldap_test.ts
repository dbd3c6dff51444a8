import { assert, assertEquals, assertMatch } from "@std/assert";
import { CHECK_EVERY_MS } from "../../domain/identity_provider/provider_session.ts";
import { lazyIdentityClient } from "../../main/identity.ts";
import { SessionChecks } from "../../routes/people/session_checks.ts";
import { type Answer, PASSWORD, type TestApp, testApp } from "../contract/support.ts";
import { actsAt, areasOfGroups } from "../support/group_areas.ts";
import {
  DIRECTORY_CA,
  type DirectoryPerson,
  GROUPS,
  type LdapDirectory,
  ldapDirectory,
  type LdapDirectoryOptions,
  PEOPLE,
  SERVICE,
} from "../support/ldap_directory.ts";

const ANNA = { uid: "anna", password: "the password of anna", attributes: { displayname: "Anna Keller" } };
const BEN = { uid: "ben", password: "the password of ben" };
const GRANTS = [
  { group: "operators", role: "operator" },
  { group: `cn=engineers,${GROUPS}`, role: "engineer" },
];

interface Plant extends AsyncDisposable {
  app: TestApp;
  directory: LdapDirectory;
  given: LdapDirectoryOptions;
  clock: { nowMs: number };
  id: number;
  signIn(username: string, password: string): Promise<Answer>;
}

/** Andon with one directory. */
async function plant(
  options: Partial<LdapDirectoryOptions> = {},
  { startTls = false, allow = "localhost", settings = {}, body = {}, ldap = {} } = {},
): Promise<Plant> {
  const given = { people: [{ ...ANNA }, { ...BEN }], groups: { operators: ["uid=anna"] }, ...options };
  const directory = await ldapDirectory(given);
  const clock = { nowMs: Date.now() };
  const identity = lazyIdentityClient({ outboundAllow: allow, proxy: { https: null, http: null, no: "" } });
  const app = await testApp({ now: () => clock.nowMs, identity, settings });
  const made = await app.call("POST /api/identity-providers", {
    as: "admin",
    body: {
      name: "plant",
      issuer: startTls ? directory.startTls : directory.ldaps,
      client_id: SERVICE.dn,
      client_secret: SERVICE.password,
      ldap: { user_base: PEOPLE, group_base: GROUPS, ca: DIRECTORY_CA, ...ldap },
      grants: GRANTS,
      ...body,
    },
  });
  assertEquals(made.status, 201, made.text);
  return {
    app,
    directory,
    given,
    clock,
    id: made.body.data.id,
    signIn: (username, password) => app.call("POST /api/auth/login", { body: { username, password } }),
    async [Symbol.asyncDispose]() {
      await identity.close();
      await app[Symbol.asyncDispose]();
      await directory[Symbol.asyncDispose]();
    },
  };
}

for (const startTls of [false, true]) {
  Deno.test(`a person signs in with the password of a directory over ${startTls ? "StartTLS" : "LDAPS"}`, async () => {
    await using at = await plant({}, { startTls });
    const answer = await at.signIn("anna", ANNA.password);
    assertEquals(answer.status, 200, answer.text);
    const session = { username: "anna@plant", display_name: "Anna Keller", grants: [], role: "operator" };
    assertEquals(answer.body.data, session);
    assertEquals((await at.signIn("anna@plant", ANNA.password)).status, 200);
    assertEquals((await at.signIn("anna", "wrong")).status, 401);
    assertEquals((await at.signIn("nobody", "wrong")).status, 401);
    const { access, store } = at.app.storage;
    assertEquals(access.userByName("anna@plant")?.identity?.subject, "entryUUID=uuid-of-anna");
    const stored = JSON.stringify([await store.list({ prefix: [] }), at.app.logged]);
    assert(!stored.includes(ANNA.password) && !stored.includes(SERVICE.password), "no password is kept");
    const plain = at.directory.plain.map((bytes) => new TextDecoder().decode(bytes)).join("");
    assert(!plain.includes("password"), "no password goes over the network unencrypted");
  });
}

for (const isActiveDirectory of [false, true]) {
  const kind = isActiveDirectory ? "Active Directory" : "OpenLDAP";
  Deno.test(`groups in groups count, also those that contain each other: ${kind}`, async () => {
    const groups = {
      engineers: ["cn=shift", "cn=operators"],
      shift: ["cn=pumps", "cn=engineers"],
      pumps: ["uid=anna"],
      operators: ["uid=ben"],
    };
    await using at = await plant({ groups, isActiveDirectory });
    assertEquals((await at.signIn("anna", ANNA.password)).body.data.role, "engineer");
    assertEquals((await at.signIn("ben", BEN.password)).body.data.role, "engineer");
    assertEquals(
      at.directory.filters.some((filter) => filter.includes("1.2.840.113556.1.4.1941")),
      isActiveDirectory,
    );
  });
}

Deno.test("more groups than the directory lists are said so, with the way out", async () => {
  const groups = { operators: ["uid=anna"], others: ["uid=anna"], more: ["uid=anna"] };
  for (const [sizeLimit, status] of [[3, 200], [2, 403]]) {
    await using at = await plant({ groups, sizeLimit });
    const answer = await at.signIn("anna", ANNA.password);
    assertEquals(answer.status, status, answer.text);
    if (status === 403) {
      assertMatch(answer.text, /must narrow group_base, or raise the size limit of cn=andon/);
    }
  }
});

Deno.test("an empty password is refused before the directory, which would accept it", async () => {
  await using at = await plant();
  assertEquals((await at.signIn("anna", "")).status, 400);
  const identity = at.app.deps.identity;
  const settings = await at.app.storage.identityProviders.settings(at.id);
  for (const password of ["", "\0", "\0a"]) {
    assertEquals(await identity.verifyPassword(settings, { username: "anna", password }), { kind: "wrong" });
  }
  assertEquals(at.directory.binds, []);
});

Deno.test("a user name is never a part of a filter", async () => {
  await using at = await plant();
  const names = [
    "*",
    "a*",
    "anna)(uid=*",
    "*)(|(uid=*",
    "anna\\2a",
    "anna)(objectClass=*))(|(cn=a",
    "$&",
    "anna\\",
  ];
  for (const name of names) {
    at.clock.nowMs += 10 * 60_000;
    assertEquals([name, (await at.signIn(name, ANNA.password)).status], [name, 401]);
  }
  assertEquals(at.directory.binds.filter((dn) => dn.startsWith("uid=")), [], "nobody is found");
});

Deno.test("who is in no group with a role is refused, and so is a name that two people have", async () => {
  await using at = await plant({}, {
    ldap: { user_filter: "(|(uid={username})(cn={username})(objectClass=person))" },
  });
  assertMatch((await at.signIn("anna", ANNA.password)).text, /more than one person of this name/);
  await using one = await plant();
  const refused = await one.signIn("ben", BEN.password);
  assertEquals(refused.status, 403);
  assertMatch(refused.text, /None of your groups at .*plant.* has a role/);
  assertEquals(one.app.storage.access.userByName("ben@plant"), undefined);
});

Deno.test("wrong passwords are slowed down as those of local users are", async () => {
  await using at = await plant();
  for (let times = 0; times < 5; times++) assertEquals((await at.signIn("anna", "wrong")).status, 401);
  const slowed = await at.signIn("anna", ANNA.password);
  assertEquals([slowed.status, slowed.body.details.scope], [429, "sign_in"]);
  const tried = at.directory.binds.filter((dn) => dn.startsWith("uid=")).length;
  assertEquals(tried, 5, "a slowed attempt does not reach the directory, so it locks nobody out there");
});

Deno.test("a local user keeps the name: the directory is not asked, and its password does not count", async () => {
  await using at = await plant({
    people: [{ uid: "viewer", password: "the password of viewer" }],
    groups: {},
  });
  assertEquals((await at.signIn("viewer", PASSWORD)).status, 200);
  assertEquals((await at.signIn("viewer", "the password of viewer")).status, 401);
  assertEquals(at.directory.binds, []);
});

Deno.test("LOCAL_SIGN_IN is for local users only", async () => {
  for (const localSignIn of ["off", "admins"] as const) {
    await using at = await plant({}, { settings: { localSignIn } });
    assertEquals((await at.app.call("GET /api/auth/sign-in-options")).body.data.directory_sign_in, true);
    assertEquals((await at.signIn("anna", ANNA.password)).status, 200);
    assertEquals((await at.signIn("viewer", PASSWORD)).status, localSignIn === "off" ? 401 : 403);
    assertEquals((await at.signIn("admin", PASSWORD)).status, localSignIn === "off" ? 401 : 200);
  }
});

Deno.test("an account that is disabled, expired or whose password has to be changed does not sign in", async () => {
  const people: DirectoryPerson[] = [
    { uid: "off", password: "right", attributes: { useraccountcontrol: "514" } },
    { uid: "over", password: "right", attributes: { accountexpires: "132539328000000000" } },
    { uid: "locked", password: "right", attributes: { pwdaccountlockedtime: "000001010000Z" } },
    {
      uid: "on",
      password: "right",
      attributes: { useraccountcontrol: "512", accountexpires: "9223372036854775807" },
    },
    { uid: "old", password: "expired right" },
    { uid: "new", password: "right", attributes: { pwdreset: "TRUE" } },
    { uid: "guessed", password: "right", attributes: { pwdaccountlockedtime: "20261123100000Z" } },
  ];
  const groups = { operators: people.map(({ uid }) => `uid=${uid}`) };
  await using at = await plant({ people, groups, isActiveDirectory: true });
  for (const uid of ["off", "over", "locked"]) {
    assertEquals([uid, (await at.signIn(uid, "right")).status], [uid, 401]);
  }
  assertEquals((await at.signIn("on", "right")).status, 200);
  assertEquals((await at.signIn("guessed", "right")).status, 200, "the directory accepts the password again");
  for (const uid of ["old", "new"]) {
    const refused = await at.signIn(uid, "right");
    assertEquals([uid, refused.status], [uid, 403]);
    assertMatch(refused.text, /has to be changed there first/);
  }
});

Deno.test("every 15 minutes the directory is asked about groups and accounts, without a password", async () => {
  for (const isActiveDirectory of [false, true]) {
    await using at = await plant({ isActiveDirectory });
    const cookie = (await at.signIn("anna", ANNA.password)).headers.getSetCookie()[0].split(";")[0];
    const checks = new SessionChecks(at.app.deps);
    const session = async () =>
      (await at.app.call("GET /api/auth/session", { headers: { cookie } })).body.data;
    const check = async () => {
      at.clock.nowMs += CHECK_EVERY_MS;
      await checks.run();
      return await session();
    };
    at.given.groups.engineers = ["uid=anna"];
    assertEquals((await check()).role, "engineer");
    at.given.people[0].attributes = { pwdaccountlockedtime: "20261123100000Z" };
    assertEquals((await check()).role, "engineer", "guessing a password signs nobody out");
    at.given.people[0].attributes = { useraccountcontrol: "514", nsaccountlock: "TRUE" };
    assertEquals(await check(), null);
  }
});

Deno.test("who is disabled in the directory loses the PIN for shared desks at the check", async () => {
  await using at = await plant({ isActiveDirectory: true });
  const cookie = (await at.signIn("anna", ANNA.password)).headers.getSetCookie()[0].split(";")[0];
  const set = await at.app.call("PUT /api/auth/desk-pin", { headers: { cookie }, body: { pin: "583920" } });
  assertEquals(set.status, 200, set.text);
  const { access, desks } = at.app.storage, checks = new SessionChecks(at.app.deps);
  const id = access.userByName("anna@plant")?.id ?? 0;
  at.clock.nowMs += CHECK_EVERY_MS;
  await checks.run();
  assert(desks.pin(id) !== undefined);
  at.given.people[0].attributes = { useraccountcontrol: "514" };
  at.clock.nowMs += CHECK_EVERY_MS;
  await checks.run();
  assertEquals(desks.pin(id), undefined);
});

Deno.test("roles in areas follow the groups at each sign-in and at the check", async () => {
  await using at = await plant();
  await areasOfGroups(at);
  const groups = (given: Record<string, string[]>) => at.given.groups = given;
  const signIn = async () => {
    const answer = await at.signIn("anna", ANNA.password);
    const { role, grants } = answer.body.data;
    const [cookie] = answer.headers.getSetCookie()[0].split(";");
    return { cookie, shown: [role, grants], acts: await actsAt(at.app, cookie) };
  };
  groups({ north: ["uid=anna"] });
  const first = await signIn();
  assertEquals([first.shown, first.acts], [["viewer", [{ role: "engineer", area_ids: [1] }]], ["NORTH"]]);
  groups({ south: ["uid=anna"] });
  const second = await signIn();
  assertEquals([second.shown, second.acts], [["viewer", [{ role: "engineer", area_ids: [2] }]], ["SOUTH"]]);
  assertEquals(await actsAt(at.app, first.cookie), ["SOUTH"], "in the open session too");
  groups({ viewers: ["uid=anna"] });
  at.clock.nowMs += CHECK_EVERY_MS;
  await new SessionChecks(at.app.deps).run();
  assertEquals(await actsAt(at.app, second.cookie), []);
  const { access } = at.app.storage;
  assertEquals(access.userByName("anna@plant")?.grants, []);
});

Deno.test("changed grants act on the next request; where groups are searched elsewhere, the directory is asked first", async () => {
  await using at = await plant({ groups: { operators: ["uid=anna"], engineers: ["uid=anna"] } });
  const cookie = (await at.signIn("anna", ANNA.password)).headers.getSetCookie()[0].split(";")[0];
  const role = async () =>
    (await at.app.call("GET /api/auth/session", { headers: { cookie } })).body.data?.role ?? null;
  const change = async (body: unknown) =>
    assertEquals(
      (await at.app.call(`PUT /api/identity-providers/${at.id}`, { as: "admin", body })).status,
      200,
    );
  assertEquals(await role(), "engineer");
  const asked = at.directory.filters.length;
  await change({ grants: [{ group: "operators", role: "operator" }] });
  assertEquals([await role(), at.directory.filters.length], ["operator", asked]);
  const ldap = { user_base: PEOPLE, group_base: "dc=plant,dc=example", ca: DIRECTORY_CA };
  await change({ ldap });
  assertEquals(await role(), "viewer");
  await new SessionChecks(at.app.deps).run();
  assertEquals(await role(), "operator");
});

Deno.test("a directory that is away is said so, and the sessions of its people live on", async () => {
  const at = await plant();
  const cookie = (await at.signIn("anna", ANNA.password)).headers.getSetCookie()[0].split(";")[0];
  await at.directory[Symbol.asyncDispose]();
  const refused = await at.signIn("ben", BEN.password);
  assertEquals(refused.status, 503);
  assertMatch(refused.text, /The directory .*plant.* cannot be reached.*try again later/);
  assertEquals((await at.signIn("admin", PASSWORD)).status, 200, "a local user needs no directory");
  at.clock.nowMs += CHECK_EVERY_MS;
  await new SessionChecks(at.app.deps).run();
  const { data } = (await at.app.call("GET /api/auth/session", { headers: { cookie } })).body;
  assertEquals([data.role, data.unconfirmed.provider], ["operator", "plant"]);
  await at.app[Symbol.asyncDispose]();
});

Deno.test("the test names what is wrong with a directory", async () => {
  await using at = await plant();
  const findings = async (change: Record<string, unknown> = {}) => {
    await at.app.call(`PUT /api/identity-providers/${at.id}`, { as: "admin", body: change });
    const { body } = await at.app.call(`POST /api/identity-providers/${at.id}/test`, { as: "admin" });
    const found: { check: string; status: string; message: string }[] = body.data.findings;
    return found.map(({ check, status }) => `${check} ${status}`);
  };
  const rest = ["people ok", "groups ok", "claims unclear"];
  assertEquals(await findings(), ["connection ok", "client ok", ...rest]);
  const whole = { user_base: PEOPLE, user_filter: "(uid={username})", group_base: GROUPS, ca: DIRECTORY_CA };
  assertEquals(
    (await findings({ ldap: { ...whole, user_base: "ou=none,dc=plant,dc=example" } }))[2],
    "people failed",
  );
  assertEquals((await findings({ ldap: whole, client_secret: "wrong" }))[1], "client failed");
  assertEquals(
    await findings({ ldap: { ...whole, ca: null } }),
    ["connection failed"],
    "a private CA must be given",
  );
});

Deno.test("directories are reached only as OUTBOUND_ALLOW says, and only by the name in their certificate", async () => {
  await using at = await plant({}, { allow: "" });
  const refused = await at.signIn("anna", ANNA.password);
  assertEquals(refused.status, 503);
  assertMatch(refused.text, /add it to OUTBOUND_ALLOW/);
  assertEquals(at.directory.filters, []);
});

Deno.test("each kind of provider takes its own fields", async () => {
  await using at = await plant();
  const put = async (body: unknown) => {
    const answer = await at.app.call(`PUT /api/identity-providers/${at.id}`, { as: "admin", body });
    return [answer.status, answer.body.details?.issues?.[0]?.path];
  };
  assertEquals(await put({ issuer: "https://login.example.org", ldap: { user_base: PEOPLE } }), [
    400,
    "issuer",
  ]);
  assertEquals(await put({ issuer: "ldaps://dc.example.org/ou=people" }), [400, "issuer"]);
  assertEquals(await put({ ldap: null }), [400, "ldap"]);
  assertEquals(await put({ audience: "https://andon.example/api" }), [400, "audience"]);
  assertEquals(await put({ ldap: { user_base: PEOPLE, user_filter: "(uid=anna)" } }), [
    400,
    "ldap.user_filter",
  ]);
  assertEquals(await put({ ldap: { user_base: PEOPLE, ca: "no certificate" } }), [400, "ldap.ca"]);
  const oidc = { name: "oidc", issuer: "ldap://dc.example.org", client_id: "a" };
  const made = await at.app.call("POST /api/identity-providers", { as: "admin", body: oidc });
  assertEquals([made.status, made.body.details.issues[0].path], [400, "ldap"]);
  for (const path of [`/auth/oidc/${at.id}/begin`, `/auth/oidc/${at.id}/callback`]) {
    assertEquals((await at.app.call(`GET ${path}`, { undocumented: true })).status, 404);
  }
});

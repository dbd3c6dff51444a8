import { assert, assertEquals, assertMatch } from "@std/assert";
import type { Key } from "../../domain/shared/commit.ts";
import { keys } from "../../storage/keys.ts";
import { oneTimeCode } from "../support/one_time_code.ts";
import { SoftPasskey } from "../support/soft_passkey.ts";
import { Browser, NOON, ORIGIN, STEP_MS, withCodes } from "./second_factor_support.ts";
import { PASSWORD, testApp } from "./support.ts";

const BEGIN = "POST /api/auth/second-factors/code/begin";
const ADD = "POST /api/auth/second-factors/code";

async function requiring(requireSecondFactor: "off" | "admins" | "all") {
  const clock = { nowMs: NOON };
  return { clock, app: await testApp({ now: () => clock.nowMs, settings: { requireSecondFactor } }) };
}

Deno.test("REQUIRE_SECOND_FACTOR says who must set one up at the next sign-in", async () => {
  for (
    const [setting, admin, viewer] of [["off", 200, 200], ["admins", 401, 200], ["all", 401, 401]] as const
  ) {
    const { app } = await requiring(setting);
    await using _ = app;
    const statuses = [];
    for (const name of ["admin", "viewer"]) statuses.push((await new Browser(app).login(name)).status);
    assertEquals([setting, ...statuses], [setting, admin, viewer]);
    assertEquals((await app.call("GET /api/packages", { as: "admin" })).status, 200, "sessions go on");
  }
});

Deno.test("a sign-in that must set up a factor may do only that, and then opens the session", async () => {
  const { app, clock } = await requiring("all");
  await using _ = app;
  const browser = new Browser(app);
  const asked = await browser.login("viewer");
  assertEquals(asked.body.details, { error_code: "AUTHENTICATION_REQUIRED", second_factor: "set_up" });
  assertMatch(asked.headers.getSetCookie()[0], /^andon_sign_in=[\w-]{43}; .*; Max-Age=1800$/);
  for (
    const [line, body] of [
      ["GET /api/packages", undefined],
      ["GET /api/auth/second-factors", undefined],
      ["POST /api/auth/password", { current_password: PASSWORD, new_password: "quite another secret" }],
      ["POST /api/auth/second-factors/recovery-codes", { current_password: PASSWORD }],
      ["POST /api/auth/login/code", { code: "000000" }],
    ] as const
  ) assertEquals([line, (await browser.call(line, body)).status], [line, 401]);
  assertEquals((await browser.call("GET /api/auth/session")).body.data, null);
  assertEquals((await new Browser(app).call(BEGIN, {})).status, 401, "another browser");
  const { secret } = (await browser.call(BEGIN, {})).body.data;
  const token = browser.cookie("andon_sign_in") ?? "";
  const added = await browser.call(ADD, { code: oneTimeCode(secret, clock.nowMs) });
  assertEquals([added.status, added.body.data.recovery_codes.length], [200, 10]);
  assert(browser.cookie("andon_session") !== token);
  assertEquals([browser.cookie("andon_sign_in"), await browser.reads()], [undefined, 200]);
  const replayed = new Browser(app);
  replayed.set("andon_sign_in", token);
  assertEquals((await replayed.call(BEGIN, {})).status, 401);
  const { body: { data: [entry] } } = await app.call("GET /api/audit-log?resource_type=user", {
    as: "admin",
  });
  assertEquals([entry.who, entry.action], ["viewer", "second_factor_added"]);
});

Deno.test("a passkey can be the factor that is set up", async () => {
  const { app } = await requiring("all");
  await using _ = app;
  const browser = new Browser(app);
  await browser.login("viewer");
  const begun = await browser.call("POST /api/auth/second-factors/passkeys/options", {});
  const { challenge } = begun.body.data.options;
  const body = new SoftPasskey().attestation({ origin: ORIGIN, challenge });
  const added = await browser.call("POST /api/auth/second-factors/passkeys", body);
  assertEquals([added.status, await browser.reads()], [200, 200]);
});

Deno.test("a set-up that waits ends after 30 minutes, with the password, and once there is a factor", async () => {
  const { app, clock } = await requiring("all");
  await using _ = app;
  const waiting = async (name: string) => {
    const browser = new Browser(app);
    await browser.login(name);
    return browser;
  };
  const begin = async (browser: Browser) => (await browser.call(BEGIN, {})).status;
  const late = await waiting("viewer");
  clock.nowMs += 30 * 60_000 - 1;
  assertEquals(await begin(late), 200);
  clock.nowMs += 1;
  assertEquals(await begin(late), 401);

  const [first, second] = [await waiting("viewer"), await waiting("viewer")];
  const secrets = [];
  for (const one of [first, second]) secrets.push((await one.call(BEGIN, {})).body.data.secret);
  assertEquals((await first.call(ADD, { code: oneTimeCode(secrets[0], clock.nowMs) })).status, 200);
  const tooLate = await second.call(ADD, { code: oneTimeCode(secrets[1], clock.nowMs) });
  assertEquals([tooLate.status, await second.reads()], [401, 401], "the password alone adds no second one");

  const changed = await waiting("engineer");
  const id = app.storage.access.userByName("engineer")?.id;
  await app.call(`PUT /api/users/${id}`, { as: "admin", body: { password: "quite another secret" } });
  assertEquals(await begin(changed), 401);
});

Deno.test("a factor is not set up with a password that is changed meanwhile", async () => {
  const { app, clock } = await requiring("all");
  await using _ = app;
  const browser = new Browser(app);
  await browser.login("viewer");
  const { secret } = (await browser.call(BEGIN, {})).body.data;
  const { access, store, secondFactors } = app.storage, id = access.userByName("viewer")?.id ?? 0;
  const getMany = store.getMany.bind(store);
  store.getMany = async <T>(wanted: readonly Key[]) => {
    if (wanted[1]?.[0] !== keys.secondFactors(id)[0]) return await getMany<T>(wanted);
    store.getMany = getMany;
    await access.updateUser(id, { password: "quite another secret" }, { name: "admin", role: "admin" });
    return await getMany<T>(wanted);
  };
  const added = await browser.call(ADD, { code: oneTimeCode(secret, clock.nowMs) });
  assertEquals([added.status, secondFactors.of(id), access.sessionsOf(id)], [403, undefined, []]);
});

Deno.test("two set-ups of one user completed at once leave one factor", async () => {
  const { app, clock } = await requiring("all");
  await using _ = app;
  const browsers = [new Browser(app), new Browser(app)];
  const secrets: string[] = [];
  for (const browser of browsers) {
    await browser.login("viewer");
    secrets.push((await browser.call(BEGIN, {})).body.data.secret);
  }
  const answers = await Promise.all(
    browsers.map((browser, at) => browser.call(ADD, { code: oneTimeCode(secrets[at], clock.nowMs) })),
  );
  assertEquals(answers.filter(({ status }) => status === 200).length, 1);
  const reads = await Promise.all(browsers.map((browser) => browser.reads()));
  assertEquals(reads.sort(), [200, 401]);
});

Deno.test("the last factor of who must have one stays, and a reset asks for a new one", async () => {
  const { app, clock } = await requiring("off");
  await using _ = app;
  const { browser, secret } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  app.deps.settings.requireSecondFactor = "all";
  const renewed = new Browser(app);
  clock.nowMs += STEP_MS;
  await renewed.login("operator");
  assertEquals((await renewed.code(oneTimeCode(secret, clock.nowMs))).status, 200);
  const removed = await browser.call("POST /api/auth/second-factors/remove", {
    current_password: PASSWORD,
    factor: "code",
  });
  const { is_required } = (await browser.call("GET /api/auth/second-factors")).body.data;
  const told = "You must have a second factor here; add another one first";
  assertEquals([is_required, removed.status, removed.body.error], [true, 403, told]);
  const id = app.storage.access.userByName("operator")?.id;
  await app.call(`DELETE /api/users/${id}/second-factors`, { as: "admin" });
  assertEquals(await browser.reads(), 401);
  assertEquals((await browser.login("operator")).body.details.second_factor, "set_up");
});

Deno.test("users of an identity provider have no second factor here", async () => {
  const { app } = await requiring("all");
  await using _ = app;
  const { access, identityProviders } = app.storage;
  const by = { name: "test", role: "admin" } as const;
  const provider = await identityProviders.create({
    name: "corp",
    issuer: "https://login.example",
    client_id: "andon",
    audience: null,
    client_secret: null,
    ldap: null,
    scopes: "openid",
    username_claim: "preferred_username",
    groups_claim: "groups",
    grants: [],
    button_label: null,
    is_active: true,
  }, by);
  const user = await access.signInExternal({
    providerId: provider.id,
    issuer: provider.issuer,
    subject: "1",
    username: "anna@corp",
    role: "admin",
    grants: [],
  });
  const { token } = await access.createSession(user.id);
  const browser = new Browser(app);
  browser.set("andon_session", token);
  assertEquals(await browser.reads(), 200);
  assertEquals((await browser.call("GET /api/auth/second-factors")).body.data.is_available, false);
  const begun = await browser.call(BEGIN, { current_password: PASSWORD });
  assertEquals(begun.status, 403);
  assertMatch(begun.body.error, /identity provider, which asks for its own second factor/);
});

import { assert, assertEquals, assertMatch } from "@std/assert";
import { SECOND_FACTOR_LIMITS } from "../../domain/access/second_factor.ts";
import type { RefusedRequest } from "../../domain/audit/refusal_folding.ts";
import { keys } from "../../storage/keys.ts";
import { oneTimeCode } from "../support/one_time_code.ts";
import { Browser, NOON, STEP_MS, withCodes } from "./second_factor_support.ts";
import { PASSWORD, pathsOf, testApp } from "./support.ts";

/** A test app whose clock the test turns. */
async function clockedApp(settings: Parameters<typeof testApp>[0] = {}) {
  const clock = { nowMs: NOON };
  return { clock, app: await testApp({ now: () => clock.nowMs, ...settings }) };
}

const BY = { name: "admin", role: "admin" } as const;
const VERIFY = { error_code: "AUTHENTICATION_REQUIRED", second_factor: "verify", factors: ["code"] };

Deno.test("setting up codes needs the password and a right code, and shows ten recovery codes", async () => {
  const { app } = await clockedApp();
  await using _ = app;
  const browser = new Browser(app);
  await browser.login("operator");
  const begin = (body: unknown) => browser.call("POST /api/auth/second-factors/code/begin", body);
  const wrong = await begin({ current_password: "wrong" });
  assertEquals([wrong.status, wrong.body.error], [403, "The current password is incorrect"]);
  assertEquals(pathsOf(await begin({})), ["current_password"]);
  const { secret, address } = (await begin({ current_password: PASSWORD })).body.data;
  assertMatch(secret, /^[A-Z2-7]{32}$/);
  assertMatch(address, new RegExp(`^otpauth://totp/Andon:operator\\?issuer=Andon&secret=${secret}&`));
  const add = (code: string) => browser.call("POST /api/auth/second-factors/code", { code });
  assertEquals(pathsOf(await add("000000")), ["code"]);
  const added = await add(oneTimeCode(secret, NOON));
  const codes: string[] = added.body.data.recovery_codes;
  assertEquals([codes.length, new Set(codes).size], [SECOND_FACTOR_LIMITS.recoveryCodes, 10]);
  for (const code of codes) assertMatch(code, /^[0-9a-hjkmnp-tv-z]{4}(-[0-9a-hjkmnp-tv-z]{4}){3}$/);
  assertEquals((await add(oneTimeCode(secret, NOON))).status, 403, "a secret is stored once");
  const { body: { data } } = await browser.call("GET /api/auth/second-factors");
  assertEquals([data.code.last_used_at, data.passkeys, data.recovery_codes_left], [null, [], 10]);
  const id = app.storage.access.userByName("operator")?.id ?? 0;
  const stored = JSON.stringify((await app.storage.store.get(keys.secondFactors(id)))?.value);
  for (const clear of [secret, ...codes, ...codes.map((code) => code.replaceAll("-", ""))]) {
    assert(!stored.includes(clear));
  }
});

Deno.test("a user with codes signs in by password and code, in a new session", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { browser, secret } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  const before = browser.cookie("andon_session");
  const asked = await browser.login("operator");
  assertEquals([asked.status, asked.body.details], [401, VERIFY]);
  assertEquals(browser.cookie("andon_session"), before, "the password alone changes no session");
  const fresh = new Browser(app);
  await fresh.login("operator");
  assertEquals([fresh.cookie("andon_session"), await fresh.reads()], [undefined, 401]);
  const [pending] = (await fresh.login("operator")).headers.getSetCookie();
  assertMatch(pending, /^andon_sign_in=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/; Max-Age=300$/);
  clock.nowMs += STEP_MS;
  await browser.login("operator");
  const opened = await browser.code(oneTimeCode(secret, clock.nowMs));
  assertEquals([opened.status, opened.body.data.username], [200, "operator"]);
  assert(browser.cookie("andon_session") !== before, "the session is new");
  assertEquals(browser.cookie("andon_sign_in"), undefined);
  assertEquals(await browser.reads(), 200);
  const old = new Browser(app);
  old.set("andon_session", before ?? "");
  assertEquals(await old.reads(), 401, "the session of before has ended");
});

Deno.test("a password that is changed during the second step opens no session", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { secret, recoveryCodes } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  const { access, store } = app.storage, id = access.userByName("operator")?.id ?? 0;
  const key = keys.secondFactors(id);
  const commit = store.commit.bind(store);
  const changes = [{ password: "quite another secret" }, { is_active: false }];
  for (const [n, change] of changes.entries()) {
    await access.updateUser(id, { password: PASSWORD, is_active: true }, BY);
    clock.nowMs += STEP_MS;
    for (const code of [oneTimeCode(secret, clock.nowMs), recoveryCodes[n]]) {
      await access.updateUser(id, { password: PASSWORD, is_active: true }, BY);
      const browser = new Browser(app);
      await browser.login("operator");
      let isChanged = false;
      store.commit = async (decided, lane) => {
        const ofFactors = decided.mutations.some((one) => String(one.key) === String(key));
        if (!ofFactors || isChanged) return await commit(decided, lane);
        isChanged = true;
        await access.updateUser(id, change, BY);
        return await commit(decided, lane);
      };
      const { status } = await browser.code(code);
      assert(isChanged);
      assert(status === 401 || status === 403, `${status}`);
      assertEquals([browser.cookie("andon_session"), access.sessionsOf(id)], [undefined, []]);
    }
  }
});

Deno.test("users without a factor, and API keys, notice nothing", async () => {
  await using app = await testApp();
  await withCodes(app, { role: "operator", nowMs: Date.now() });
  assertEquals((await new Browser(app).login("viewer")).status, 200);
  const draft = { name: "reporting", role: "admin" as const, is_active: true, expires_at: null };
  const { key } = await app.storage.access.apiKeys.issue(draft, { name: "admin", role: "admin" });
  const headers = { authorization: `Bearer ${key}` };
  assertEquals((await app.call("GET /api/packages", { headers })).status, 200);
  const own = await app.call("GET /api/auth/second-factors", { headers });
  assertEquals([own.status, own.body.data.is_available], [200, false]);
  const body = { current_password: PASSWORD };
  const begun = await app.call("POST /api/auth/second-factors/code/begin", { headers, body });
  assertEquals([begun.status, begun.body.details.error_code], [403, "FORBIDDEN"]);
  assertEquals((await app.call("POST /api/auth/second-factors/code/begin", { body })).status, 401);
});

Deno.test("a one-time code is accepted once, and no earlier one after it", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { secret } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  const browser = new Browser(app);
  const attempt = async (atMs: number) => {
    await browser.login("operator");
    return (await browser.code(oneTimeCode(secret, atMs))).status;
  };
  assertEquals(await attempt(clock.nowMs), 401, "the code that proved the secret");
  clock.nowMs += 2 * STEP_MS;
  const { nowMs } = clock;
  assertEquals([await attempt(nowMs), await attempt(nowMs), await attempt(nowMs - STEP_MS)], [200, 401, 401]);
  assertEquals(await attempt(nowMs + STEP_MS), 200);
});

Deno.test("two requests with the same code at once: one is accepted", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { secret } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  clock.nowMs += STEP_MS;
  const browsers = [new Browser(app), new Browser(app)];
  for (const browser of browsers) await browser.login("operator");
  const answers = await Promise.all(
    browsers.map((browser) => browser.code(oneTimeCode(secret, clock.nowMs))),
  );
  assertEquals(answers.map(({ status }) => status).sort(), [200, 401]);
});

Deno.test("the clock of a phone may be one step off, and not two", async () => {
  for (const [steps, status] of [[-1, 200], [1, 200], [-2, 401], [2, 401]] as const) {
    const { app, clock } = await clockedApp();
    await using _ = app;
    const { secret } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
    clock.nowMs += 10 * STEP_MS;
    const browser = new Browser(app);
    await browser.login("operator");
    const answer = await browser.code(oneTimeCode(secret, clock.nowMs + steps * STEP_MS));
    assertEquals([steps, answer.status], [steps, status]);
  }
});

Deno.test("the second step belongs to the browser that began, for 5 minutes, once", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { secret } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  const begun = async () => {
    clock.nowMs += STEP_MS;
    const browser = new Browser(app);
    await browser.login("operator");
    return browser;
  };
  const code = () => oneTimeCode(secret, clock.nowMs);
  const other = new Browser(app);
  await begun();
  const refused = await other.code(code());
  assertEquals([refused.status, refused.body.details], [401, { error_code: "AUTHENTICATION_REQUIRED" }]);
  assertEquals(refused.body.error, "Begin again with your user name and password");
  other.set("andon_sign_in", "a".repeat(43));
  assertEquals((await other.code(code())).status, 401, "a made-up cookie");

  const first = await begun();
  const token = first.cookie("andon_sign_in") ?? "";
  assertEquals((await first.code(code())).status, 200);
  clock.nowMs += STEP_MS;
  other.set("andon_sign_in", token);
  assertEquals((await other.code(code())).status, 401, "used already");

  const inTime = await begun();
  clock.nowMs += 5 * 60_000 - 1;
  assertEquals((await inTime.code(code())).status, 200);
  const late = await begun();
  clock.nowMs += 5 * 60_000;
  assertEquals((await late.code(code())).status, 401);
});

Deno.test("after five wrong codes the sign-in begins again with the password", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { browser, secret } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  await browser.login("operator");
  const wrong = [];
  for (let i = 0; i < 5; i++) wrong.push(await browser.code("000000"));
  assertEquals(wrong.map(({ status }) => status), [401, 401, 401, 401, 401]);
  assertEquals(wrong.map(({ body }) => body.details.second_factor), [
    "verify",
    "verify",
    "verify",
    "verify",
    undefined,
  ]);
  assertEquals(
    wrong[4].body.error,
    "The code is wrong or was used already; begin again with your user name and password",
  );
  clock.nowMs += 10 * 60_000;
  assertEquals((await browser.code(oneTimeCode(secret, clock.nowMs))).status, 401);
});

const far = (i: number) => ({ from: `10.0.0.${i}`, base: "https://andon.example" });

Deno.test("guessing codes is slowed down across sign-ins and addresses, known devices apart", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { browser: known, secret } = await withCodes(app, {
    role: "operator",
    nowMs: clock.nowMs,
    options: far(0),
  });
  const guesser = async (i: number) => {
    const browser = new Browser(app, far(i));
    assertEquals((await browser.login("operator")).body.details, VERIFY);
    return browser;
  };
  const attempt = async (i: number, code: string) => await (await guesser(i)).code(code);
  const guessers: Browser[] = [];
  for (let i = 0; i < 20; i++) guessers.push(await guesser(i + 1));
  const guesses = await Promise.all(guessers.map((browser) => browser.code("000000")));
  const count = (status: number) => guesses.filter((answer) => answer.status === status).length;
  assertEquals([count(401), count(429)], [5, 15]);
  clock.nowMs += 10_000 - 1;
  const slowed = await attempt(50, oneTimeCode(secret, clock.nowMs));
  assertEquals([slowed.status, slowed.body.details.scope], [429, "sign_in"]);
  const headers = ["retry-after", "ratelimit", "ratelimit-policy"].map((name) => slowed.headers.get(name));
  assertEquals(headers, ["1", '"sign_in";r=0;t=1', '"sign_in";q=5;w=3600']);
  await known.login("operator");
  assertEquals((await known.code("000000")).status, 401, "a known device has a count of its own");
  clock.nowMs += 1;
  assertEquals((await attempt(51, "000000")).status, 401);
  assertEquals((await attempt(52, "000000")).headers.get("retry-after"), "20");
  clock.nowMs += 60 * 60_000;
  for (let i = 0; i < 5; i++) assertEquals((await attempt(60 + i, "000000")).status, 401);
  for (const seconds of [10, 20, 40, 80, 160, 300, 300]) {
    assertEquals((await attempt(70, "000000")).headers.get("retry-after"), String(seconds));
    clock.nowMs += seconds * 1_000;
    assertEquals((await attempt(70, "000000")).status, 401);
  }
});

Deno.test("a recovery code signs in once, however it is typed, and new ones end the old ones", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { browser, recoveryCodes: [first, second, third] } = await withCodes(app, {
    role: "operator",
    nowMs: clock.nowMs,
  });
  const attempt = async (code: string) => {
    await browser.login("operator");
    return (await browser.code(code)).status;
  };
  assertEquals([await attempt(first), await attempt(first)], [200, 401]);
  assertEquals(await attempt(` ${second.toUpperCase().replaceAll("-", " ")} `), 200);
  const left = async () => (await browser.call("GET /api/auth/second-factors")).body.data.recovery_codes_left;
  assertEquals(await left(), 8);
  const renew = (current_password: string) =>
    browser.call("POST /api/auth/second-factors/recovery-codes", { current_password });
  assertEquals((await renew("wrong")).status, 403);
  const renewed = await renew(PASSWORD);
  assertEquals([renewed.body.data.recovery_codes.length, await left()], [10, 10]);
  assertEquals([await attempt(third), await attempt(renewed.body.data.recovery_codes[0])], [401, 200]);
  const { body: log } = await app.call("GET /api/audit-log?resource_type=user", { as: "admin" });
  const actions = log.data.map(({ action }: { action: string }) => action);
  assertEquals(actions, [
    "recovery_code_used",
    "recovery_codes_renewed",
    "recovery_code_used",
    "recovery_code_used",
    "second_factor_added",
  ]);
});

Deno.test("two requests with the same recovery code at once: one is accepted", async () => {
  await using app = await testApp();
  const { recoveryCodes: [code] } = await withCodes(app, { role: "operator", nowMs: Date.now() });
  const browsers = [new Browser(app), new Browser(app)];
  for (const browser of browsers) await browser.login("operator");
  const answers = await Promise.all(browsers.map((browser) => browser.code(code)));
  assertEquals(answers.map(({ status }) => status).sort(), [200, 401]);
});

Deno.test("a change of the password or of is_active ends the sign-ins that wait", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { secret } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  clock.nowMs += STEP_MS;
  const id = app.storage.access.userByName("operator")?.id;
  for (const change of [{ password: "quite another secret" }, { is_active: false }]) {
    const browser = new Browser(app);
    await browser.login("operator");
    assertEquals((await app.call(`PUT /api/users/${id}`, { as: "admin", body: change })).status, 200);
    assertEquals((await browser.code(oneTimeCode(secret, clock.nowMs))).status, 401);
  }
});

Deno.test("a wrong code is a refused sign-in of its user, a right password is none", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { browser } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  const recorded: RefusedRequest[] = [];
  app.storage.refusals.record = (request) => void recorded.push(request);
  await browser.login("operator");
  assertEquals(recorded, []);
  await browser.code("000000");
  await new Browser(app).code("000000");
  assertEquals(recorded.map(({ kind, name, reason }) => [kind, name, reason]), [
    ["sign_in_refused", "operator", "The code is wrong or was used already"],
    ["sign_in_refused", undefined, "Begin again with your user name and password"],
  ]);
});

Deno.test("factors are removed with the password, the recovery codes with the last one", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { browser } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  const remove = (body: object) => browser.call("POST /api/auth/second-factors/remove", body);
  const code = { factor: "code", current_password: PASSWORD };
  assertEquals((await remove({ ...code, current_password: "wrong" })).status, 403);
  assertEquals(pathsOf(await remove({ ...code, factor: "passkey" })), ["credential_id"]);
  assertEquals((await remove({ ...code, factor: "passkey", credential_id: "abc" })).status, 404);
  assertEquals([(await remove(code)).status, (await remove(code)).status], [200, 404]);
  const { body: { data } } = await browser.call("GET /api/auth/second-factors");
  assertEquals([data.code, data.recovery_codes_left], [null, 0]);
  const renewed = await browser.call("POST /api/auth/second-factors/recovery-codes", {
    current_password: PASSWORD,
  });
  assertEquals([renewed.status, renewed.body.error], [403, "You have no second factor; set one up first"]);
  assertEquals((await new Browser(app).login("operator")).status, 200);
});

Deno.test("a factor that was begun is completed within 10 minutes", async () => {
  for (const [lateMs, status] of [[-1, 200], [0, 403]]) {
    const { app, clock } = await clockedApp();
    await using _ = app;
    const browser = new Browser(app);
    await browser.login("operator");
    const body = { current_password: PASSWORD };
    const begun = await browser.call("POST /api/auth/second-factors/code/begin", body);
    clock.nowMs += 10 * 60_000 + lateMs;
    const code = oneTimeCode(begun.body.data.secret, clock.nowMs);
    assertEquals((await browser.call("POST /api/auth/second-factors/code", { code })).status, status);
  }
});

Deno.test("an admin sees who has a factor, and a reset ends the user's sessions", async () => {
  const { app, clock } = await clockedApp();
  await using _ = app;
  const { browser, secret } = await withCodes(app, { role: "operator", nowMs: clock.nowMs });
  const id = app.storage.access.userByName("operator")?.id;
  const factors = async () =>
    (await app.call(`GET /api/users/${id}`, { as: "admin" })).body.data.second_factors;
  assertEquals(await factors(), ["code"]);
  const waiting = new Browser(app);
  await waiting.login("operator");
  const path = `DELETE /api/users/${id}/second-factors`;
  assertEquals((await app.call(path, { as: "engineer" })).status, 403);
  assertEquals((await app.call(path, { as: "admin" })).status, 200);
  assertEquals([await factors(), await browser.reads()], [[], 401]);
  clock.nowMs += STEP_MS;
  assertEquals((await waiting.code(oneTimeCode(secret, clock.nowMs))).status, 401);
  assertEquals((await waiting.login("operator")).status, 200);
  const { body: { data: [entry] } } = await app.call("GET /api/audit-log?resource_type=user", {
    as: "admin",
  });
  assertEquals([entry.who, entry.action, entry.before], [
    "admin",
    "second_factors_reset",
    { second_factors: ["code"], passkeys: [] },
  ]);
});

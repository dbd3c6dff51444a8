import { assert, assertEquals, assertMatch } from "@std/assert";
import { SECOND_FACTOR_LIMITS } from "../../domain/access/second_factor.ts";
import { SoftPasskey } from "../support/soft_passkey.ts";
import { addPasskey, asserted, Browser, NOON, ORIGIN, withCodes } from "./second_factor_support.ts";
import { PASSWORD, pathsOf, type TestApp, testApp } from "./support.ts";

const signIn = (browser: Browser, body: unknown) => browser.call("POST /api/auth/login/passkey", body);

async function withPasskey(app: TestApp, username = "operator", given = new SoftPasskey()) {
  const browser = new Browser(app);
  assertEquals((await browser.login(username)).status, 200);
  const { key, answer } = await addPasskey(browser, { key: given });
  assertEquals([answer.status, answer.body.data.recovery_codes.length], [200, 10], answer.text);
  return { browser, key };
}

Deno.test("a passkey is added with the password, and is the second step of a sign-in", async () => {
  await using app = await testApp();
  const { browser, key } = await withPasskey(app);
  const { body: { data } } = await browser.call("GET /api/auth/second-factors");
  assertEquals(data.passkeys.map((one: { name: string; host: string }) => [one.name, one.host]), [
    ["Key", "localhost"],
  ]);
  const before = browser.cookie("andon_session");
  const asked = await browser.login("operator");
  assertEquals([asked.status, asked.body.details.factors], [401, ["passkey"]]);
  const opened = await signIn(browser, await asserted(browser, { key, verifiesUser: false }));
  assertEquals([opened.status, opened.body.data.username], [200, "operator"]);
  assert(browser.cookie("andon_session") !== before);
  assertEquals(await browser.reads(), 200);
  const used = (await browser.call("GET /api/auth/second-factors")).body.data.passkeys[0].last_used_at;
  assertMatch(used, /^\d{4}-/);
});

Deno.test("the options ask for keys whose answers fit the body: EdDSA, ES256 and RS256", async () => {
  await using app = await testApp();
  const browser = new Browser(app);
  await browser.login("operator");
  const begun = await browser.call("POST /api/auth/second-factors/passkeys/options", {
    current_password: PASSWORD,
  });
  const { pubKeyCredParams, attestation, rp } = begun.body.data.options;
  assertEquals(pubKeyCredParams.map(({ alg }: { alg: number }) => alg), [-8, -7, -257]);
  assertEquals([attestation, rp.id], ["none", "localhost"]);
});

Deno.test("a passkey that verifies the person is a whole sign-in; one that does not is not", async () => {
  await using app = await testApp();
  const options = async () => (await app.call("GET /api/auth/sign-in-options")).body.data.passkeys;
  assertEquals(await options(), false);
  const { key } = await withPasskey(app);
  assertEquals(await options(), true);
  const browser = new Browser(app);
  const begun = await browser.call("POST /api/auth/login/passkey/options");
  assertEquals(begun.body.data.options.userVerification, "required");
  assertEquals(begun.body.data.options.allowCredentials, undefined, "nobody learns who has a passkey");
  const unverified = await signIn(browser, await asserted(browser, { key, verifiesUser: false }));
  assertEquals([unverified.status, await browser.reads()], [401, 401]);
  assertEquals((await signIn(browser, await asserted(browser, { key }))).status, 200);
  assertEquals(await browser.reads(), 200);
});

Deno.test("LOCAL_SIGN_IN counts for passkeys too", async () => {
  for (const [localSignIn, expected] of [["admins", [403, 200]], ["off", [403, 403]]] as const) {
    await using app = await testApp();
    const keys = [await withPasskey(app, "operator"), await withPasskey(app, "admin")];
    app.deps.settings.localSignIn = localSignIn;
    const statuses: number[] = [];
    for (const { key } of keys) {
      const browser = new Browser(app);
      const begun = await browser.call("POST /api/auth/login/passkey/options");
      if (begun.status === 403) statuses.push(403);
      else {
        const { challenge } = begun.body.data.options;
        statuses.push((await signIn(browser, key.assertion({ origin: ORIGIN, challenge }))).status);
      }
    }
    assertEquals([localSignIn, statuses], [localSignIn, [...expected]]);
  }
});

Deno.test("an answer counts once, for its challenge, in the browser that asked, for 5 minutes", async () => {
  let nowMs = NOON;
  await using app = await testApp({ now: () => nowMs });
  const { key } = await withPasskey(app, "operator", new SoftPasskey(false));
  const browser = new Browser(app);
  const answer = await asserted(browser, { key });
  const other = new Browser(app);
  assertEquals((await signIn(other, answer)).status, 401, "without the cookie");
  const token = browser.cookie("andon_sign_in") ?? "";
  assertEquals((await signIn(browser, answer)).status, 200);
  browser.set("andon_sign_in", token);
  assertEquals((await signIn(browser, answer)).status, 401, "again");
  const old = await asserted(browser, { key });
  await asserted(browser, { key });
  assertEquals((await signIn(browser, old)).status, 401, "for another challenge");
  const inTime = await asserted(browser, { key });
  nowMs += 5 * 60_000 - 1;
  assertEquals((await signIn(browser, inTime)).status, 200);
  const late = await asserted(browser, { key });
  nowMs += 5 * 60_000;
  assertEquals((await signIn(browser, late)).status, 401);
});

Deno.test("a wrong answer to the second step uses its challenge up", async () => {
  await using app = await testApp();
  const { browser, key } = await withPasskey(app, "operator", new SoftPasskey(false));
  await browser.login("operator");
  const before = await asserted(browser, { key });
  const answer = await asserted(browser, { key });
  const wrong = await signIn(browser, { ...answer, signature: before.signature });
  assertEquals([wrong.status, wrong.body.details.second_factor], [401, "verify"]);
  assertEquals((await signIn(browser, answer)).status, 401, "the right answer to the same challenge");
  assertEquals((await signIn(browser, await asserted(browser, { key }))).status, 200);
});

Deno.test("acceptPasskey() takes a counter that advances, and none at all", async () => {
  await using app = await testApp();
  await withPasskey(app, "operator");
  const { access, secondFactors } = app.storage;
  const { id } = access.userByName("operator")!;
  const [{ credential_id: credentialId, counter }] = secondFactors.of(id)!.passkeys;
  const accept = (counter: number) => secondFactors.acceptPasskey(id, { credentialId, counter });
  const twice = await Promise.all([accept(counter + 5), accept(counter + 5)]);
  assertEquals(twice.toSorted(), [false, true], "the same counter at once");
  assertEquals([await accept(counter + 4), await accept(counter + 6)], [false, true]);
  const none = await withPasskey(app, "viewer", new SoftPasskey(false));
  const viewer = access.userByName("viewer")!.id;
  const own = secondFactors.of(viewer)!.passkeys[0].credential_id;
  assertEquals(none.key.counter, 0);
  for (let i = 0; i < 2; i++) {
    assertEquals(await secondFactors.acceptPasskey(viewer, { credentialId: own, counter: 0 }), true);
  }
});

Deno.test("an answer for another site, a changed one, and a copied key are refused", async () => {
  await using app = await testApp();
  const { key } = await withPasskey(app);
  const browser = new Browser(app);
  const evil = { origin: "https://evil.example" };
  assertEquals((await signIn(browser, await asserted(browser, { key, ...evil }))).status, 401);
  assertEquals(
    (await signIn(browser, await asserted(browser, { key, ...evil, host: "localhost" }))).status,
    401,
  );
  assertEquals((await signIn(browser, await asserted(browser, { key, host: "evil.example" }))).status, 401);
  const changed = await asserted(browser, { key });
  const other = await asserted(browser, { key });
  assertEquals((await signIn(browser, { ...changed, signature: other.signature })).status, 401);
  assertEquals((await signIn(browser, await asserted(browser, { key: new SoftPasskey() }))).status, 401);
  assertEquals((await signIn(browser, await asserted(browser, { key }))).status, 200);
  key.counter -= 2;
  assertEquals(
    (await signIn(browser, await asserted(browser, { key }))).status,
    401,
    "the counter went back",
  );
});

Deno.test("another user's passkey is no second step", async () => {
  await using app = await testApp();
  await withPasskey(app, "operator");
  const { key } = await withPasskey(app, "viewer");
  const browser = new Browser(app);
  await browser.login("operator");
  const { body } = await browser.call("POST /api/auth/login/passkey/options");
  const { challenge, allowCredentials } = body.data.options;
  assertEquals(allowCredentials.length, 1);
  assertEquals((await signIn(browser, key.assertion({ origin: ORIGIN, challenge }))).status, 401);
  assertEquals(await browser.reads(), 401);
});

Deno.test("a passkey belongs to its host name, and needs one", async () => {
  await using app = await testApp();
  const { key } = await withPasskey(app);
  const named = new Browser(app, { from: "10.1.2.3", base: "https://andon.example" });
  const answer = await asserted(named, { key });
  assertEquals((await signIn(named, answer)).status, 401, "it was added at localhost");
  const own = await asserted(named, { key, host: "localhost" });
  assertEquals((await signIn(named, own)).status, 401, "even if a browser offers it elsewhere");
  for (const base of ["https://10.0.0.7", "https://[fd00::7]:8443"]) {
    const numbered = new Browser(app, { from: "10.1.2.3", base });
    const refused = await numbered.call("POST /api/auth/login/passkey/options");
    assertEquals([refused.status, pathsOf(refused)], [400, ["Host"]]);
  }
});

Deno.test("an attestation for another challenge, site or session adds nothing", async () => {
  await using app = await testApp();
  const browser = new Browser(app), other = new Browser(app);
  await browser.login("operator");
  await other.login("operator");
  const key = new SoftPasskey();
  const begin = async () =>
    (await browser.call("POST /api/auth/second-factors/passkeys/options", { current_password: PASSWORD }))
      .body.data.options.challenge;
  const add = (body: unknown, from = browser) => from.call("POST /api/auth/second-factors/passkeys", body);
  const first = await begin();
  const stale = await begin();
  const wrong = await add(key.attestation({ origin: ORIGIN, challenge: first }));
  assertEquals([wrong.status, pathsOf(wrong)], [400, ["attestation_object"]]);
  assertEquals(
    (await add(key.attestation({ origin: ORIGIN, challenge: stale }))).status,
    403,
    "used already",
  );
  const evil = { origin: "https://evil.example", challenge: await begin() };
  assertEquals(pathsOf(await add(key.attestation(evil))), ["attestation_object"]);
  const right = key.attestation({ origin: ORIGIN, challenge: await begin() });
  assertEquals((await add(right, other)).status, 403, "another session");
  assertEquals((await add(right)).status, 200);
  const again = key.attestation({ origin: ORIGIN, challenge: await begin() });
  assertEquals(pathsOf(await add(again)), ["credential_id"], "known already");
});

Deno.test(`a user has ${SECOND_FACTOR_LIMITS.passkeys} passkeys, and removes one by its id`, async () => {
  await using app = await testApp();
  const browser = new Browser(app);
  await browser.login("operator");
  const ids: string[] = [];
  for (let i = 0; i < SECOND_FACTOR_LIMITS.passkeys; i++) {
    const { key, answer } = await addPasskey(browser, { name: `Key ${i}` });
    assertEquals(answer.status, 200);
    assertEquals(answer.body.data.recovery_codes === null, i > 0);
    ids.push(key.id.toBase64({ alphabet: "base64url", omitPadding: true }));
  }
  assertEquals((await addPasskey(browser)).answer.status, 400);
  const removed = await browser.call("POST /api/auth/second-factors/remove", {
    current_password: PASSWORD,
    factor: "passkey",
    credential_id: ids[3],
  });
  assertEquals(removed.status, 200);
  const { body: { data } } = await browser.call("GET /api/auth/second-factors");
  assertEquals(data.passkeys.map(({ name }: { name: string }) => name).includes("Key 3"), false);
  assertEquals((await addPasskey(browser)).answer.status, 200);
});

Deno.test("a user may have both; a passkey and codes are asked for together", async () => {
  await using app = await testApp({ now: () => NOON });
  const { browser } = await withCodes(app, { role: "operator", nowMs: NOON });
  const { answer } = await addPasskey(browser);
  assertEquals([answer.status, answer.body.data.recovery_codes], [200, null]);
  assertEquals((await browser.login("operator")).body.details.factors, ["passkey", "code"]);
});

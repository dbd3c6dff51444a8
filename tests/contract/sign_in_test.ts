import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Call, PASSWORD, type TestApp, testApp } from "./support.ts";

const login = (app: TestApp, call: Call & { username?: string; password?: string } = {}) => {
  const { username = "admin", password = PASSWORD, ...rest } = call;
  return app.call("POST /api/auth/login", { body: { username, password }, ...rest });
};

const cookieOf = (answer: { headers: Headers }) => answer.headers.get("set-cookie") ?? "";
const tokenOf = (answer: { headers: Headers }) => cookieOf(answer).split(";")[0];

Deno.test("a right password opens a session, which logout ends", async () => {
  await using app = await testApp();
  const opened = await login(app);
  assertEquals([opened.status, opened.body.data], [200, { username: "admin", role: "admin" }]);
  assertMatch(cookieOf(opened), /^andon_session=[^;]+; HttpOnly; SameSite=Lax; Path=\/$/);
  const headers = { cookie: tokenOf(opened) };
  assertEquals((await app.call("GET /api/auth/session", { headers })).body.data, {
    username: "admin",
    role: "admin",
  });
  const ended = await app.call("POST /api/auth/logout", { headers });
  assertEquals(ended.status, 200);
  assertMatch(cookieOf(ended), /^andon_session=; .*Max-Age=0$/);
  assertEquals((await app.call("GET /api/packages", { headers })).status, 401);
  assertEquals((await app.call("GET /api/auth/session", { headers })).body, { success: true, data: null });
});

Deno.test("a new sign-in ends the session it was made with", async () => {
  await using app = await testApp();
  const first = { cookie: tokenOf(await login(app)) };
  const second = { cookie: tokenOf(await login(app, { headers: first })) };
  assert(first.cookie !== second.cookie);
  assertEquals((await app.call("GET /api/packages", { headers: first })).status, 401);
  assertEquals((await app.call("GET /api/packages", { headers: second })).status, 200);
});

Deno.test("a wrong password and an unknown name are told alike; missing fields are 400", async () => {
  await using app = await testApp();
  const wrong = await login(app, { password: "wrong" });
  const unknown = await login(app, { username: "nobody" });
  assertEquals([wrong.status, wrong.body], [401, unknown.body]);
  assertEquals(wrong.body.details, { error_code: "AUTHENTICATION_REQUIRED" });
  assertEquals((await app.call("POST /api/auth/login", { body: {} })).status, 400);
});

Deno.test("after five wrong passwords the next sign-ins wait, and a right one still opens", async () => {
  const waits: number[] = [];
  let nowMs = 1_700_000_000_000;
  const sleep = (delayMs: number) => {
    waits.push(delayMs);
    return Promise.resolve();
  };
  await using app = await testApp({ sleep, now: () => nowMs });
  for (let i = 0; i < 5; i++) assertEquals((await login(app, { password: "wrong" })).status, 401);
  assertEquals(waits, []);
  assertEquals((await login(app, { password: "wrong" })).status, 401);
  assertEquals((await login(app)).status, 200);
  assertEquals(waits, [1_000, 2_000]);
  nowMs += 5 * 60_000;
  assertEquals((await login(app, { password: "wrong" })).status, 401);
  assertEquals(waits.length, 2);
});

const FAR = { from: "10.1.2.3", base: "http://andon.example" };

Deno.test("sign-in over plain HTTP from elsewhere is refused and told what to set", async () => {
  await using app = await testApp();
  for (const call of [FAR, { from: "10.1.2.3" }, { base: "http://andon.example" }]) {
    const { status, body } = await login(app, call);
    assertEquals([status, body.details.error_code], [403, "FORBIDDEN"]);
    assertMatch(body.error, /TLS_CERT_FILE.*TRUST_PROXY.*COOKIE_SECURE=off/);
  }
});

Deno.test("the cookie is Secure over TLS, by a trusted proxy too, and not with COOKIE_SECURE=off", async () => {
  const cookie = async (settings: Parameters<typeof testApp>[0], call: Call) => {
    await using app = await testApp(settings);
    return cookieOf(await login(app, call)).endsWith("; Secure");
  };
  assertEquals(await cookie({}, { from: "10.1.2.3", base: "https://andon.example" }), true);
  const headers = { "x-forwarded-proto": "https", "x-forwarded-for": "10.1.2.3" };
  const proxied = { from: "127.0.0.1", base: "http://andon.example", headers };
  assertEquals(await cookie({ settings: { trustProxy: 1 } }, proxied), true);
  assertEquals(await cookie({ settings: { cookieSecure: "off" } }, FAR), false);
});

Deno.test("an untrusted X-Forwarded-Proto does not make plain HTTP safe", async () => {
  await using app = await testApp();
  assertEquals((await login(app, { ...FAR, headers: { "x-forwarded-proto": "https" } })).status, 403);
});

function onceLink() {
  let left = 1;
  return { spendLoginLink: (token: string) => token === "t0ken" && left-- > 0 };
}

const post = (app: TestApp, token: string, headers: Record<string, string> = {}) =>
  app.call("POST /login/once", {
    body: `token=${token}`,
    headers: { "content-type": "application/x-www-form-urlencoded", ...headers },
  });

Deno.test("the one-time link is spent by its page's POST only, once", async () => {
  await using app = await testApp(onceLink());
  for (let i = 0; i < 3; i++) assertEquals((await app.call("GET /login/once?token=t0ken")).status, 200);
  const page = await app.call("GET /login/once?token=t0ken");
  assertEquals(page.headers.get("referrer-policy"), "same-origin", "else browsers post with Origin: null");
  assertEquals((await post(app, "wrong")).status, 401);
  assertEquals((await post(app, "t0ken", { origin: "http://evil.test" })).status, 403);
  const opened = await post(app, "t0ken", { origin: "http://localhost:8000" });
  assertEquals([opened.status, opened.headers.get("location")], [303, "/"]);
  const { body } = await app.call("GET /api/auth/session", { headers: { cookie: tokenOf(opened) } });
  assertEquals(body.data, { username: "admin", role: "admin" });
  assertEquals((await post(app, "t0ken")).status, 401);
});

Deno.test("without a one-time link its page does not exist", async () => {
  await using app = await testApp();
  assertEquals((await app.call("GET /login/once?token=x")).status, 404);
  assertEquals((await post(app, "x")).status, 404);
});

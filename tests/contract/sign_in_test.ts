import { assert, assertEquals, assertMatch } from "@std/assert";
import type { RefusedRequest } from "../../domain/audit/refusal_folding.ts";
import { type Call, PASSWORD, type TestApp, testApp } from "./support.ts";

const login = (app: TestApp, call: Call & { username?: string; password?: string } = {}) => {
  const { username = "admin", password = PASSWORD, ...rest } = call;
  return app.call("POST /api/auth/login", { body: { username, password }, ...rest });
};

const cookieOf = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0] ?? "";
const tokenOf = (answer: { headers: Headers }) => cookieOf(answer).split(";")[0];

Deno.test("a right password opens a session, which logout ends", async () => {
  await using app = await testApp();
  const opened = await login(app);
  assertEquals([opened.status, opened.body.data], [200, {
    username: "admin",
    role: "admin",
    grants: [],
    display_name: null,
  }]);
  assertMatch(cookieOf(opened), /^andon_session=[^;]+; HttpOnly; SameSite=Lax; Path=\/$/);
  const headers = { cookie: tokenOf(opened) };
  assertEquals((await app.call("GET /api/auth/session", { headers })).body.data, {
    username: "admin",
    role: "admin",
    grants: [],
    display_name: null,
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

const deviceOf = (answer: { headers: Headers }) =>
  answer.headers.getSetCookie().find((value) => value.startsWith("andon_device_"))?.split(";")[0] ?? "";

Deno.test("after five wrong passwords the next sign-ins are told to wait, and a right one then opens", async () => {
  let nowMs = 1_700_000_000_000;
  await using app = await testApp({ now: () => nowMs });
  for (let i = 0; i < 5; i++) assertEquals((await login(app, { password: "wrong" })).status, 401);
  const slowed = await login(app);
  assertEquals([slowed.status, slowed.body.details], [429, {
    error_code: "RATE_LIMITED",
    retry_after_seconds: 1,
    scope: "sign_in",
  }]);
  assertEquals(slowed.body.error, "Too many attempts; try again in 1 s");
  const headers = ["retry-after", "ratelimit", "ratelimit-policy"].map((name) => slowed.headers.get(name));
  assertEquals(headers, ["1", '"sign_in";r=0;t=1', '"sign_in";q=5;w=300']);
  nowMs += 1_000;
  assertEquals((await login(app, { password: "wrong" })).status, 401);
  assertEquals((await login(app)).headers.get("retry-after"), "2");
  nowMs += 2_000;
  assertEquals((await login(app)).status, 200);
  nowMs += 5 * 60_000;
  for (let i = 0; i < 5; i++) assertEquals((await login(app, { password: "wrong" })).status, 401);
  assertEquals((await login(app)).status, 429);
});

/** A clock that stands: a slow machine lets no wait pass. */
const now = () => 1_700_000_000_000;

const far = (i: number) => ({ from: `10.0.${i >> 8}.${i & 255}`, base: "https://andon.example" });

Deno.test("guesses at a name from everywhere do not lock out the user's known device", async () => {
  await using app = await testApp({ now });
  const first = await login(app, far(0));
  assertMatch(
    first.headers.getSetCookie()[1],
    /^andon_device_\d+=[\w-]{43}; HttpOnly; SameSite=Strict; Path=\/api\/auth\/login; Max-Age=34560000; Secure$/,
  );
  const headers = { cookie: deviceOf(first) };
  const guesses = await Promise.all(
    Array.from({ length: 60 }, (_, i) => login(app, { ...far(i), password: "wrong" })),
  );
  const count = (status: number) => guesses.filter((answer) => answer.status === status).length;
  assertEquals([count(401), count(429)], [5, 55], "five are checked, nothing is held open");
  assertEquals((await login(app, far(99))).status, 429, "from an unknown device the name is slowed down");
  const known = await login(app, { ...far(99), headers });
  assertEquals([known.status, deviceOf(known)], [200, headers.cookie]);
  assertEquals((await login(app, { ...far(99), username: "viewer", headers })).status, 200, "another user");
});

Deno.test("wrong passwords with a device cookie count too, in a lane of their own", async () => {
  await using app = await testApp({ now });
  const headers = { cookie: deviceOf(await login(app, far(0))) };
  const guess = (i: number, given = {}) => login(app, { ...far(i), password: "wrong", ...given });
  for (let i = 0; i < 5; i++) assertEquals((await guess(i, { headers })).status, 401);
  assertEquals((await login(app, { ...far(9), headers })).status, 429);
  assertEquals(
    (await login(app, far(0))).status,
    200,
    "without the cookie neither name nor address is slowed",
  );
  const forged = { cookie: headers.cookie.replace(/=.*/, `=${"a".repeat(43)}`) };
  for (let i = 0; i < 5; i++) assertEquals((await guess(i, { headers: forged })).status, 401);
  assertEquals((await login(app, far(7))).status, 429, "a forged cookie counts to the name");
});

/** A JSON body that is sent once the promise resolves. */
function heldUntil(held: Promise<void>, body: unknown): ReadableStream {
  return new ReadableStream({
    async pull(controller) {
      await held;
      controller.enqueue(new TextEncoder().encode(JSON.stringify(body)));
      controller.close();
    },
  });
}

/** What the app records as refused from here on, unfolded. */
function recordedBy({ storage: { refusals } }: TestApp): RefusedRequest[] {
  const recorded: RefusedRequest[] = [];
  const record = refusals.record.bind(refusals);
  refusals.record = (request) => {
    recorded.push(request);
    record(request);
  };
  return recorded;
}

Deno.test("a flood over many names and addresses leaves room for known devices and is refused beyond a bound", async () => {
  await using app = await testApp();
  const refused = recordedBy(app);
  const headers = { cookie: deviceOf(await login(app, far(0))) };
  const { access } = app.storage, verify = access.verify.bind(access);
  const checked: string[] = [];
  access.verify = async (...given) => {
    const user = await verify(...given);
    checked.push(given[0]);
    return user;
  };
  const held = Promise.withResolvers<void>();
  /** All bodies arrive at the same moment, so that no hash ends before the last attempt has come. */
  const attempt = ({ body, ...call }: Call) =>
    app.call("POST /api/auth/login", { ...call, body: heldUntil(held.promise, body) });
  const flood = Array.from(
    { length: 200 },
    (_, i) => attempt({ ...far(i), body: { username: `user${i}`, password: "wrong" } }),
  );
  const known = attempt({ ...far(999), headers, body: { username: "admin", password: PASSWORD } });
  held.resolve();
  assertEquals((await known).status, 200);
  const answers = await Promise.all(flood);
  const busy = answers.filter((answer) => answer.status === 429);
  assertEquals(answers.length - busy.length, 16, "one is checked, 15 wait");
  assert(checked.indexOf("admin") < 8, `after ${checked.indexOf("admin")} of 16 others`);
  assertEquals(busy[0].body.details, {
    error_code: "RATE_LIMITED",
    retry_after_seconds: 2,
    scope: "sign_in",
  });
  assertEquals(busy[0].headers.get("retry-after"), "2");
  const reasons = Map.groupBy(refused, ({ reason }) => reason);
  assertEquals(Array.from(reasons, ([reason, { length }]) => [reason, length]).sort(), [
    ["The user name or the password is wrong", 16],
    ["Too many sign-ins at once; try again in 2 s", 184],
  ]);
});

Deno.test("each refused sign-in is recorded with its name, address and reason", async () => {
  await using app = await testApp({ now });
  const refused = recordedBy(app);
  for (let i = 0; i < 6; i++) await login(app, { ...far(1), username: "nobody" });
  const seen = refused.map(({ kind, name, address, reason }) => [kind, name, address, reason]);
  const as = (reason: string) => ["sign_in_refused", "nobody", "10.0.0.1", reason];
  assertEquals(seen, [
    ...Array(5).fill(as("The user name or the password is wrong")),
    as("Too many attempts; try again in 1 s"),
  ]);
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
    return tokenOf(await login(app, call)).startsWith("__Host-");
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
  assertEquals(body.data, { username: "admin", role: "admin", grants: [], display_name: null });
  assertEquals((await post(app, "t0ken")).status, 401);
});

Deno.test("without a one-time link its page does not exist", async () => {
  await using app = await testApp();
  assertEquals((await app.call("GET /login/once?token=x")).status, 404);
  assertEquals((await post(app, "x")).status, 404);
});

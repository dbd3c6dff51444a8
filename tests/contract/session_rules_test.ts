import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Call, PASSWORD, type TestApp, testApp } from "./support.ts";

const HOUR = 3_600_000;

const login = (app: TestApp, call: Call = {}) =>
  app.call("POST /api/auth/login", { body: { username: "admin", password: PASSWORD }, ...call });

const setCookie = (answer: { headers: Headers }) => answer.headers.getSetCookie()[0] ?? "";
const cookieOf = (answer: { headers: Headers }) => ({ cookie: setCookie(answer).split(";")[0] });

async function clocked() {
  const clock = { ms: Date.UTC(2026, 0, 1) };
  const app = await testApp({ now: () => clock.ms });
  return { clock, app };
}

const statusOf = async (app: TestApp, headers: Record<string, string>) => {
  const { status } = await app.call("GET /api/packages", { headers });
  await app.storage.store.settled();
  return status;
};

Deno.test("a session unused for 12 hours is over, one used a millisecond before is not", async () => {
  const { clock, app } = await clocked();
  await using _ = app;
  const used = cookieOf(await login(app)), unused = cookieOf(await login(app));
  clock.ms += 12 * HOUR - 1;
  assertEquals(await statusOf(app, used), 200);
  clock.ms += 1;
  assertEquals([await statusOf(app, used), await statusOf(app, unused)], [200, 401]);
});

Deno.test("a session in constant use is over after 7 days, and not before", async () => {
  const { clock, app } = await clocked();
  await using _ = app;
  const headers = cookieOf(await login(app));
  const end = clock.ms + 7 * 24 * HOUR;
  while (clock.ms + 6 * HOUR < end) {
    clock.ms += 6 * HOUR;
    assertEquals(await statusOf(app, headers), 200);
  }
  clock.ms = end - 1;
  assertEquals(await statusOf(app, headers), 200);
  clock.ms = end;
  assertEquals(await statusOf(app, headers), 401);
});

Deno.test("each sign-in has a token of its own, 32 bytes, that no answer but its own and no record holds", async () => {
  await using app = await testApp();
  const answers = [await login(app), await login(app)];
  const tokens = answers.map((answer) => cookieOf(answer).cookie.replace("andon_session=", ""));
  assert(tokens[0] !== tokens[1]);
  const stored = JSON.stringify(await app.storage.store.list({ prefix: [] }));
  for (const token of tokens) {
    assertMatch(token, /^[A-Za-z0-9_-]{43}$/);
    assert(!stored.includes(token));
    assert(!answers.some((answer) => answer.text.includes(token)));
  }
});

Deno.test("a token that the client brings along is not taken over", async () => {
  await using app = await testApp();
  const fixed = { cookie: `andon_session=${"a".repeat(43)}` };
  const opened = await login(app, { headers: fixed });
  assert(cookieOf(opened).cookie !== fixed.cookie);
  assertEquals(await statusOf(app, fixed), 401);
});

Deno.test("the cookie is HttpOnly, SameSite=Lax and Path=/ everywhere, and Secure unless the address is loopback", async () => {
  await using app = await testApp();
  const places: [Call, boolean][] = [
    [{ from: "127.0.0.1", base: "http://localhost:8000" }, false],
    [{ from: "::1", base: "http://[::1]:8000" }, false],
    [{ from: "127.0.0.1", base: "https://localhost:8000" }, false],
    [{ from: "127.0.0.1", base: "https://andon.example" }, true],
    [{ from: "10.1.2.3", base: "https://localhost" }, true],
    [{ from: "10.1.2.3", base: "https://andon.example" }, true],
  ];
  for (const [call, secure] of places) {
    const cookie = setCookie(await login(app, call));
    const expected = secure
      ? /^__Host-andon_session=[^;]+; HttpOnly; SameSite=Lax; Path=\/; Secure$/
      : /^andon_session=[^;]+; HttpOnly; SameSite=Lax; Path=\/$/;
    assertMatch(cookie, expected, JSON.stringify(call));
  }
});

const FAR = { from: "10.1.2.3", base: "https://andon.example" };

/** The user whose session counts in a request with these cookies; null: none. */
async function userWith(app: TestApp, { cookie, ...call }: Call & { cookie: string }) {
  const { body } = await app.call("GET /api/auth/session", { ...call, headers: { cookie } });
  return body.data?.username ?? null;
}

const tokenOf = (answer: { headers: Headers }) => cookieOf(answer).cookie.replace(/^.*=/, "");

Deno.test("over TLS a session counts in __Host-andon_session only, and wins over andon_session", async () => {
  await using app = await testApp();
  const host = tokenOf(await login(app, FAR));
  const local = tokenOf(await login(app));
  const older = app.cookieOf("viewer");
  const far = (cookie: string) => userWith(app, { ...FAR, cookie });
  assertEquals(await far(`__Host-andon_session=${host}`), "admin");
  assertEquals(await far(`andon_session=${host}`), null);
  assertEquals(await far(`andon_session=${local}`), null, "plain HTTP can set it for the host");
  assertEquals(await far(older), "viewer", "a session of an older version goes on until it ends");
  for (const cookie of [`${older}; __Host-andon_session=${host}`, `__Host-andon_session=${host}; ${older}`]) {
    assertEquals(await far(cookie), "admin");
  }
  assertEquals(await far(`${older}; __Host-andon_session=ended`), null, "no fall-back to what HTTP can set");
});

Deno.test("on the machine itself andon_session counts, also beside an ended __Host-andon_session", async () => {
  await using app = await testApp();
  const host = tokenOf(await login(app, FAR));
  const local = tokenOf(await login(app));
  const here = (cookie: string) => userWith(app, { cookie });
  assertEquals(await here(`andon_session=${local}`), "admin");
  assertEquals(await here(`andon_session=${local}; __Host-andon_session=ended`), "admin");
  assertEquals(await here(`andon_session=${host}`), null);
  assertEquals(await here(`__Host-andon_session=${local}`), null);
  assertEquals(await here(`__Host-andon_session=${host}`), "admin");
});

Deno.test("sign-in and sign-out end a sent session cookie of the other name", async () => {
  await using app = await testApp();
  const headers = { cookie: app.cookieOf("viewer") };
  const opened = await login(app, { ...FAR, headers });
  const [fresh, ended] = opened.headers.getSetCookie();
  assertMatch(fresh, /^__Host-andon_session=[^;]+;.*; Secure$/);
  assertMatch(ended, /^andon_session=;.*; Max-Age=0$/);
  assertEquals(await statusOf(app, headers), 401, "the session it was made with is over");
  const both = { cookie: `${cookieOf(opened).cookie}; andon_session=x` };
  const left = await app.call("POST /api/auth/logout", { ...FAR, headers: both });
  assertEquals(left.headers.getSetCookie().map((value) => value.split(";")[0]).sort(), [
    "__Host-andon_session=",
    "andon_session=",
  ]);
  assertEquals(await userWith(app, { ...FAR, cookie: both.cookie }), null);
});

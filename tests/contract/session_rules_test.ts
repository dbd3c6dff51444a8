import { assert, assertEquals, assertMatch } from "@std/assert";
import { type Call, PASSWORD, type TestApp, testApp } from "./support.ts";

const HOUR = 3_600_000;

const login = (app: TestApp, call: Call = {}) =>
  app.call("POST /api/auth/login", { body: { username: "admin", password: PASSWORD }, ...call });

const setCookie = (answer: { headers: Headers }) => answer.headers.get("set-cookie") ?? "";
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
    assertMatch(cookie, /^andon_session=[^;]+; HttpOnly; SameSite=Lax; Path=\/(; Secure)?$/);
    assertEquals([call, cookie.endsWith("; Secure")], [call, secure]);
  }
});

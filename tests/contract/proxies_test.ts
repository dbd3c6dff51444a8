import { assertEquals, assertMatch } from "@std/assert";
import { type Call, PASSWORD, type TestApp, testApp } from "./support.ts";

const login = (app: TestApp, call: Call = {}, password = PASSWORD) =>
  app.call("POST /api/auth/login", { body: { username: "admin", password }, ...call });

/** Sign-in as the `hops` believed proxies pass it on: its status, or `secure` and `plain` for the cookie. */
async function outcome(
  hops: number,
  { from, host = "andon.example", ...forwarded }: Passed,
): Promise<string> {
  await using app = await testApp({ settings: { trustProxy: hops } });
  const headers = Object.fromEntries(
    Object.entries(forwarded).map(([name, text]) => [`x-forwarded-${name}`, text]),
  );
  const answer = await login(app, { from, base: `http://${host}`, headers });
  if (answer.status !== 200) return String(answer.status);
  return answer.headers.getSetCookie()[0].endsWith("; Secure") ? "secure" : "plain";
}

interface Passed {
  from: string;
  host?: string;
  for?: string;
  proto?: string;
}

Deno.test("without TRUST_PROXY no forwarded header is believed", async () => {
  assertEquals(await outcome(0, { from: "10.0.0.1", for: "127.0.0.1", proto: "https" }), "403");
  assertEquals(
    await outcome(0, { from: "10.0.0.1", host: "localhost", for: "127.0.0.1", proto: "https" }),
    "403",
  );
  const here = { from: "127.0.0.1", host: "localhost" };
  assertEquals(await outcome(0, here), "plain");
  assertEquals(await outcome(0, { ...here, for: "6.6.6.6", proto: "http" }), "403");
});

Deno.test("a proxy on this machine makes nobody local, whichever header it adds", async () => {
  const marks = ["forwarded", "via", "x-real-ip"];
  for (const part of ["for", "host", "port", "proto", "server"]) marks.push(`x-forwarded-${part}`);
  for (const mark of marks) {
    await using app = await testApp();
    const { status, body } = await login(app, { headers: { [mark]: "6.6.6.6" } });
    assertEquals([status, body.details.error_code], [403, "FORBIDDEN"], mark);
  }
});

Deno.test("a proxy on this machine makes nobody local for the one-time link of dev either", async () => {
  const spent: string[] = [];
  await using app = await testApp({ spendLoginLink: (token) => spent.push(token) > 0 });
  const spend = async (headers: Record<string, string>) =>
    (await app.call("POST /login/once", { body: "token=one", headers, undocumented: true })).status;
  assertEquals([await spend({ via: "1.1 proxy" }), spent], [403, []]);
  assertEquals([await spend({}), spent], [303, ["one"]]);
});

Deno.test("with TRUST_PROXY, an address that the proxy does not name is not local behind other marks", async () => {
  await using app = await testApp({ settings: { trustProxy: 1 } });
  assertEquals((await login(app, { headers: { "x-real-ip": "6.6.6.6" } })).status, 403);
  assertEquals((await login(app, { headers: { "x-forwarded-for": "127.0.0.1", via: "1.1 a" } })).status, 200);
});

Deno.test("with one trusted hop the last entries count, and entries that a client wrote before them do not", async () => {
  const from = "10.0.0.1";
  assertEquals(await outcome(1, { from, for: "6.6.6.6", proto: "https" }), "secure");
  assertEquals(await outcome(1, { from, for: "6.6.6.6", proto: "http" }), "403");
  assertEquals(await outcome(1, { from, for: "6.6.6.6", proto: "https, http" }), "403");
  assertEquals(await outcome(1, { from, for: "6.6.6.6", proto: "http, https" }), "secure");
  const host = "localhost";
  assertEquals(await outcome(1, { from, host, for: "127.0.0.1, 6.6.6.6", proto: "http" }), "403");
  assertEquals(await outcome(1, { from, host, for: "6.6.6.6, 127.0.0.1", proto: "http" }), "plain");
});

Deno.test("two believed hops: the entry before the last counts", async () => {
  const from = "10.0.0.1", host = "localhost";
  assertEquals(await outcome(2, { from, for: "6.6.6.6, 10.0.0.2", proto: "https, http" }), "secure");
  assertEquals(await outcome(2, { from, for: "6.6.6.6, 10.0.0.2", proto: "https, http, http" }), "403");
  assertEquals(await outcome(2, { from, host, for: "127.0.0.1, 6.6.6.6, 10.0.0.2", proto: "http" }), "403");
  assertEquals(await outcome(2, { from, host, for: "6.6.6.6, 127.0.0.1, 10.0.0.2", proto: "http" }), "plain");
});

Deno.test("a proxy that forwards nothing leaves plain HTTP unchanged", async () => {
  assertEquals(await outcome(1, { from: "10.0.0.1" }), "403");
  assertEquals(await outcome(1, { from: "127.0.0.1" }), "403");
});

/** The clock stands, so that no wait passes on a slow machine. */
const NOW = Date.UTC(2026, 0, 1);

/** The status of the sixth sign-in, after five wrong ones whose clients gave those addresses. */
async function sixth(hops: number, forwardedFor: (attempt: number) => string): Promise<number> {
  await using app = await testApp({ now: () => NOW, settings: { trustProxy: hops, cookieSecure: "off" } });
  const attempt = async (i: number) => {
    const call = { from: "10.0.0.1", headers: { "x-forwarded-for": forwardedFor(i) } };
    const body = { username: `user${i}`, password: "wrong" };
    return (await app.call("POST /api/auth/login", { ...call, body })).status;
  };
  for (let i = 0; i < 5; i++) assertEquals(await attempt(i), 401);
  return await attempt(5);
}

Deno.test("an invented address does not escape the slow-down, and addresses from a trusted proxy are distinguished", async () => {
  assertEquals(await sixth(0, (i) => `6.6.6.${i}`), 429);
  assertEquals(await sixth(1, (i) => `6.6.6.${i}, 7.7.7.7`), 429);
  assertEquals(await sixth(2, (i) => `6.6.6.${i}, 7.7.7.7, 10.0.0.2`), 429);
  assertEquals(await sixth(1, (i) => `7.7.7.7, 6.6.6.${i}`), 401);
});

Deno.test("plain HTTP from elsewhere cannot change the own password, and COOKIE_SECURE=off allows both", async () => {
  const body = { current_password: PASSWORD, new_password: "another horse battery" };
  const far = { as: "admin" as const, from: "10.1.2.3", base: "http://andon.example", body };
  {
    await using app = await testApp();
    const { status, body: answer } = await app.call("POST /api/auth/password", far);
    assertEquals([status, answer.details.error_code], [403, "FORBIDDEN"]);
    assertMatch(answer.error, /TLS_CERT_FILE.*TRUST_PROXY.*COOKIE_SECURE=off/);
  }
  await using app = await testApp({ settings: { cookieSecure: "off" } });
  assertEquals((await login(app, { from: "10.1.2.3", base: "http://andon.example" })).status, 200);
  assertEquals((await app.call("POST /api/auth/password", far)).status, 200);
});

Deno.test("another site's WebSocket is refused when it sends the cookie", async () => {
  await using app = await testApp();
  const open = async (headers: Record<string, string>) =>
    (await app.call("GET /api/packages", { as: "viewer", headers: { upgrade: "websocket", ...headers } }))
      .status;
  assertEquals(await open({ origin: "http://evil.test" }), 403);
  assertEquals(await open({ origin: "null" }), 403);
  assertEquals(await open({ origin: "http://localhost:8000" }), 200);
});

import { assertEquals, assertMatch } from "@std/assert";
import { type Answer, type Call, type TestApp, testApp } from "./support.ts";

const START = Date.UTC(2026, 0, 31, 8, 15);
const LIMITS = { default: 100, ai: 20, heavy: 10 };
const SCRIPT = { name: "Script", role: "viewer", is_active: true, expires_at: null } as const;
const EVIL = "http://evil.test";

type Settings = NonNullable<NonNullable<Parameters<typeof testApp>[0]>["settings"]>;

async function limited(settings: Settings = {}): Promise<TestApp & { clock: { nowMs: number } }> {
  const clock = { nowMs: START };
  const app = await testApp({ now: () => clock.nowMs, settings: { rateLimits: LIMITS, ...settings } });
  return Object.assign(app, { clock });
}

async function statuses(app: TestApp, line: string, { times, ...call }: Call & { times: number }) {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) seen.push((await app.call(line, call)).status);
  return seen;
}

const limitOf = ({ headers }: Answer) => headers.get("RateLimit");

/** The marks by which a browser shows that a page of another origin started a request. */
const MARKS: Record<string, string>[] = [
  { "sec-fetch-site": "cross-site" },
  { "sec-fetch-site": "same-site" },
  { origin: EVIL },
  { origin: "null" },
  { origin: "http://localhost:9999", "sec-fetch-site": "same-site" },
];

Deno.test("requests of another site's page leave the allowance of its visitor's address alone", async () => {
  for (const headers of MARKS) {
    await using app = await limited();
    for (const line of ["POST /api/rule-events/1/acknowledge", "GET /api/packages"]) {
      const seen = await statuses(app, line, { headers, times: 60 });
      assertEquals(new Set(seen), line.startsWith("POST") ? new Set([401]) : new Set([401, 429]));
    }
    const own = await app.call("POST /api/packages", {
      as: "admin",
      body: { name: "Mine" },
      headers: { origin: "http://localhost:8000", "sec-fetch-site": "same-origin" },
    });
    assertEquals([own.status, limitOf(own)], [201, `"default";r=99;t=60`], JSON.stringify(headers));
  }
});

Deno.test("they have an allowance of their own, of the default size, which other limits do not count to", async () => {
  await using app = await limited();
  const call: Call = { as: "engineer", headers: { origin: EVIL } };
  const first = await app.call("POST /api/discover-assets", call);
  assertEquals([first.status, limitOf(first)], [403, `"cross_site";r=99;t=60`]);
  assertEquals(first.headers.get("RateLimit-Policy"), `"cross_site";q=100;w=60`);
  assertEquals(
    new Set(await statuses(app, "POST /api/discover-assets", { ...call, times: 99 })),
    new Set([403]),
  );
  const refused = await app.call("POST /api/discover-assets", call);
  assertEquals([refused.status, refused.headers.get("Retry-After")], [429, "60"]);
  assertEquals(refused.body, {
    success: false,
    error: "At most 100 requests a minute that pages of other sites start at one address are answered; " +
      "try again in 60 s",
    details: { error_code: "RATE_LIMITED", retry_after_seconds: 60, scope: "cross_site" },
  });
  const elsewhere = await app.call("POST /api/discover-assets", { ...call, from: "10.0.0.2" });
  assertEquals(limitOf(elsewhere), `"cross_site";r=99;t=60`);
  app.clock.nowMs += 60_000;
  assertEquals((await app.call("POST /api/discover-assets", call)).status, 403);
});

Deno.test("a request of another site's page beyond its allowance costs no write", async () => {
  await using app = await limited();
  const call: Call = { as: "viewer", headers: { origin: EVIL } };
  await statuses(app, "GET /api/packages", { ...call, times: 100 });
  const stored = async () => JSON.stringify(await app.storage.store.list({ prefix: [] }));
  const before = await stored();
  assertEquals(
    new Set(await statuses(app, "GET /api/packages", { ...call, times: 50 })),
    new Set([429]),
  );
  assertEquals(await stored(), before);
});

Deno.test("a read of another site's page is refused; a link that a person follows is answered", async () => {
  await using app = await limited();
  const read = async (headers: Record<string, string>, as?: "viewer") =>
    (await app.call("GET /api/packages", { as, headers })).status;
  const link = { "sec-fetch-site": "cross-site", "sec-fetch-mode": "navigate", "sec-fetch-dest": "document" };
  assertEquals(await read(link, "viewer"), 200);
  assertEquals(await read({ ...link, "sec-fetch-dest": "iframe" }, "viewer"), 403);
  assertEquals(
    await read({ ...link, "sec-fetch-mode": "no-cors", "sec-fetch-dest": "image" }, "viewer"),
    403,
  );
  assertEquals(await read({ "sec-fetch-site": "same-site" }, "viewer"), 403);
  assertEquals(await read({ origin: EVIL }, "viewer"), 403);
  assertEquals(await read({ origin: EVIL }), 401);
  assertEquals((await app.call("GET /api/openapi.json", { headers: { origin: EVIL } })).status, 403);
  for (const site of ["same-origin", "none"]) {
    assertEquals(await read({ "sec-fetch-site": site }, "viewer"), 200);
  }
  const form = await app.call("POST /api/packages", { as: "admin", headers: link, body: { name: "x" } });
  assertEquals(form.status, 403);
});

Deno.test("a link counts to the other sites' allowance too, so that frames and windows use up nothing", async () => {
  await using app = await limited();
  const headers = {
    "sec-fetch-site": "cross-site",
    "sec-fetch-mode": "navigate",
    "sec-fetch-dest": "document",
  };
  const seen = await statuses(app, "GET /api/packages", { as: "viewer", headers, times: 101 });
  assertEquals(seen, [...Array(100).fill(200), 429]);
  assertEquals((await app.call("GET /api/packages", { as: "viewer" })).status, 200);
});

Deno.test("the push channel counts what other sites' pages open, and nothing else", async () => {
  await using app = await limited();
  const socket = { upgrade: "websocket", connection: "Upgrade" };
  const foreign: Call = { as: "viewer", headers: { ...socket, origin: EVIL } };
  const seen = await statuses(app, "GET /api/ws", { ...foreign, times: 101 });
  assertEquals(seen, [...Array(100).fill(403), 429]);
  const own = await app.call("GET /api/ws", {
    as: "viewer",
    headers: { ...socket, origin: "http://localhost:8000" },
  });
  assertEquals([own.status, limitOf(own)], [503, null], "the test's app has no push channel");
  assertEquals(limitOf(await app.call("GET /api/packages", { as: "viewer" })), `"default";r=99;t=60`);
});

Deno.test("an API key is no browser's: it is counted to its address whatever it carries", async () => {
  await using app = await limited();
  const by = { name: "test", role: "admin" } as const;
  const { key } = await app.storage.access.apiKeys.issue(SCRIPT, by);
  const headers = { authorization: `Bearer ${key}`, origin: EVIL };
  const answer = await app.call("GET /api/packages", { headers });
  assertEquals([answer.status, limitOf(answer)], [200, `"default";r=99;t=60`]);
  const forged = await app.call("GET /api/packages", {
    headers: { authorization: "Bearer andon_forged", origin: EVIL },
  });
  assertEquals([forged.status, limitOf(forged)], [401, `"cross_site";r=99;t=60`]);
});

Deno.test("with no default limit, other sites' requests have none either", async () => {
  await using app = await limited({ rateLimits: { ...LIMITS, default: null } });
  const seen = await statuses(app, "GET /api/packages", { headers: { origin: EVIL }, times: 120 });
  assertEquals(new Set(seen), new Set([401]));
});

Deno.test("RATE_LIMIT_BY=person counts a live session or key to itself, on any address", async () => {
  await using app = await limited({ rateLimitBy: "person" });
  const by = { name: "test", role: "admin" } as const;
  const { key } = await app.storage.access.apiKeys.issue(SCRIPT, by);
  const left = async (call: Call) => limitOf(await app.call("GET /api/packages", call));
  assertEquals(await left({ as: "viewer" }), `"default";r=99;t=60`);
  assertEquals(await left({ as: "viewer", from: "10.0.0.2" }), `"default";r=98;t=60`);
  assertEquals(await left({ as: "operator" }), `"default";r=99;t=60`);
  assertEquals(await left({ headers: { authorization: `Bearer ${key}` } }), `"default";r=99;t=60`);
  assertEquals(await left({}), `"default";r=99;t=60`, "nobody: the address, where nothing was counted yet");
  const refused = await statuses(app, "GET /api/packages", { as: "viewer", times: 99 });
  assertEquals(refused, [...Array(98).fill(200), 429]);
  const { error } = (await app.call("GET /api/packages", { as: "viewer" })).body;
  assertMatch(error, /^At most 100 requests a minute from one session or API key are answered/);
  assertEquals((await app.call("GET /api/packages", { as: "operator" })).status, 200);
});

Deno.test("RATE_LIMIT_BY=person counts none, a forged one and every sign-in to the address", async () => {
  await using app = await limited({ rateLimitBy: "person" });
  const forged: Record<string, string>[] = [
    {},
    { cookie: `andon_session=${"a".repeat(43)}` },
    { authorization: "Bearer andon_forged" },
    { cookie: app.cookieOf("viewer"), authorization: "Bearer andon_forged" },
  ];
  for (const [at, headers] of forged.entries()) {
    const answer = await app.call("GET /api/packages", { headers });
    assertEquals([answer.status, limitOf(answer)], [401, `"default";r=${99 - at};t=60`]);
  }
  const signIn = await app.call("POST /api/auth/login", { as: "viewer", body: {} });
  assertEquals([signIn.status, limitOf(signIn)], [400, `"default";r=95;t=60`]);
  assertEquals(
    limitOf(await app.call("GET /api/packages", { as: "viewer" })),
    `"default";r=99;t=60`,
  );
});

Deno.test("RATE_LIMIT_BY=person holds each person to the heavy limit", async () => {
  await using app = await limited({ rateLimitBy: "person" });
  const seen = await statuses(app, "POST /api/discover-assets", { as: "engineer", times: 11 });
  assertEquals(seen, [...Array(10).fill(404), 429]);
  const { body } = await app.call("POST /api/discover-assets", { as: "engineer" });
  assertMatch(body.error, /checks of the audit log a minute from one session or API key are answered/);
  assertEquals((await app.call("POST /api/discover-assets", { as: "admin" })).status, 404);
});

Deno.test("no stored counter holds a session's token or its hash", async () => {
  await using app = await limited({ rateLimitBy: "person" });
  await app.call("GET /api/packages", { as: "viewer" });
  const rows = await app.storage.store.list({ prefix: ["rate_window"] });
  const told = JSON.stringify(rows.map(({ key }) => key));
  const [, token] = app.cookieOf("viewer").split("=");
  assertEquals([rows.length > 0, told.includes(token)], [true, false]);
  assertMatch(told, /"session \d+ \d+"/);
});

Deno.test("RATE_LIMIT_BY=person keeps other sites' requests off a live session", async () => {
  await using app = await limited({ rateLimitBy: "person" });
  const headers = { "sec-fetch-site": "same-site" };
  await statuses(app, "GET /api/packages", { as: "viewer", headers, times: 101 });
  assertEquals(
    limitOf(await app.call("GET /api/packages", { as: "viewer" })),
    `"default";r=99;t=60`,
  );
});

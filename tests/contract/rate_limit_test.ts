import { assertEquals, assertMatch } from "@std/assert";
import { answerDone } from "../../routes/pipeline/answer.ts";
import { RequestMetrics } from "../../routes/service/metrics/request_metrics.ts";
import { guardedRoutes } from "../../routes/pipeline/request_pipeline.ts";
import { DeskConfirmations } from "../../routes/people/shared_desk/confirmations.ts";
import { answers } from "../../routes/pipeline/document/answers.ts";
import { mustExist, providerIdParam } from "../../routes/pipeline/route.ts";
import { HEAVY_ROUTES } from "../support/api_admissions.ts";
import { type Answer, type Call, type TestApp, testApp } from "./support.ts";

const MINUTE = 60_000;
const START = Date.UTC(2026, 0, 31, 8, 15);
const LIMITS = { default: 100, ai: 20, heavy: 10 };

interface Limited extends AsyncDisposable {
  app: TestApp;
  clock: { nowMs: number };
}

async function limited(settings: Parameters<typeof testApp>[0] = {}): Promise<Limited> {
  const clock = { nowMs: START };
  const app = await testApp({
    now: () => clock.nowMs,
    ...settings,
    settings: { rateLimits: LIMITS, ...settings.settings },
  });
  return { app, clock, [Symbol.asyncDispose]: () => app[Symbol.asyncDispose]() };
}

async function statuses(app: TestApp, line: string, { times, ...call }: Call & { times: number }) {
  const seen: number[] = [];
  for (let i = 0; i < times; i++) seen.push((await app.call(line, call)).status);
  return seen;
}

function headersOf({ headers }: Answer): (string | null)[] {
  return ["RateLimit-Policy", "RateLimit", "Retry-After"].map((name) => headers.get(name));
}

Deno.test("the default limit answers 100 a minute, then 429 until the next", async () => {
  await using on = await limited();
  on.clock.nowMs = START + 20_400;
  assertEquals(
    new Set(await statuses(on.app, "GET /api/packages", { as: "viewer", times: 100 })),
    new Set([200]),
  );
  const refused = await on.app.call("GET /api/packages", { as: "viewer" });
  assertEquals(refused.status, 429);
  assertEquals(headersOf(refused), [`"default";q=100;w=60`, `"default";r=0;t=40`, "40"]);
  assertEquals(refused.body, {
    success: false,
    error: "At most 100 requests a minute from one address are answered; try again in 40 s",
    details: { error_code: "RATE_LIMITED", retry_after_seconds: 40, scope: "default" },
  });
  on.clock.nowMs = START + MINUTE - 1;
  const last = await on.app.call("GET /api/packages", { as: "viewer" });
  assertEquals([last.status, last.headers.get("Retry-After")], [429, "1"]);
  on.clock.nowMs = START + MINUTE;
  const next = await on.app.call("GET /api/packages", { as: "viewer" });
  assertEquals([next.status, ...headersOf(next)], [200, `"default";q=100;w=60`, `"default";r=99;t=60`, null]);
});

Deno.test("every answer under the limit tells it, whatever its status", async () => {
  await using on = await limited();
  const calls: [string, Call, number][] = [
    ["GET /api/packages", { as: "viewer" }, 200],
    ["GET /api/openapi.json", {}, 200],
    ["GET /api/packages", {}, 401],
    ["POST /api/packages", { as: "viewer", body: {} }, 403],
    ["GET /api/packages/99", { as: "viewer" }, 404],
    ["GET /api/nothing", { as: "viewer", undocumented: true }, 404],
    ["POST /api/packages", { as: "engineer", body: {} }, 400],
    ["POST /api/packages", { as: "engineer", headers: { "content-length": "99999999" }, body: "{" }, 413],
    ["POST /api/packages", { as: "engineer", body: { name: "A", description: "" } }, 201],
  ];
  for (const [at, [line, call, status]] of calls.entries()) {
    const answer = await on.app.call(line, call);
    assertEquals(
      [answer.status, ...headersOf(answer)],
      [status, `"default";q=100;w=60`, `"default";r=${99 - at};t=60`, null],
      line,
    );
  }
});

Deno.test("a crash is told with the limit too", async () => {
  await using on = await limited();
  const broken = () => {
    throw new Error("broken");
  };
  on.app.storage.packages.list = broken;
  const answer = await on.app.call("GET /api/packages", { as: "viewer" });
  assertEquals([answer.status, answer.headers.get("RateLimit")], [500, `"default";r=99;t=60`]);
});

Deno.test("the limit stands before sign-in is looked at", async () => {
  await using on = await limited();
  const seen = await statuses(on.app, "GET /api/packages", { times: 102 });
  assertEquals(seen, [...Array(100).fill(401), 429, 429]);
  assertEquals((await on.app.call("GET /api/packages", { as: "admin" })).status, 429);
});

Deno.test("pages, health, assets and push are not limited and do not count", async () => {
  await using on = await limited();
  for (
    const line of [
      "GET /",
      "GET /login",
      "GET /healthz",
      "GET /readyz",
      "GET /leaderz",
      "GET /andon.css",
      "GET /api/ws",
    ]
  ) {
    const undocumented = /login|andon\.css/.test(line);
    for (const as of [undefined, "viewer"] as const) {
      const answer = await on.app.call(line, { as, undocumented });
      assertEquals(headersOf(answer), [null, null, null], line);
    }
  }
  const first = await on.app.call("GET /api/packages", { as: "viewer" });
  assertEquals(first.headers.get("RateLimit"), `"default";r=99;t=60`);
  await statuses(on.app, "GET /api/packages", { as: "viewer", times: 100 });
  assertEquals((await on.app.call("GET /healthz")).status, 200);
});

Deno.test("each address has its own allowance; of IPv6 each /64", async () => {
  await using on = await limited();
  const left = async (from: string) =>
    (await on.app.call("GET /api/packages", { from })).headers.get("RateLimit")?.split(";")[1];
  assertEquals([await left("10.0.0.1"), await left("10.0.0.2"), await left("10.0.0.1")], [
    "r=99",
    "r=99",
    "r=98",
  ]);
  assertEquals([await left("2001:db8:0:1::1"), await left("2001:db8:0:1:ffff::9")], ["r=99", "r=98"]);
  assertEquals([await left("2001:db8:0:2::1"), await left("::ffff:10.0.0.1")], ["r=99", "r=97"]);
});

async function leftOver(trustProxy: number, forwarded: string[]): Promise<(string | undefined)[]> {
  await using on = await limited({ settings: { trustProxy } });
  const left: (string | undefined)[] = [];
  for (const header of forwarded) {
    const call = { from: "10.0.0.9", headers: { "x-forwarded-for": header } };
    left.push((await on.app.call("GET /api/packages", call)).headers.get("RateLimit")?.split(";")[1]);
  }
  return left;
}

Deno.test("X-Forwarded-For gives no new allowance without TRUST_PROXY", async () => {
  assertEquals(await leftOver(0, ["1.1.1.1", "2.2.2.2", "3.3.3.3"]), ["r=99", "r=98", "r=97"]);
});

Deno.test("with one trusted proxy its entry counts, and what the client wrote before it does not", async () => {
  assertEquals(await leftOver(1, ["1.1.1.1", "2.2.2.2", "9.9.9.9, 1.1.1.1", "8.8.8.8, 1.1.1.1"]), [
    ...["r=99", "r=99", "r=98", "r=97"],
  ]);
  assertEquals(await leftOver(2, ["1.1.1.1, 7.7.7.7", "9.9.9.9, 1.1.1.1, 7.7.7.7"]), ["r=99", "r=98"]);
});

Deno.test("what is no address in X-Forwarded-For counts to the proxy", async () => {
  assertEquals(await leftOver(1, ["unknown", "x".repeat(5_000), "", "1.1.1.1"]), [
    "r=99",
    "r=98",
    "r=97",
    "r=99",
  ]);
});

Deno.test("the heavy limit answers 10 a minute over all heavy routes, and counts to the default one", async () => {
  await using on = await limited();
  const call: Call = { as: "engineer" };
  const first = await on.app.call("POST /api/discover-assets", call);
  assertEquals(headersOf(first), [
    ...[`"default";q=100;w=60, "heavy";q=10;w=60`, `"default";r=99;t=60, "heavy";r=9;t=60`, null],
  ]);
  assertEquals(first.status, 404);
  assertEquals(await statuses(on.app, "POST /api/discover-assets", { ...call, times: 10 }), [
    ...[...Array(9).fill(404), 429],
  ]);
  const refused = await on.app.call("POST /api/discover-assets", call);
  assertEquals(headersOf(refused).slice(1), [`"default";r=88;t=60, "heavy";r=0;t=60`, "60"]);
  assertEquals(refused.body.details.scope, "heavy");
  assertMatch(
    refused.body.error,
    /^At most 10 discoveries, bulk operations, imports, backtests, backfills and checks of the audit log a minute from one address/,
  );
  assertEquals(
    (await on.app.call("GET /api/packages", call)).headers.get("RateLimit"),
    `"default";r=87;t=60`,
  );
  on.clock.nowMs = START + MINUTE;
  assertEquals((await on.app.call("POST /api/discover-assets", call)).status, 404);
});

Deno.test("a read of a heavy route's path is not heavy", async () => {
  await using on = await limited();
  const read = await on.app.call("GET /api/discover-assets", { as: "engineer", undocumented: true });
  assertEquals(read.headers.get("RateLimit"), `"default";r=99;t=60`);
});

Deno.test("a limit that is off is neither counted nor told", async () => {
  await using none = await limited({ settings: { rateLimits: { default: null, ai: null, heavy: null } } });
  const seen = await statuses(none.app, "POST /api/discover-assets", { as: "engineer", times: 120 });
  assertEquals(new Set(seen), new Set([404]));
  assertEquals(headersOf(await none.app.call("GET /api/packages")), [null, null, null]);
  const asked = await withAiRoute(none.app)(1, "10.0.0.1");
  assertEquals([asked.status, asked.headers.get("RateLimit")], [200, null]);
  await using heavy = await limited({ settings: { rateLimits: { default: null, ai: null, heavy: 1 } } });
  assertEquals(headersOf(await heavy.app.call("GET /api/packages")), [null, null, null]);
  const both = await statuses(heavy.app, "POST /api/discover-assets", { as: "engineer", times: 2 });
  assertEquals(both, [404, 429]);
});

Deno.test("a store that does not answer is a 503", async () => {
  await using on = await limited();
  await on.app.call("GET /api/packages");
  await on.app.storage.close();
  const known = await on.app.call("GET /api/packages");
  assertEquals(known.status, 401);
  const unknown = await on.app.call("GET /api/packages", { from: "10.9.9.9" });
  assertEquals([unknown.status, unknown.body.details.error_code], [503, "UNAVAILABLE"]);
});

/** A route as the AI ones will be: behind the limits of all, its own limit on the provider in its path. */
function withAiRoute({ deps, cookieOf }: TestApp) {
  const app = guardedRoutes(deps, {
    requests: new RequestMetrics(),
    confirmations: new DeskConfirmations(deps),
  }).handle("POST /api/providers/{provider_id}/ask", {
    may: { role: "operator", at: "anywhere" },
    limit: "ai",
    middleware: [mustExist({ param: "provider_id", noun: "AI provider", find: (id) => ({ id }) })],
    request: { params: providerIdParam },
    responses: answers("Asked", { message: () => "Asked" }),
  }, (c, told) => answerDone(c, told()));
  return (provider: number, hostname: string) =>
    app.fetch(
      new Request(`http://localhost/api/providers/${provider}/ask`, {
        method: "POST",
        headers: { cookie: cookieOf("operator") },
      }),
      { remoteAddr: { hostname } },
    );
}

Deno.test("the AI limit answers 20 a minute for a provider, whoever asks, and counts to the default one", async () => {
  await using on = await limited();
  const ask = withAiRoute(on.app);
  for (let i = 0; i < 20; i++) assertEquals((await ask(1, `10.0.0.${i % 4}`)).status, 200);
  const refused = await ask(1, "10.0.0.0");
  assertEquals(refused.status, 429);
  assertEquals(refused.headers.get("RateLimit-Policy"), `"default";q=100;w=60, "ai";q=20;w=60`);
  assertEquals(refused.headers.get("RateLimit"), `"default";r=94;t=60, "ai";r=0;t=60`);
  assertEquals(refused.headers.get("Retry-After"), "60");
  const { details } = await refused.json();
  assertEquals(details, { error_code: "RATE_LIMITED", retry_after_seconds: 60, scope: "ai" });
  const other = await ask(2, "10.0.0.0");
  assertEquals([other.status, other.headers.get("RateLimit")], [200, `"default";r=93;t=60, "ai";r=19;t=60`]);
});

Deno.test("two routes to one provider share its AI limit", async () => {
  await using on = await limited({ settings: { rateLimits: { ...LIMITS, ai: 3 } } });
  const [ask, test] = [withAiRoute(on.app), withAiRoute(on.app)];
  const seen = [
    await ask(1, "10.0.0.1"),
    await test(1, "10.0.0.1"),
    await ask(1, "10.0.0.1"),
    await test(1, "10.0.0.1"),
  ];
  assertEquals(seen.map(({ status }) => status), [200, 200, 200, 429]);
});

Deno.test("every heavy route exists and is held to the one heavy limit", async () => {
  const heavy = HEAVY_ROUTES.length;
  await using on = await limited({ settings: { rateLimits: { ...LIMITS, heavy } } });
  for (const [at, route] of HEAVY_ROUTES.entries()) {
    const body = route.startsWith("GET") ? undefined : {};
    const answer = await on.app.call(route, { as: "viewer", body });
    const left = `"default";r=${99 - at};t=60, "heavy";r=${heavy - 1 - at};t=60`;
    assertEquals([answer.status, answer.headers.get("RateLimit")], [403, left], route);
  }
});

Deno.test("an administrator reads which addresses several people share, and what was refused there", async () => {
  await using on = await limited();
  const call = (line: string, as: "viewer" | "operator" | "engineer" | "admin", from: string) =>
    on.app.call(line, { as, from });
  await call("GET /api/packages", "engineer", "10.0.0.9");
  for (let n = 0; n < 98; n++) await call("GET /api/packages", "viewer", "10.0.0.7");
  for (const as of ["operator", "operator", "viewer"] as const) {
    await call("GET /api/packages", as, "10.0.0.7");
  }
  const { body } = await call("GET /api/rate-limits", "admin", "10.0.0.8");
  assertEquals(body.data, {
    counted_by: "address",
    limits: LIMITS,
    shared_addresses: [{ address: "10.0.0.7", people: 2, refused: 1 }],
    shared_addresses_total: 1,
  });
  assertEquals((await call("GET /api/rate-limits", "engineer", "10.0.0.8")).status, 403);
  assertEquals((await on.app.call("GET /api/rate-limits", {})).status, 401);
});

Deno.test("people share no allowance with RATE_LIMIT_BY=person, nor without a limit", async () => {
  const unlimited = { ...LIMITS, default: null };
  for (const settings of [{ rateLimitBy: "person" as const }, { rateLimits: unlimited }]) {
    await using on = await limited({ settings });
    for (const as of ["viewer", "operator"] as const) await on.app.call("GET /api/packages", { as });
    const { data } = (await on.app.call("GET /api/rate-limits", { as: "admin" })).body;
    assertEquals(data.shared_addresses, []);
  }
});

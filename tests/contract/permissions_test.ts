import { assert, assertEquals } from "@std/assert";
import { type Role, ROLES } from "../../domain/access/types.ts";
import { RequestMetrics } from "../../routes/service/metrics/request_metrics.ts";
import { type Access, isGuardedPath } from "../../routes/pipeline/admission.ts";
import { guardedRoutes } from "../../routes/pipeline/request_pipeline.ts";
import { DeskConfirmations } from "../../routes/people/shared_desk/confirmations.ts";
import { PERMISSIONS } from "../support/api_admissions.ts";
import { apiContract } from "../support/api_contract.ts";
import { type Call, type TestApp, testApp } from "./support.ts";

/** A socket that a cookie opens needs it. */
const OWN_ORIGIN = { origin: "http://localhost:8000" };
/** Ends the session that it is called with. */
const LOGOUT = "POST /api/auth/logout";

const lines = Object.entries(PERMISSIONS);
const inTableForm = (line: string) => line.replace(/\{(\w+)\}/g, ":$1");
/** Ids that do not exist: with the right role the answer is 404 or 400, so these requests change nothing. */
const somewhere = (line: string) => line.replace(/:\w+/g, "999999");

/** Every guarded `METHOD /path` of the document, as the table writes it. */
async function documentedLines(): Promise<string[]> {
  const { operations } = await apiContract();
  return operations.filter(({ path }) => isGuardedPath(path))
    .map(({ method, path }) => inTableForm(`${method} ${path}`));
}

/** Who walks, and with which role: null for nobody. */
interface Walker {
  who: string;
  role: Role | null;
  call: Call;
}

/** Nobody in three ways, and each role by a session and by an API key. */
async function walkers(app: TestApp): Promise<Walker[]> {
  const by = { name: "test", role: "admin" } as const;
  const all: Walker[] = [
    { who: "nobody", role: null, call: {} },
    {
      who: "a made-up session",
      role: null,
      call: { headers: { ...OWN_ORIGIN, cookie: "andon_session=abc" } },
    },
    { who: "a made-up key", role: null, call: bearer(`andon_${"a".repeat(43)}`) },
  ];
  for (const role of ROLES) {
    const draft = { name: role, role, is_active: true, expires_at: null };
    const { key } = await app.storage.access.apiKeys.issue(draft, by);
    all.push({ who: `session of ${role}`, role, call: { as: role, headers: OWN_ORIGIN } });
    all.push({ who: `key of ${role}`, role, call: bearer(key) });
  }
  return all;
}

function bearer(key: string): Call {
  return { headers: { authorization: `Bearer ${key}` } };
}

function expected(role: Role | null, access: Access): "allowed" | "401" | "403" {
  if (access === "public") return "allowed";
  if (role === null) return "401";
  return ROLES.indexOf(role) >= ROLES.indexOf(access) ? "allowed" : "403";
}

Deno.test("the document marks the operations that need no credentials", async () => {
  const { document } = await apiContract();
  assertEquals(document.security, [{ session: [] }, { localSession: [] }, { apiKey: [] }]);
  assertEquals(Object.keys(document.components.securitySchemes).sort(), [
    "apiKey",
    "localSession",
    "metricsToken",
    "session",
  ]);
  for (const line of await documentedLines()) {
    const [method, path] = line.replace(/:(\w+)/g, "{$1}").split(" ");
    const open = document.paths[path][method.toLowerCase()].security?.length === 0;
    assertEquals([line, open], [line, PERMISSIONS[line] === "public"]);
  }
});

Deno.test("every path of the document lets each role in or refuses it, by session and by key, as the table says", async () => {
  await using app = await testApp();
  const all = await walkers(app);
  const walked = await documentedLines();
  assert(walked.length >= 40, `${walked.length}`);
  for (const line of walked.filter((line) => line !== LOGOUT)) {
    for (const { who, role, call } of all) await step(app, { line, who, role, call });
  }
});

async function step(app: TestApp, { line, who, role, call }: Walker & { line: string }): Promise<void> {
  const access = PERMISSIONS[line];
  const { status, body } = await app.call(somewhere(line), call);
  const found = status === 401 || status === 403 ? String(status) : "allowed";
  assertEquals([line, who, found], [line, who, expected(role, access)]);
  if (found === "401") assertEquals(body.details.error_code, "AUTHENTICATION_REQUIRED");
  if (found !== "403") return;
  assertEquals([body.details.error_code, body.details.role_needed], ["FORBIDDEN", access]);
  assert(body.error.includes(access));
}

Deno.test("logout requires a session", async () => {
  await using app = await testApp();
  for (const { who, role, call } of await walkers(app)) {
    await step(app, { line: LOGOUT, who, role, call });
  }
});

Deno.test("an unknown path is 401 without credentials and 404 with them", async () => {
  await using app = await testApp();
  for (const { who, role, call } of await walkers(app)) {
    const { status } = await app.call("GET /api/nothing", { ...call, undocumented: true });
    assertEquals([who, status], [who, role === null ? 401 : 404]);
  }
});

Deno.test("a path that is served without a definition does not exist for anybody", async () => {
  await using app = await testApp();
  const { deps } = app;
  const routes = guardedRoutes(deps, {
    requests: new RequestMetrics(),
    confirmations: new DeskConfirmations(deps),
  }).get("/api/secret", (c) => c.text("secret"));
  for (const { who, role, call } of await walkers(app)) {
    const headers = { ...call.headers, ...call.as && { cookie: app.cookieOf(call.as) } };
    const { status } = await routes.request("http://localhost:8000/api/secret", { headers });
    assertEquals([who, status], [who, role === null ? 401 : 404]);
  }
});

/** The expected permissions, independent of the table: the first rule that fits applies. */
const RULES: readonly [RegExp, Access][] = [
  [
    /^GET \/api\/openapi\.json$|^POST \/api\/auth\/login(\/|$)|^GET \/api\/auth\/(session|sign-in-options)$/,
    "public",
  ],
  [/ \/api\/screens\/pairing$|^GET \/files\/rosters\//, "public"],
  [/^POST \/api\/auth\/second-factors\/(code|passkeys)(\/|$)/, "public"],
  [/ \/api\/auth\//, "viewer"],
  [
    / \/api\/(users|keys|screens|identity-providers|audit-log|rate-limits)(\/|$)| \/files\/audit-log/,
    "admin",
  ],
  [/^(DELETE) \/api\/conversation-logs\//, "admin"],
  [/^GET \/api\/(notification-log$|rule-events\/:id\/notifications$)/, "operator"],
  [/^GET \/api\/(conversation|function-call|api-usage|raw)-logs\//, "operator"],
  [/^POST \/api\/ai-providers\/:\w+\/conversation$/, "operator"],
  [/^(POST|PUT|DELETE) \/api\/(configuration|plant-settings|ai-providers|assistant-types)(\/|$)/, "admin"],
  [/^POST \/api\/sources\/:id\/test$/, "engineer"],
  [/^(POST|PUT|DELETE) \/api\/sources(\/|$)| \/api\/sources\/:id\/browse$/, "admin"],
  [/^(POST|PUT) \/api\/rule-events\//, "operator"],
  [/^(POST|PUT|DELETE) \/api\/out-of-service(\/|$)/, "operator"],
  [/^(POST|PUT|DELETE) \/api\/(areas|contact-points)(\/|$)/, "admin"],
  [/ \/api\/saved-views(\/|$)/, "viewer"],
  [/ \/api\/notification-people$/, "engineer"],
  [/^(POST|PUT|DELETE) \/api\/notification-policies(\/|$)/, "engineer"],
  [/^GET \/api\/(teams|rosters)(\/|$)/, "viewer"],
  [/^(POST|DELETE) \/api\/rosters\/:id\/overrides(\/|$)/, "operator"],
  [/ \/api\/rosters\/:id\/calendar$/, "viewer"],
  [/ \/api\/(teams|rosters)(\/|$)/, "engineer"],
  [/^POST \/api\/heartbeats\/:name$/, "public"],
  [/^(POST|PUT|DELETE) /, "engineer"],
  [/^GET /, "viewer"],
];

Deno.test("the roles are those of the decisions", () => {
  for (const [line, access] of lines) {
    const rule = RULES.find(([pattern]) => pattern.test(line));
    assertEquals([line, access], [line, rule?.[1]]);
  }
});

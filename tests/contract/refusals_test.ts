import { assert, assertEquals, assertMatch } from "@std/assert";
import { openOver } from "../../storage/open.ts";
import { Refusals } from "../../storage/refusals.ts";
import { kvBackend } from "../../storage/store/backend.ts";
import type { Json, TestApp } from "./support.ts";
import { PASSWORD, testApp } from "./support.ts";

/** Writes what is folded so far, as at the end of a minute. */
async function minuteEnds({ storage }: TestApp): Promise<void> {
  assert(storage.refusals instanceof Refusals);
  await storage.refusals.close();
}

/** The refusals in the audit log, oldest first. */
async function refusalsIn(app: TestApp): Promise<Json[]> {
  await app.storage.store.settled();
  const { body } = await app.call("GET /api/audit-log?resource_type=refusal", { as: "admin" });
  return body.data.toReversed();
}

const BAD_KEY = { authorization: "Bearer andon_wrong" };

Deno.test("a failed sign-in is an audit entry: name, address, user agent and reason", async () => {
  await using app = await testApp();
  const call = { body: { username: "anna", password: "wrong" }, headers: { "user-agent": "curl/8.0" } };
  for (let i = 0; i < 3; i++) assertEquals((await app.call("POST /api/auth/login", call)).status, 401);
  const [entry, ...others] = await refusalsIn(app);
  assertEquals(others, []);
  const { id, at, ...rest } = entry;
  assertMatch(`${id} ${at}`, /^\S{26} \d{4}-/);
  const reason = "The user name or the password is wrong";
  assertEquals(rest, {
    who: "(unknown)",
    action: "sign_in_refused",
    resource_type: "refusal",
    resource_id: "anna",
    before: null,
    after: { reason, route: "POST /api/auth/login", user_agent: "curl/8.0", count: 1 },
    address: "127.0.0.1",
    desk: null,
    desk_id: null,
  });
  await minuteEnds(app);
  const [, folded] = await refusalsIn(app);
  assertEquals([folded.action, folded.resource_id, folded.after.count], ["sign_in_refused", "anna", 2]);
});

Deno.test("an unknown key, a key that has ended and a role too low are audit entries", async () => {
  await using app = await testApp();
  await app.call("GET /api/packages", { headers: BAD_KEY, from: "192.0.2.1" });
  const by = { name: "admin", role: "admin" } as const;
  const draft = { name: "line 4", role: "viewer", is_active: false, expires_at: null } as const;
  const { key } = await app.storage.access.apiKeys.issue(draft, by);
  await app.call("GET /api/packages", { headers: { authorization: `Bearer ${key}` }, from: "192.0.2.2" });
  await app.call("GET /api/users", { as: "viewer", from: "192.0.2.3" });
  await app.call("POST /api/packages", {
    as: "admin",
    body: {},
    headers: { origin: "https://evil.example" },
  });
  const entries = await refusalsIn(app);
  assertEquals(entries.map(({ action, who, resource_id, address }) => [action, who, resource_id, address]), [
    ["key_refused", "(unknown)", "(unknown)", "192.0.2.1"],
    ["key_refused", "(unknown)", "line 4", "192.0.2.2"],
    ["access_refused", "viewer", "viewer", "192.0.2.3"],
    ["access_refused", "admin", "admin", "127.0.0.1"],
  ]);
  assertEquals(entries[2].after.route, "GET /api/users");
  assertMatch(entries[2].after.reason, /^This needs the role admin/);
  assert(!JSON.stringify(entries).includes("andon_"));
});

Deno.test("a wrong METRICS_TOKEN is an audit entry", async () => {
  await using app = await testApp({ metrics: { token: "right", families: () => [] } });
  await app.call("GET /metrics", { headers: { authorization: "Bearer wrong" } });
  await app.call("GET /metrics");
  const [{ action, resource_id }, ...others] = await refusalsIn(app);
  assertEquals([action, resource_id, others.length], ["key_refused", "METRICS_TOKEN", 0]);
});

Deno.test("guards, missing things, signed-out browsers and right passwords are none", async () => {
  await using app = await testApp();
  const { body } = await app.call("POST /api/packages", { as: "admin", body: { name: "P" } });
  const template = { name: "T", category: "health", package_id: body.data.id, color: "#aa0000" };
  await app.call("POST /api/templates", { as: "admin", body: { ...template, rules: [], placeholders: [] } });
  assertEquals((await app.call(`DELETE /api/packages/${body.data.id}`, { as: "admin" })).status, 403);
  await app.call("GET /api/packages/999", { as: "viewer" });
  await app.call("GET /api/packages");
  await app.call("POST /api/auth/login", { body: { username: "admin", password: PASSWORD } });
  assertEquals(await refusalsIn(app), []);
});

Deno.test("the log names a refusal too, as data", async () => {
  const logged: { level: string; message: string; fields: Json }[] = [];
  const storage = await openOver(kvBackend(await Deno.openKv(":memory:")), {
    path: ":memory:",
    now: Date.now,
    random: (bytes) => crypto.getRandomValues(new Uint8Array(bytes)),
    secretsKey: new Uint8Array(32),
    log: (level, message, fields) => void logged.push({ level, message, fields }),
  });
  storage.refusals.record({
    kind: "key_refused",
    who: undefined,
    name: undefined,
    address: "192.0.2.1",
    userAgent: "a\nb",
    route: "GET /api/packages",
    reason: "Unknown",
  });
  await storage.close();
  assertEquals(logged, [{
    level: "warn",
    message: "Refused",
    fields: {
      action: "key_refused",
      who: "(unknown)",
      name: "(unknown)",
      address: "192.0.2.1",
      reason: "Unknown",
      route: "GET /api/packages",
      user_agent: "ab",
      count: 1,
    },
  }]);
});

Deno.test("10,000 tries write at most 101 entries", async () => {
  await using app = await testApp();
  const before = app.storage.store.stats().writes;
  for (let i = 0; i < 10_000; i++) {
    const from = `10.0.${i >> 8}.${i & 255}`;
    await app.call("GET /api/packages", { headers: BAD_KEY, from, undocumented: true });
  }
  await minuteEnds(app);
  await app.storage.store.settled();
  const { total } = await app.storage.audit.list({ limit: 1, offset: 0 });
  assert(total <= 101, `${total} entries`);
  assert(app.storage.store.stats().writes - before <= 101);
  const entries = await refusalsIn(app);
  assertEquals(entries.reduce((sum, { after }) => sum + after.count, 0), 10_000);
  assertEquals(app.storage.refusals.counts.key_refused, 10_000);
});

Deno.test("every change that a request makes has its address, sessions too; other changes have none", async () => {
  await using app = await testApp({ settings: { trustProxy: 1 } });
  const headers = { "x-forwarded-for": "2001:db8::7" };
  await app.call("POST /api/packages", { as: "admin", body: { name: "P" }, headers });
  const secure = { ...headers, "x-forwarded-proto": "https" };
  const login = { body: { username: "viewer", password: PASSWORD }, headers: secure };
  const cookie = (await app.call("POST /api/auth/login", login)).headers.get("set-cookie")?.split(";")[0] ??
    "";
  await app.call("POST /api/auth/logout", { headers: { ...secure, cookie } });
  await app.call("POST /api/auth/password", {
    as: "operator",
    headers: secure,
    body: { current_password: PASSWORD, new_password: "another password" },
  });
  await app.storage.packages.create({ name: "Q", description: "" }, { name: "Andon", role: "admin" });
  const { body } = await app.call("GET /api/audit-log?limit=5", { as: "admin" });
  assertEquals(body.data.map(({ action, address }: Json) => [action, address]), [
    ["created", null],
    ["updated", "2001:db8::7"],
    ["signed_out", "2001:db8::7"],
    ["signed_in", "2001:db8::7"],
    ["created", "2001:db8::7"],
  ]);
});

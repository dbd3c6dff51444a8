import { assert, assertEquals } from "@std/assert";
import { type Json, type TestApp, testApp } from "./support.ts";

const FIREFOX = "Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0";

/** A further session of the user with a role's name; returns its cookie. */
async function signIn(app: TestApp, role: "operator" | "admin"): Promise<string> {
  const user = app.storage.access.userByName(role);
  assert(user !== undefined);
  const from = { address: "192.0.2.9", userAgent: FIREFOX };
  const { token } = await app.storage.access.createSession(user.id, from);
  return `andon_session=${token}`;
}

const OWN = { headers: { origin: "http://localhost:8000" } };
const by = (cookie: string) => ({ headers: { ...OWN.headers, cookie } });

Deno.test("everybody sees own sessions with device and address, and ends them", async () => {
  await using app = await testApp();
  const cookie = await signIn(app, "operator");
  const { body: { data } } = await app.call("GET /api/auth/sessions", by(cookie));
  const mine = data.find(({ is_current }: Json) => is_current);
  assertEquals([mine.device, mine.address, mine.user_agent], ["Firefox on Windows", "192.0.2.9", FIREFOX]);
  assertEquals(data.length, 2);
  const token = cookie.split("=")[1];
  assert(!JSON.stringify(data).includes(token));
  const stored = await app.storage.store.list({ prefix: ["session"] });
  for (const { key } of stored) assert(!JSON.stringify(data).includes(String(key[1])), "no hash is shown");
  const other = data.find(({ is_current }: Json) => !is_current);
  const ended = await app.call(`DELETE /api/auth/sessions/${other.id}`, by(cookie));
  assertEquals(ended.status, 200);
  assertEquals((await app.call("GET /api/auth/sessions", { as: "operator" })).status, 401);
  assertEquals((await app.call("GET /api/auth/sessions", by(cookie))).body.data.length, 1);
});

Deno.test("nobody ends another's session by the own path, and an unknown id is 404", async () => {
  await using app = await testApp();
  const { body: { data: [admins] } } = await app.call("GET /api/auth/sessions", { as: "admin" });
  for (const id of [admins.id, "0".repeat(24), "x"]) {
    const answer = await app.call(`DELETE /api/auth/sessions/${id}`, { as: "viewer", ...OWN });
    assertEquals([answer.status, answer.body.details.error_code], [404, "NOT_FOUND"], id);
  }
  assertEquals((await app.call("GET /api/auth/sessions", { as: "admin" })).status, 200);
});

Deno.test("an admin sees and ends the sessions of a user, one or all, and the audit log says so", async () => {
  await using app = await testApp();
  const cookies = [await signIn(app, "operator"), await signIn(app, "operator")];
  const { id } = app.storage.access.userByName("operator")!;
  const path = `/api/users/${id}/sessions`;
  const { body: { data } } = await app.call(`GET ${path}`, { as: "admin" });
  assertEquals([data.length, data.some(({ is_current }: Json) => is_current)], [3, false]);
  const one = data.find(({ address }: Json) => address === "192.0.2.9");
  assertEquals((await app.call(`DELETE ${path}/${one.id}`, { as: "admin", ...OWN })).status, 200);
  const all = await app.call(`DELETE ${path}`, { as: "admin", ...OWN });
  assertEquals([all.status, all.body.message], [200, "2 sessions have ended"]);
  for (const cookie of cookies) {
    assertEquals((await app.call("GET /api/auth/sessions", by(cookie))).status, 401);
  }
  const { body: log } = await app.call("GET /api/audit-log?limit=5&offset=0", { as: "admin" });
  const entries = log.data.filter(({ action }: Json) => action === "session_ended");
  assertEquals(
    entries.map(({ who, resource_id }: Json) => [who, resource_id]),
    Array(3).fill(["admin", String(id)]),
  );
  assertEquals((await app.call("GET /api/users/999999/sessions", { as: "admin" })).status, 404);
  assertEquals((await app.call(`GET ${path}`, { as: "engineer" })).status, 403);
});

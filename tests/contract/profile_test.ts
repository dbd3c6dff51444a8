import { assertEquals } from "@std/assert";
import { pathsOf, testApp } from "./support.ts";

const PROFILE = "PUT /api/auth/profile";

Deno.test("users set their own display name, which everybody reads beside the user name", async () => {
  await using app = await testApp();
  const before = await app.call("GET /api/people", { as: "viewer" });
  assertEquals(before.body.data, []);
  const set = await app.call(PROFILE, { as: "viewer", body: { display_name: "Vera Widmer" } });
  const vera = { username: "viewer", role: "viewer", grants: [], display_name: "Vera Widmer" };
  assertEquals([set.status, set.body.data], [200, vera]);
  assertEquals((await app.call("GET /api/auth/session", { as: "viewer" })).body.data, vera);
  const people = await app.call("GET /api/people", { as: "operator" });
  assertEquals(people.body.data, [{ username: "viewer", display_name: "Vera Widmer" }]);
  const unchanged = await app.call(PROFILE, { as: "viewer", body: {} });
  assertEquals(unchanged.body.data.display_name, "Vera Widmer");
  const { body: log } = await app.call("GET /api/audit-log?resource_type=user", { as: "admin" });
  assertEquals([log.data.at(0).who, log.data.at(0).action], ["viewer", "updated"]);
  await app.call(PROFILE, { as: "viewer", body: { display_name: null } });
  assertEquals((await app.call("GET /api/people", { as: "operator" })).body.data, []);
});

Deno.test("a profile takes a name of 200 characters, changes no role, and is none of an API key's", async () => {
  await using app = await testApp();
  const send = (body: unknown) => app.call(PROFILE, { as: "viewer", body });
  assertEquals((await send({ display_name: "x".repeat(200) })).status, 200);
  assertEquals(pathsOf(await send({ display_name: "x".repeat(201) })), ["display_name"]);
  assertEquals(pathsOf(await send({ display_name: "" })), ["display_name"]);
  assertEquals(pathsOf(await send({ role: "admin" })), ["role"]);
  const draft = { name: "reporting", role: "admin" as const, is_active: true, expires_at: null };
  const { key } = await app.storage.access.apiKeys.issue(draft, { name: "admin", role: "admin" });
  const byKey = await app.call(PROFILE, {
    body: { display_name: "Key" },
    headers: { authorization: `Bearer ${key}` },
  });
  assertEquals([byKey.status, byKey.body.details.error_code], [403, "FORBIDDEN"]);
});

Deno.test("an admin sets a user's display name, and a user of an older version has none", async () => {
  await using app = await testApp();
  const { body: { data: users } } = await app.call("GET /api/users", { as: "admin" });
  const viewer = users.find((user: { username: string }) => user.username === "viewer");
  assertEquals(viewer.display_name, null);
  const named = { ...viewer, display_name: "Vera Widmer" };
  const changed = await app.call(`PUT /api/users/${viewer.id}`, { as: "admin", body: named });
  assertEquals(changed.body.data, named);
  assertEquals(
    (await app.call("GET /api/auth/session", { as: "viewer" })).body.data.display_name,
    "Vera Widmer",
  );
});

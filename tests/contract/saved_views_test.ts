import { assertEquals } from "@std/assert";
import type { Role } from "../../domain/access/types.ts";
import type { Key } from "../../domain/shared/commit.ts";
import { keys } from "../../storage/keys.ts";
import { type Answer, type Json, pathsOf, type TestApp, testApp } from "./support.ts";

const draft = (n: number | string = 1, is_shared = false) => ({
  name: `View ${n}`,
  path: "/events?severity=critical",
  is_shared,
});

async function namesOf(app: TestApp, as: Role): Promise<string[]> {
  return (await app.call("GET /api/saved-views", { as })).body.data.map((view: Json) => view.name);
}

Deno.test("everybody keeps views of their own, which nobody else sees", async () => {
  await using app = await testApp();
  const made = await app.call("POST /api/saved-views", { as: "viewer", body: draft() });
  const { id } = made.body.data;
  assertEquals([made.status, made.body.data.is_own, made.body.data.created_by], [201, true, "viewer"]);
  assertEquals([await namesOf(app, "viewer"), await namesOf(app, "admin")], [["View 1"], []]);
  for (const line of [`GET`, `PUT`, `DELETE`]) {
    const body = line === "PUT" ? { name: "Mine" } : undefined;
    const other = await app.call(`${line} /api/saved-views/${id}`, { as: "admin", body });
    assertEquals(other.status, 404, line);
  }
  const renamed = await app.call(`PUT /api/saved-views/${id}`, { as: "viewer", body: { name: "Mine" } });
  assertEquals([renamed.status, renamed.body.data.name], [200, "Mine"]);
  assertEquals((await app.call(`DELETE /api/saved-views/${id}`, { as: "viewer" })).status, 200);
  assertEquals(await namesOf(app, "viewer"), []);
  const audit = await app.call("GET /api/audit-log?resource_type=saved_view", { as: "admin" });
  assertEquals(audit.body.data, []);
});

Deno.test("shared views are everybody's to read, an engineer's to keep, and audited", async () => {
  await using app = await testApp();
  const shared = draft("all", true);
  const refused = await app.call("POST /api/saved-views", { as: "operator", body: shared });
  assertEquals([refused.status, refused.body.details.role_needed], [403, "engineer"]);
  const { id } = (await app.call("POST /api/saved-views", { as: "engineer", body: shared })).body.data;
  assertEquals([await namesOf(app, "viewer"), await namesOf(app, "engineer")], [["View all"], ["View all"]]);
  const path = `/api/saved-views/${id}`;
  assertEquals((await app.call(`PUT ${path}`, { as: "operator", body: { name: "x" } })).status, 403);
  assertEquals((await app.call(`DELETE ${path}`, { as: "operator" })).status, 403);
  const own = (await app.call("POST /api/saved-views", { as: "operator", body: draft() })).body.data.id;
  const share = { is_shared: true };
  assertEquals((await app.call(`PUT /api/saved-views/${own}`, { as: "operator", body: share })).status, 403);
  assertEquals((await app.call(`PUT ${path}`, { as: "admin", body: { name: "Ours" } })).status, 200);
  assertEquals((await app.call(`DELETE ${path}`, { as: "engineer" })).status, 200);
  const audit = await app.call("GET /api/audit-log?resource_type=saved_view", { as: "admin" });
  assertEquals(audit.body.data.map(({ action, who }: Json) => [action, who]), [
    ["deleted", "engineer"],
    ["updated", "admin"],
    ["created", "engineer"],
  ]);
});

Deno.test("a view leads to a page of the console and nowhere else", async () => {
  await using app = await testApp();
  const make = (path: unknown) =>
    app.call("POST /api/saved-views", { as: "viewer", body: { name: "View", path } });
  for (const path of ["/", "/events", "/plant/streams?find=a%20b", `/${"e".repeat(1_999)}`]) {
    assertEquals((await make(path)).status, 201, path);
  }
  for (const path of ["", "events", "//evil.example/x", "https://evil.example", `/${"e".repeat(2_000)}`, 5]) {
    const answer = await make(path);
    assertEquals([answer.status, pathsOf(answer)], [400, ["path"]], String(path));
  }
});

Deno.test("a view that is made while another one is counted counts", async () => {
  await using app = await testApp();
  const make = (n: number) => app.call("POST /api/saved-views", { as: "operator", body: draft(n, false) });
  for (let n = 1; n < 50; n++) assertEquals((await make(n)).status, 201);
  const { store } = app.storage, get = store.get.bind(store);
  const [noun] = keys.savedViewsOf("");
  let other: Answer | undefined;
  store.get = async <T>(key: Key) => {
    if (key[0] === noun && other === undefined) {
      store.get = get;
      other = await make(50);
    }
    return await get<T>(key);
  };
  assertEquals([(await make(51)).status, other?.status], [400, 201]);
});

Deno.test("there are 50 views of one's own and 200 shared, and not one more, even at once", async () => {
  await using app = await testApp();
  const make = (as: Role, n: number, isShared: boolean) =>
    app.call("POST /api/saved-views", { as, body: draft(n, isShared) });
  for (
    const [as, isShared, most, path] of [
      ["operator", false, 50, "name"],
      ["engineer", true, 200, "is_shared"],
    ] as const
  ) {
    for (let n = 1; n < most; n++) assertEquals((await make(as, n, isShared)).status, 201);
    const last = await Promise.all([make(as, most, isShared), make(as, most + 1, isShared)]);
    assertEquals(last.map(({ status }) => status).sort(), [201, 400]);
    const refused = await make(as, most + 2, isShared);
    assertEquals([refused.status, pathsOf(refused)], [400, [path]]);
  }
  assertEquals((await make("viewer", 1, false)).status, 201);
});

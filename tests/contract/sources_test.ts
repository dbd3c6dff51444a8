import { assert, assertEquals, assertMatch } from "@std/assert";
import { SOURCE_KINDS } from "../../connectors/sources.ts";
import type { Json } from "../support/andon_client.ts";
import { type TestApp, testApp } from "./support.ts";

const CONFIG = { region: "WestEurope", tenant_id: "t", namespace_id: "n", client_id: "c" };
const DRAFT = { name: "line2", kind: "data_hub", config: CONFIG, secrets: { client_secret: "s3cret" } };

const post = (app: TestApp, body: Json) => app.call("POST /api/sources", { as: "admin", body });

function issuesOf({ status, body }: { status: number; body: Json }): unknown[] {
  const issues: Json[] = (body.details as Json | undefined)?.issues as Json[] ?? [];
  return [status, ...issues.map(({ path, message }) => `${path}: ${message}`)];
}

Deno.test("a source is made, read without its secrets, changed and removed", async () => {
  await using app = await testApp();
  const made = await post(app, DRAFT);
  assertEquals(made.status, 201);
  const { id, created_at: _, ...shown } = made.body.data;
  assertEquals(shown, {
    name: "line2",
    kind: "data_hub",
    config: { region: "eu-west", tenant_id: "t", namespace_id: "n", client_id: "c", base_url: null },
    is_active: true,
    wait_seconds: null,
    poll_seconds: 10,
    change_feed: "auto",
    max_age_seconds: 0,
    source_lost_seconds: 60,
    correction_horizon_hours: 72,
    requests_per_minute: 120,
    discovery_minutes: 60,
    stored_secrets: ["client_secret"],
    created_by: "admin",
    state: "none",
    reason: null,
    error_code: null,
    mode: null,
    watermark: null,
    last_answer: null,
    followed_streams: 0,
    requests_left: null,
  });
  const changed = await app.call(`PUT /api/sources/${id}`, { as: "admin", body: { poll_seconds: 5 } });
  assertEquals([changed.status, changed.body.data.poll_seconds], [200, 5]);
  const list = await app.call("GET /api/sources", { as: "viewer" });
  assertEquals(list.body.data, [changed.body.data]);
  assert(!JSON.stringify(list.body).includes("s3cret"));
  assertEquals((await app.call(`DELETE /api/sources/${id}`, { as: "admin" })).status, 200);
  assertEquals((await app.call(`GET /api/sources/${id}`, { as: "admin" })).status, 404);
});

Deno.test("the source of the configuration is the first, and is neither renamed nor removed", async () => {
  await using app = await testApp();
  const configuration = { ...CONFIG, client_secret: "s3cret" };
  assertEquals((await app.call("POST /api/configuration", { as: "admin", body: configuration })).status, 200);
  const { body } = await app.call("GET /api/sources/1", { as: "viewer" });
  assertEquals([body.data.name, body.data.config.tenant_id], ["default", "t"]);
  const renamed = await app.call("PUT /api/sources/1", { as: "admin", body: { name: "main" } });
  assertEquals(issuesOf(renamed), [400, 'name: The source of /api/configuration is called "default"']);
  const removed = await app.call("DELETE /api/sources/1", { as: "admin" });
  assertEquals(removed.status, 400);
});

Deno.test("the source of the configuration is made by its name, of its kind only and only once", async () => {
  await using app = await testApp();
  const draft = { ...DRAFT, name: "default" };
  assertEquals((await post(app, draft)).body.data.id, 1);
  const { body } = await app.call("GET /api/configuration", { as: "viewer" });
  assertEquals([body.data.tenant_id, body.data.has_client_secret], ["t", true]);
  assertEquals((await post(app, draft)).status, 400);
});

Deno.test("a source with problems is refused whole, each problem at its path", async () => {
  await using app = await testApp();
  const kinds = SOURCE_KINDS.join(", ");
  assertEquals(issuesOf(await post(app, { ...DRAFT, kind: "fax" })), [
    400,
    `kind: There is no such kind; there are ${kinds}`,
  ]);
  assertEquals(
    issuesOf(await post(app, { ...DRAFT, config: { ...CONFIG, region: "Mars", colour: "red" } })),
    [
      400,
      "config.region: Must be one of us-west, eu-west, australia, japan, simulator",
      'config.colour: Unknown field "colour"',
    ],
  );
  assertEquals(issuesOf(await post(app, { ...DRAFT, config: { ...CONFIG, region: "simulator" } })), [
    400,
    "config.base_url: The region simulator has no default address; enter one",
  ]);
  assertEquals(issuesOf(await post(app, { ...DRAFT, secrets: {} })), [
    400,
    "secrets.client_secret: Is required",
  ]);
  assertEquals(issuesOf(await post(app, { ...DRAFT, secrets: { ...DRAFT.secrets, colour: "red" } })), [
    400,
    "secrets.colour: data_hub takes no secret of this name",
  ]);
  assertEquals(issuesOf(await post(app, { ...DRAFT, name: "line/2" })), [
    400,
    "name: Must have no /, [ and ]",
  ]);
  const large = { ...CONFIG, client_id: "x".repeat(30_000) };
  assertEquals(issuesOf(await post(app, { ...DRAFT, config: large }))[0], 400);
});

Deno.test("secrets are entered again for another receiver, and no unsaved test gets them", async () => {
  await using app = await testApp();
  const { id } = (await post(app, DRAFT)).body.data;
  const config = { ...CONFIG, base_url: "https://evil.example" };
  const again = [
    400,
    "secrets.client_secret: Enter it again: the stored one was entered for another receiver",
  ];
  const moved = await app.call(`PUT /api/sources/${id}`, { as: "admin", body: { config } });
  assertEquals(issuesOf(moved), again);
  const test = await app.call("POST /api/sources/test", {
    as: "admin",
    body: { id, kind: "data_hub", config },
  });
  assertEquals(issuesOf(test), again);
});

Deno.test("the kinds are listed with the fields of their forms", async () => {
  await using app = await testApp();
  const { data } = (await app.call("GET /api/source-kinds", { as: "viewer" })).body;
  assertEquals(data.map(({ kind }: Json) => kind), [...SOURCE_KINDS]);
  for (const { fields, secrets, label, about } of data) {
    assertMatch(label, /\S/);
    assertMatch(about, /\S/);
    for (const field of [...Object.values(fields), ...Object.values(secrets)] as Json[]) {
      assertMatch(String(field.label), /\S/);
    }
  }
});

Deno.test("only what Andon makes can be made", async () => {
  await using app = await testApp();
  const { id } = (await post(app, DRAFT)).body.data;
  const made = await app.call(`POST /api/sources/${id}/secrets/client_secret`, { as: "admin" });
  assertEquals(made.status, 404);
});

Deno.test("who is no administrator changes no source", async () => {
  await using app = await testApp();
  for (const as of ["viewer", "operator", "engineer"] as const) {
    assertEquals((await app.call("POST /api/sources", { as, body: DRAFT })).status, 403);
  }
});

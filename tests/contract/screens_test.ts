import { assert, assertEquals, assertMatch } from "@std/assert";
import { SCREEN_LIMITS } from "../../domain/screen/start_page.ts";
import { PERMISSIONS } from "../../routes/permissions.ts";
import { openEvent } from "../../storage/writes/event.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { type Call, makePackage, pathsOf, templateBody, testApp } from "./support.ts";
import { by, claim, cookieIn, paired, showing, stateOf } from "./screens_support.ts";

const BY = { name: "admin", role: "admin" } as const;

Deno.test("an admin claims the code that a screen shows, which then reads the wall until it is ended", async () => {
  await using app = await testApp();
  const screen = await showing(app);
  assertMatch(screen.code, /^\d{6}$/);
  assertEquals((await app.call("GET /api/rule-events/active", by(screen))).status, 401);
  const start_page = "/wall?layout=category";
  const made = await claim(app, { code: screen.code, start_page });
  const { id, created_at: _, last_used_at: __, ...shown } = made.body.data;
  assertEquals([made.status, shown], [201, {
    name: "Line 3",
    start_page,
    areas: [],
    address: "127.0.0.1",
    device: null,
    created_by: "admin",
  }]);
  const polled = await app.call("GET /api/screens/pairing", by(screen));
  assertEquals(polled.body.data, {
    status: "paired",
    code: null,
    expires_at: null,
    start_page,
    areas: [],
  });
  assertEquals(cookieIn(polled), screen.cookie);
  assertMatch(polled.headers.get("set-cookie") ?? "", /Max-Age=34560000/);
  assertEquals((await app.call("GET /api/rule-events/active", by(screen))).status, 200);
  const session = await app.call("GET /api/auth/session", by(screen));
  assertEquals(session.body.data.role, "viewer");
  const changed = await app.call(`PUT /api/screens/${id}`, { as: "admin", body: { name: "Line 4" } });
  assertEquals([changed.status, changed.body.data.name], [200, "Line 4"]);
  assertEquals((await app.call(`DELETE /api/screens/${id}`, { as: "admin" })).status, 200);
  assertEquals((await app.call("GET /api/rule-events/active", by(screen))).status, 401);
  assertEquals(await stateOf(app, by(screen)), "none");
  const { body: { data: audit } } = await app.call("GET /api/audit-log?resource_type=screen&limit=9", {
    as: "admin",
  });
  assertEquals(
    audit.map(({ action, who, before, after }: Record<string, { name: string }>) => {
      return [action, who, (after ?? before).name];
    }),
    [["ended", "admin", "Line 4"], ["updated", "admin", "Line 4"], ["created", "admin", "Line 3"]],
  );
});

Deno.test("a screen shows the areas that an admin gives it, at most 20, which cannot be deleted then", async () => {
  await using app = await testApp();
  const root = { floc_id: "ROOT", name: "Works", node_type: "enterprise", parent_id: null } as const;
  await app.storage.plant.create(root, BY);
  for (let id = 1; id <= SCREEN_LIMITS.areas + 1; id++) {
    const made = await app.storage.areas.create({ name: `Area ${id}`, plant_node_ids: ["ROOT"] }, BY);
    assertEquals(made.id, id);
  }
  const screen = await showing(app);
  const unknown = await claim(app, { code: screen.code, areas: [1, 77] });
  assertEquals([unknown.status, pathsOf(unknown)], [400, ["areas.1"]]);
  const made = await claim(app, { code: screen.code, areas: [2, 1, 2] });
  assertEquals([made.status, made.body.data.areas], [201, [2, 1]]);
  const pairing = async () => (await app.call("GET /api/screens/pairing", by(screen))).body.data.areas;
  assertEquals(await pairing(), [2, 1]);
  const refused = await app.call("DELETE /api/areas/2", { as: "admin" });
  const { error_code, used_by } = refused.body.details;
  assertEquals([refused.status, error_code], [403, "RESOURCE_IN_USE"]);
  assertEquals(used_by, [{ type: "screen", id: made.body.data.id, name: "Line 3" }]);
  const put = (body: Record<string, unknown>) =>
    app.call(`PUT /api/screens/${made.body.data.id}`, { as: "admin", body });
  assertEquals((await put({ name: "Line 4" })).body.data.areas, [2, 1]);
  const ids = Array.from({ length: SCREEN_LIMITS.areas + 1 }, (_, i) => i + 1);
  assertEquals((await put({ areas: ids.slice(1) })).status, 200);
  assertEquals(pathsOf(await put({ areas: ids })), ["areas"]);
  for (const [areas, paths] of [[[77], ["areas.0"]], [["1"], ["areas.0"]], ["1", ["areas"]]] as const) {
    const wrong = await put({ areas });
    assertEquals([areas, wrong.status, pathsOf(wrong)], [areas, 400, paths]);
  }
  assertEquals(pathsOf(await put({ start_page: "/", areas: [1, 77, 78] })).toSorted(), [
    ...["areas.1", "areas.2"],
    "start_page",
  ]);
  assertEquals((await put({ areas: [] })).body.data.areas, []);
  assertEquals(await pairing(), []);
  assertEquals((await app.call("DELETE /api/areas/2", { as: "admin" })).status, 200);
});

Deno.test("of a screen's area and its deletion at once, one is refused", async () => {
  await using app = await testApp();
  const root = { floc_id: "ROOT", name: "Works", node_type: "enterprise", parent_id: null } as const;
  await app.storage.plant.create(root, BY);
  const { id: screen } = await paired(app);
  for (let round = 0; round < 10; round++) {
    const { id } = await app.storage.areas.create({ name: `Area ${round}`, plant_node_ids: ["ROOT"] }, BY);
    const [named, deleted] = await Promise.all([
      app.call(`PUT /api/screens/${screen}`, { as: "admin", body: { areas: [id] } }),
      app.call(`DELETE /api/areas/${id}`, { as: "admin" }),
    ]);
    assert((named.status === 200) !== (deleted.status === 200), `${named.status} ${deleted.status}`);
    assertEquals(app.storage.areas.get(id) === undefined, deleted.status === 200);
  }
});

Deno.test("the credential is 32 random bytes, stored as its hash only, and shown to nobody", async () => {
  await using app = await testApp();
  const { cookie } = await paired(app);
  const token = cookie.split("=")[1];
  assertMatch(token, /^[A-Za-z0-9_-]{43}$/);
  const list = await app.call("GET /api/screens", { as: "admin" });
  const stored = JSON.stringify(await app.storage.store.list({ prefix: [] }));
  for (const text of [list.text, stored]) assert(!text.includes(token));
  const [{ token_hash }] = app.storage.screens.list();
  assert(!list.text.includes(token_hash));
  assertEquals(
    (await app.call("GET /api/rule-events/active", by({ cookie: `andon_screen=${token_hash}` }))).status,
    401,
  );
});

Deno.test("there are 200 screens at most", async () => {
  await using app = await testApp();
  const draft = { start_page: "/wall", cookie: "plain", address: "127.0.0.1", userAgent: null } as const;
  const actor = { name: "admin", role: "admin" } as const;
  for (let n = 0; n < SCREEN_LIMITS.screens - 1; n++) {
    await app.storage.screens.create({ ...draft, name: `Screen ${n}`, tokenHash: String(n) }, actor);
  }
  const last = await paired(app, "The last");
  const { code } = await showing(app);
  const refused = await claim(app, { code, name: "One more" });
  assertEquals(refused.status, 400);
  assertMatch(refused.body.error, /200 screens exist already/);
  await app.call(`DELETE /api/screens/${last.id}`, { as: "admin" });
  assertEquals((await claim(app, { code, name: "One more" })).status, 201, "the code was not used up");
});

const READS = [
  "GET /api/rule-events/active",
  "GET /api/event-wall-data",
  "GET /api/event-wall-data?hours=8&layout=timeline",
  "GET /api/templates?detail=brief",
  "GET /api/areas",
  "GET /api/plant-model",
  "GET /api/plant-settings",
  "GET /api/streams/active",
];

Deno.test("a screen reads what the wall shows, and nothing else of any path", async () => {
  await using app = await testApp();
  const screen = by(await paired(app));
  for (const line of READS) assertEquals([line, (await app.call(line, screen)).status], [line, 200]);
  const allowed = new Set(READS.map((line) => line.split("?")[0]));
  for (const [line, access] of Object.entries(PERMISSIONS)) {
    if (access === "public" || line === "GET /api/ws" || allowed.has(line) && line !== "GET /api/templates") {
      continue;
    }
    const { status } = await app.call(line.replace(/:\w+/g, "1"), screen);
    assertEquals([line, status], [line, 403]);
  }
  for (
    const line of [
      "GET /api/rule-events/active?person=anna",
      "GET /api/rule-events/active?text=anna",
      "GET /api/templates?detail=whole",
      "GET /api/templates?detail=brief&detail=whole",
      "POST /mcp",
    ]
  ) {
    assertEquals([line, (await app.call(line, { ...screen, undocumented: true })).status], [line, 403]);
  }
  const { body: { data: [refusal] } } = await app.call("GET /api/audit-log?kind=refusals&limit=1", {
    as: "admin",
  });
  assertEquals(refusal.who, "screen:Line 3");
});

Deno.test("what a screen reads names nobody, and holds nothing that people wrote in events", async () => {
  await using app = await testApp();
  const template = { ...templateBody(await makePackage(app)), created_by: "anna" };
  assertEquals((await app.call("POST /api/templates", { as: "engineer", body: template })).status, 201);
  const now = new Date().toISOString();
  const event = eventRecord({
    id: 7,
    start_time: now,
    activated_at: now,
    acknowledged_at: now,
    acknowledged_by: "anna",
    note: "Anna looks after it",
    shelve_reason: "Anna said so",
    enrichment: { caller: "Anna" },
  });
  await app.storage.store.commit({ mutations: openEvent(event) }, 1);
  const person = await app.call("GET /api/rule-events/active", { as: "viewer" });
  assertEquals([person.body.data[0].acknowledged_by, /anna/i.test(person.text)], ["anna", true]);
  const node = { floc_id: "N", name: "N", node_type: "enterprise" };
  assertEquals((await app.call("POST /api/plant-model", { as: "engineer", body: node })).status, 201);
  const area = { name: "North", plant_node_ids: ["N"] };
  assertEquals((await app.call("POST /api/areas", { as: "admin", body: area })).status, 201);
  const screen = by(await paired(app));
  for (const line of READS) {
    const { text } = await app.call(line, screen);
    assert(!/anna|engineer|admin/i.test(text), `${line}: ${text.slice(0, 2_000)}`);
  }
  const { body: { data: [shown] } } = await app.call("GET /api/rule-events/active", screen);
  assertEquals([shown.id, shown.acknowledged_at, shown.acknowledged_by, shown.note, shown.enrichment], [
    7,
    now,
    "(hidden)",
    null,
    {},
  ]);
});

Deno.test("a screen counts to no other's rate limit, and nobody to a screen's", async () => {
  const rateLimits = { default: 3, ai: null, heavy: null };
  await using app = await testApp({ settings: { rateLimits } });
  const draft = { start_page: "/wall", cookie: "plain", address: "127.0.0.1", userAgent: null } as const;
  const screens = [];
  for (const name of ["One", "Two"]) {
    const token = app.storage.screens.newToken();
    const tokenHash = app.storage.screens.tokenHash(token);
    await app.storage.screens.create({ ...draft, name, tokenHash }, { name: "admin", role: "admin" });
    screens.push(by({ cookie: `andon_screen=${token}` }));
  }
  const read = async (call: Call) => (await app.call("GET /api/plant-settings", call)).status;
  for (const call of [...screens, { as: "viewer" } as const]) {
    assertEquals([await read(call), await read(call), await read(call), await read(call)], [
      200,
      200,
      200,
      429,
    ]);
  }
});

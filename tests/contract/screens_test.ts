import { assert, assertEquals, assertMatch } from "@std/assert";
import { newShelf } from "../../domain/event/shelf.ts";
import { PAIRING_LIMITS } from "../../domain/screen/pairing.ts";
import { SCREEN_LIMITS } from "../../domain/screen/start_page.ts";
import { storedEvents } from "../support/stored_events.ts";
import { saveShelf } from "../../storage/writes/shelf.ts";
import { eventRecord } from "../unit/storage/support.ts";
import { PERMISSIONS } from "../support/api_admissions.ts";
import { by, claim, cookieIn, paired, showing, stateOf } from "./screen_fixture.ts";
import { type Call, makePackage, pathsOf, templateBody, type TestApp, testApp } from "./support.ts";
import { hashOf } from "../../storage/access/token_hashes.ts";

const START = Date.UTC(2026, 0, 31, 8, 15);

async function onClock(settings: Parameters<typeof testApp>[0] = {}) {
  const clock = { nowMs: START };
  return { clock, app: await testApp({ now: () => clock.nowMs, ...settings }) };
}

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
    viewing: null,
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
    viewing: null,
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

Deno.test("a browser that asks while its screen is stored keeps its code", async () => {
  await using app = await testApp();
  const screen = await showing(app);
  const { screens } = app.storage, states: string[] = [];
  const create = screens.create.bind(screens);
  screens.create = async (draft, actor) => {
    states.push(await stateOf(app, by(screen)));
    return await create(draft, actor);
  };
  assertEquals((await claim(app, { code: screen.code })).status, 201);
  states.push(await stateOf(app, by(screen)));
  assertEquals(states, ["waiting", "paired"]);
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

Deno.test("a code gives nothing to who guesses it: without the browser's cookie nobody is the screen", async () => {
  await using app = await testApp();
  const screen = await showing(app);
  const other = await showing(app);
  await claim(app, { code: screen.code });
  for (const cookie of ["", other.cookie, `andon_screen=${screen.code}`, `andon_screen=${"A".repeat(43)}`]) {
    const answer = await app.call("GET /api/screens/pairing", { headers: { cookie } });
    assert(answer.body.data.status !== "paired", cookie);
    assertEquals((await app.call("GET /api/rule-events/active", { headers: { cookie } })).status, 401);
  }
});

Deno.test("a code is claimed once, by an admin only, within 10 minutes", async () => {
  const { app, clock } = await onClock();
  await using _ = app;
  const first = await showing(app);
  for (const as of ["viewer", "operator", "engineer"] as const) {
    assertEquals((await claim(app, { code: first.code }, as)).status, 403);
  }
  assertEquals((await claim(app, { code: first.code }, null)).status, 401);
  assertEquals(
    (await app.call("POST /api/screens", { ...by(first), body: { code: first.code, name: "a" } })).status,
    401,
  );
  assertEquals((await claim(app, { code: first.code })).status, 201);
  const replayed = await claim(app, { code: first.code, name: "Another" });
  assertEquals([replayed.status, pathsOf(replayed)], [400, ["code"]]);
  const [early, late] = [await showing(app), await showing(app)];
  clock.nowMs += PAIRING_LIMITS.validMs - 1;
  assertEquals((await claim(app, { code: early.code, name: "Early" })).status, 201);
  clock.nowMs += 1;
  assertEquals(await stateOf(app, by(late)), "none");
  assertEquals(pathsOf(await claim(app, { code: late.code, name: "Late" })), ["code"]);
});

Deno.test("a refused name does not use up the code, and two claims at once make one screen", async () => {
  await using app = await testApp();
  await paired(app);
  const { code } = await showing(app);
  for (
    const [path, body] of [
      ["name", { name: "line 3" }],
      ["name", { name: " " }],
      ["start_page", { name: "Line 5", start_page: "/settings/users" }],
      ["start_page", { name: "Line 5", start_page: "//evil.example/wall" }],
      ["start_page", { name: "Line 5", start_page: "https://evil.example/wall" }],
      ["start_page", { name: "Line 5", start_page: "/wall/../settings" }],
      ["code", { name: "Line 5", code: "12345" }],
    ] as const
  ) {
    const refused = await claim(app, { code, ...body });
    assertEquals([refused.status, pathsOf(refused)], [400, [path]], JSON.stringify(body));
  }
  const both = await Promise.all(["Line 5", "Line 6"].map((name) => claim(app, { code, name })));
  assertEquals(both.map(({ status }) => status).sort(), [201, 400]);
  assertEquals(app.storage.screens.list().length, 2);
});

Deno.test("after ten wrong codes within 10 minutes an admin waits, also with the right one", async () => {
  const { app, clock } = await onClock();
  await using _ = app;
  const { code } = await showing(app);
  const wrong = code === "000000" ? "000001" : "000000";
  for (let tries = 1; tries <= PAIRING_LIMITS.wrongCodes; tries++) {
    assertEquals((await claim(app, { code: wrong })).status, 400);
  }
  const refused = await claim(app, { code });
  assertEquals([refused.status, refused.headers.get("retry-after")], [429, "600"]);
  clock.nowMs += PAIRING_LIMITS.validMs;
  const again = await showing(app);
  assertEquals((await claim(app, { code: again.code })).status, 201);
});

Deno.test("20 codes of one address and 200 in all can wait", async () => {
  const { app, clock } = await onClock();
  await using _ = app;
  const begin = (from: string, cookie = "") =>
    app.call("POST /api/screens/pairing", { from, headers: { cookie }, base: "http://localhost:8000" });
  const codes = new Set<string>();
  for (let address = 0; address < PAIRING_LIMITS.all / PAIRING_LIMITS.address; address++) {
    for (let n = 0; n < PAIRING_LIMITS.address; n++) {
      // An IPv6 network is one address.
      const answer = await beginFrom(app, `2001:db8:0:${address}::${n + 1}`);
      assertEquals(answer.status, 200);
      codes.add(answer.body.data.code);
    }
    if (address === 0) {
      const refused = await beginFrom(app, "2001:db8:0:0::ffff");
      assertEquals([refused.status, refused.headers.get("retry-after")], [429, "600"]);
    }
  }
  assertEquals(codes.size, PAIRING_LIMITS.all);
  assertEquals((await begin("127.0.0.1")).status, 429);
  clock.nowMs += PAIRING_LIMITS.validMs;
  const own = await begin("127.0.0.1");
  assertEquals(own.status, 200);
  for (let n = 1; n < PAIRING_LIMITS.address; n++) assertEquals((await begin("127.0.0.1")).status, 200);
  assertEquals((await begin("127.0.0.1")).status, 429);
  const renewed = await begin("127.0.0.1", cookieIn(own));
  assertEquals(renewed.status, 200, "a browser's new code replaces its old one");
  assertEquals((await claim(app, { code: own.body.data.code })).status, 400);
});

/** Over TLS from elsewhere. */
const beginFrom = (app: TestApp, from: string) =>
  app.call("POST /api/screens/pairing", { from, base: "https://andon.example" });

Deno.test("from elsewhere the cookie is for TLS only, and plain HTTP pairs no screen", async () => {
  await using app = await testApp();
  const plain = await app.call("POST /api/screens/pairing", {
    from: "192.0.2.7",
    base: "http://andon.example",
  });
  assertEquals(plain.status, 403);
  const begun = await beginFrom(app, "192.0.2.7");
  assertMatch(
    begun.headers.get("set-cookie") ?? "",
    /^__Host-andon_screen=.*; HttpOnly; SameSite=Lax; Path=\/;.*; Secure$/,
  );
  assertEquals((await claim(app, { code: begun.body.data.code })).status, 201);
  const [name, token] = cookieIn(begun).split("=");
  const read = (cookie: string) =>
    app.call("GET /api/plant-settings", {
      from: "192.0.2.7",
      base: "https://andon.example",
      headers: { cookie },
    });
  assertEquals((await read(`${name}=${token}`)).status, 200);
  assertEquals((await read(`andon_screen=${token}`)).status, 401);
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
  "GET /api/shelves",
  "GET /api/out-of-service",
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
  await app.storage.store.settled();
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
  await app.storage.store.commit(storedEvents(event), 1);
  const shelf = newShelf(event, { minutes: 60, reason: "Anna said so", by: "anna", nowMs: Date.now() });
  await app.storage.store.commit({ mutations: [saveShelf(shelf)] }, 1);
  const person = await app.call("GET /api/rule-events/active", { as: "viewer" });
  assertEquals([person.body.data[0].acknowledged_by, /anna/i.test(person.text)], ["anna", true]);
  const node = { floc_id: "N", name: "N", node_type: "enterprise" };
  assertEquals((await app.call("POST /api/plant-model", { as: "engineer", body: node })).status, 201);
  const scope = { kind: "plant_node", plant_node_floc_id: "N" };
  const taken = { scope, ends_at: new Date(Date.now() + 3_600_000).toISOString(), reason: "Anna said so" };
  assertEquals((await app.call("POST /api/out-of-service", { as: "operator", body: taken })).status, 201);
  const area = { name: "North", plant_node_ids: ["N"] };
  assertEquals((await app.call("POST /api/areas", { as: "admin", body: area })).status, 201);
  const screen = by(await paired(app));
  for (const line of READS) {
    const { text } = await app.call(line, screen);
    assert(!/anna|engineer|admin/i.test(text), `${line}: ${text.slice(0, 2_000)}`);
  }
  const shelves = await app.call("GET /api/shelves", screen);
  assertEquals(shelves.body.data.map(({ reason }: { reason: string }) => reason), ["(hidden)"]);
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
    const tokenHash = hashOf(token);
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

Deno.test("a page of another site neither begins a pairing nor asks for it", async () => {
  await using app = await testApp();
  const headers = { origin: "https://evil.example", "sec-fetch-site": "cross-site" };
  for (const line of ["POST /api/screens/pairing", "GET /api/screens/pairing"]) {
    const answer = await app.call(line, { headers });
    assertEquals([line, answer.status, answer.headers.get("set-cookie")], [line, 403, null]);
  }
});

Deno.test("a screen keeps from where it is read with its size, and refuses half of it", async () => {
  await using app = await testApp();
  const screen = await showing(app);
  const viewing = { distance_meters: 5, diagonal_inches: 55 };
  const { id } = (await claim(app, { code: screen.code, viewing })).body.data;
  const polled = await app.call("GET /api/screens/pairing", by(screen));
  assertEquals(polled.body.data.viewing, viewing);
  const change = async (body: object) => await app.call(`PUT /api/screens/${id}`, { as: "admin", body });
  assertEquals((await change({ name: "Line 4" })).body.data.viewing, viewing);
  const half = await change({ viewing: { distance_meters: 5 } });
  assertEquals([half.status, half.body.details.issues[0].path], [400, "viewing.diagonal_inches"]);
  assertEquals((await change({ viewing: null })).body.data.viewing, null);
});

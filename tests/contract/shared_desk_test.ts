import { assert, assertEquals, assertMatch } from "@std/assert";
import { CONFIRMED_MS } from "../../domain/access/desk.ts";
import { PERMISSIONS } from "../support/api_admissions.ts";
import { SoftPasskey } from "../support/soft_passkey.ts";
import { AREAS, idAt } from "./area_fixture.ts";
import { addPasskey, Browser, ORIGIN } from "./second_factor_support.ts";
import {
  ACKNOWLEDGE,
  addUser,
  CONFIRM,
  confirmed,
  confirmedCall,
  deskApp,
  NEEDED,
  PIN,
  refusalOf,
  REFUSED,
  setPin,
  signedIn,
} from "./shared_desk_support.ts";
import { PASSWORD, type TestApp, testApp } from "./support.ts";

const PACKAGE = { name: "Utilities 2", description: "" };
const somewhere = (line: string) => line.replace(/:\w+/g, "999999");

Deno.test("a shared desk reads, and every path that needs an operator or more is refused without a person", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  for (const [line, access] of Object.entries(PERMISSIONS)) {
    if (access === "public" || access === "viewer") continue;
    const answer = await desk.call(somewhere(line), line.startsWith("GET") ? undefined : {});
    const expected = access === "admin" ? [403, "FORBIDDEN"] : NEEDED;
    assertEquals([line, ...refusalOf(answer)], [line, ...expected]);
  }
  assertEquals((await desk.call("GET /api/rule-events/active")).status, 200);
  const { data } = (await desk.call("GET /api/auth/session")).body;
  assertEquals([data.username, data.role, data.shared_desk], ["control-room", "engineer", true]);
});

Deno.test("a confirmed action is the person's, and the audit log names person and desk", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  await setPin(app, "engineer");
  const answer = await desk.call(CONFIRM, { username: "engineer", pin: PIN });
  const { confirmation, username, seconds } = answer.body.data;
  assertEquals([username, seconds], ["engineer", CONFIRMED_MS / 1000]);
  assertMatch(confirmation, /^[\w-]{43}$/);
  const made = await confirmedCall(desk, "POST /api/packages", { confirmation, body: PACKAGE });
  assertEquals(made.status, 201, made.text);
  const { data: [entry, before] } = (await app.call("GET /api/audit-log", { as: "admin" })).body;
  assertEquals([entry.who, entry.desk, entry.action], ["engineer", "control-room", "created"]);
  assertEquals([before.who, before.desk, before.action], ["engineer", "control-room", "confirmed_at_desk"]);
  const own = await app.call("POST /api/packages", { as: "engineer", body: { ...PACKAGE, name: "Own" } });
  assertEquals(own.status, 201);
  assertEquals((await app.call("GET /api/audit-log?limit=1", { as: "admin" })).body.data[0].desk, null);
  assert(!JSON.stringify(await app.storage.store.list({ prefix: [] })).includes(confirmation));
});

Deno.test("a confirmation that ends while the body arrives confirms nothing", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const person = await setPin(app, "engineer");
  const confirmation = await confirmed(desk, "engineer");
  const before = app.storage.packages.list().map(({ name }) => name);
  const body = new ReadableStream({
    async pull(controller) {
      assertEquals((await person.call("DELETE /api/auth/desk-pin")).status, 200);
      controller.enqueue(new TextEncoder().encode(JSON.stringify(PACKAGE)));
      controller.close();
    },
  }, { highWaterMark: 0 });
  const answer = await confirmedCall(desk, "POST /api/packages", { confirmation, body });
  assertEquals([refusalOf(answer), app.storage.packages.list().map(({ name }) => name)], [NEEDED, before]);
});

Deno.test("the rights of person and desk both count, by role and by area", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const grants = [{ role: "operator" as const, area_ids: [AREAS.north] }];
  await addUser(app, { username: "north-only", role: "viewer", grants });
  await addUser(app, {
    username: "south-desk",
    role: "viewer",
    grants: [{ ...grants[0], area_ids: [AREAS.south] }],
    shared_desk: true,
  });
  for (const name of ["north-only", "operator", "admin", "viewer"]) await setPin(app, name);
  const southDesk = await signedIn(app, "south-desk");
  const north = ACKNOWLEDGE(idAt("north")), south = ACKNOWLEDGE(idAt("south"));
  const statuses = async (at: Browser, name: string) => {
    const confirmation = await confirmed(at, name), found = [];
    for (const line of [north, south, "POST /api/packages"]) {
      const body = line.endsWith("packages") ? { ...PACKAGE, name: `By ${name}` } : undefined;
      found.push((await confirmedCall(at, line, { confirmation, body })).status);
    }
    return found;
  };
  assertEquals(await statuses(desk, "north-only"), [200, 403, 403]);
  assertEquals(await statuses(desk, "operator"), [200, 200, 403]);
  assertEquals(await statuses(desk, "admin"), [200, 200, 201], "as an engineer");
  assertEquals(await statuses(desk, "viewer"), [403, 403, 403]);
  assertEquals(await statuses(southDesk, "operator"), [403, 200, 403]);
  assertEquals(await statuses(southDesk, "north-only"), [403, 403, 403]);
  const confirmation = await confirmed(desk, "admin");
  assertEquals((await confirmedCall(desk, "GET /api/users", { confirmation })).status, 403);
});

Deno.test("a confirmation counts for two minutes", async () => {
  const { app, clock, desk } = await deskApp();
  await using _ = app;
  await setPin(app, "operator");
  const confirmation = await confirmed(desk, "operator"), line = ACKNOWLEDGE(1);
  clock.nowMs += CONFIRMED_MS - 1;
  assertEquals((await confirmedCall(desk, line, { confirmation })).status, 200);
  clock.nowMs += 1;
  assertEquals(refusalOf(await confirmedCall(desk, line, { confirmation })), NEEDED);
});

Deno.test("a confirmation counts in no other session, and not without one", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  await setPin(app, "operator");
  const confirmation = await confirmed(desk, "operator"), line = ACKNOWLEDGE(1);
  const second = await signedIn(app, "control-room");
  assertEquals(refusalOf(await confirmedCall(second, line, { confirmation })), NEEDED);
  await confirmedCall(second, "DELETE /api/auth/desk-confirmations", { confirmation });
  assertEquals(
    (await confirmedCall(desk, line, { confirmation })).status,
    200,
    "another session ends it not",
  );
  assertEquals((await confirmedCall(new Browser(app), line, { confirmation })).status, 401);
  const viewer = await signedIn(app, "viewer");
  assertEquals((await confirmedCall(viewer, line, { confirmation })).status, 403);
  const foreign = await desk.call(line, undefined, {
    "x-desk-confirmation": confirmation,
    origin: "http://elsewhere.example",
  });
  assertEquals(refusalOf(foreign), [403, "FORBIDDEN"]);
});

Deno.test("Done ends a confirmation at once; that of the next person replaces no other window's", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  for (const name of ["operator", "engineer"]) await setPin(app, name);
  const first = await confirmed(desk, "operator"), second = await confirmed(desk, "engineer");
  const ended = await confirmedCall(desk, "DELETE /api/auth/desk-confirmations", { confirmation: second });
  assertEquals(ended.status, 200);
  assertEquals(refusalOf(await confirmedCall(desk, ACKNOWLEDGE(1), { confirmation: second })), NEEDED);
  assertEquals((await confirmedCall(desk, ACKNOWLEDGE(1), { confirmation: first })).status, 200);
});

interface Ending {
  what: string;
  /** `id`: of the person; the person has a session too. */
  end(given: { app: TestApp; desk: Browser; person: Browser; id: number }): Promise<unknown>;
  /** What the desk is answered then. */
  expected?: [number, string];
}

const ENDINGS: readonly Ending[] = [
  {
    what: "sign-out of the desk",
    end: ({ desk }) => desk.call("POST /api/auth/logout"),
    expected: [401, "AUTHENTICATION_REQUIRED"],
  },
  {
    what: "the person is disabled",
    end: ({ app, id }) => app.call(`PUT /api/users/${id}`, { as: "admin", body: { is_active: false } }),
  },
  {
    what: "the person is deleted",
    end: ({ app, id }) => app.call(`DELETE /api/users/${id}`, { as: "admin" }),
  },
  {
    what: "the password is reset",
    end: ({ app, id }) =>
      app.call(`PUT /api/users/${id}`, { as: "admin", body: { password: "quite another secret" } }),
  },
  {
    what: "the person changes the password",
    end: ({ person }) =>
      person.call("POST /api/auth/password", {
        current_password: PASSWORD,
        new_password: "quite another secret",
      }),
  },
  {
    what: "the PIN is reset",
    end: ({ app, id }) => app.call(`DELETE /api/users/${id}/desk-pin`, { as: "admin" }),
  },
  { what: "the PIN is removed", end: ({ person }) => person.call("DELETE /api/auth/desk-pin") },
  {
    what: "the PIN is changed",
    end: ({ person }) => person.call("PUT /api/auth/desk-pin", { pin: "473829", current_password: PASSWORD }),
  },
  {
    what: "the second factors are reset",
    end: ({ app, id }) => app.call(`DELETE /api/users/${id}/second-factors`, { as: "admin" }),
  },
  {
    what: "the person becomes a shared desk",
    end: ({ app, id }) => app.call(`PUT /api/users/${id}`, { as: "admin", body: { shared_desk: true } }),
  },
];

for (const { what, end, expected = NEEDED } of ENDINGS) {
  Deno.test(`a confirmation ends when this happens: ${what}`, async () => {
    const { app, desk } = await deskApp();
    await using _ = app;
    const id = await addUser(app, { username: "anna", role: "operator" });
    const person = await setPin(app, "anna");
    const confirmation = await confirmed(desk, "anna");
    assertEquals((await confirmedCall(desk, ACKNOWLEDGE(1), { confirmation })).status, 200);
    const { status, text } = await end({ app, desk, person, id }) as { status: number; text: string };
    assertEquals(status, 200, text);
    assertEquals(refusalOf(await confirmedCall(desk, ACKNOWLEDGE(1), { confirmation })), expected);
  });
}

Deno.test("changed grants of a person count at once", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const id = await addUser(app, { username: "anna", role: "viewer" });
  await setPin(app, "anna");
  const first = await confirmed(desk, "anna");
  assertEquals((await confirmedCall(desk, ACKNOWLEDGE(1), { confirmation: first })).status, 403);
  await app.call(`PUT /api/users/${id}`, {
    as: "admin",
    body: { grants: [{ role: "operator", area_ids: [AREAS.north] }] },
  });
  const second = await confirmed(desk, "anna");
  assertEquals((await confirmedCall(desk, ACKNOWLEDGE(idAt("north")), { confirmation: second })).status, 200);
});

Deno.test("a person confirms with a passkey that has verified them", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const { key } = await addPasskey(await signedIn(app, "operator"));
  const answer = async (given: { verifiesUser?: boolean; key?: SoftPasskey; challenge?: string } = {}) => {
    const { body } = await desk.call("POST /api/auth/desk-confirmations/passkey/options");
    assertEquals(body.data.options.allowCredentials ?? [], [], "names nobody");
    const { challenge } = body.data.options, { verifiesUser } = given;
    const assertion = (given.key ?? key).assertion({
      origin: ORIGIN,
      challenge: given.challenge ?? challenge,
      verifiesUser,
    });
    return await desk.call("POST /api/auth/desk-confirmations/passkey", assertion);
  };
  assertEquals(refusalOf(await answer({ verifiesUser: false })), REFUSED);
  assertEquals(refusalOf(await answer({ key: new SoftPasskey() })), REFUSED);
  assertEquals(refusalOf(await answer({ challenge: "AAAA" })), REFUSED);
  const right = await answer();
  assertEquals([right.status, right.body.data.username], [200, "operator"]);
  const { confirmation } = right.body.data;
  assertEquals((await confirmedCall(desk, ACKNOWLEDGE(1), { confirmation })).status, 200);
  const person = await signedIn(app, "viewer");
  const elsewhere = await person.call("POST /api/auth/desk-confirmations/passkey/options");
  assertEquals(refusalOf(elsewhere), [400, "VALIDATION_FAILED"]);
});

Deno.test("the passkey of a shared desk confirms nothing: a desk is no person", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const { key, answer } = await addPasskey(desk);
  assertEquals(answer.status, 200, answer.text);
  const { body } = await desk.call("POST /api/auth/desk-confirmations/passkey/options");
  const assertion = key.assertion({ origin: ORIGIN, challenge: body.data.options.challenge });
  assertEquals(refusalOf(await desk.call("POST /api/auth/desk-confirmations/passkey", assertion)), REFUSED);
});

Deno.test("a used challenge of a passkey is not accepted again", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const { key } = await addPasskey(await signedIn(app, "operator"));
  const { body } = await desk.call("POST /api/auth/desk-confirmations/passkey/options");
  const { challenge } = body.data.options;
  const line = "POST /api/auth/desk-confirmations/passkey";
  assertEquals((await desk.call(line, key.assertion({ origin: ORIGIN, challenge }))).status, 200);
  assertEquals(refusalOf(await desk.call(line, key.assertion({ origin: ORIGIN, challenge }))), REFUSED);
});

Deno.test("a desk proposes who confirmed there, the most recent first, for 30 days", async () => {
  const { app, clock, desk } = await deskApp();
  await using _ = app;
  for (const name of ["operator", "engineer"]) {
    await setPin(app, name);
    await confirmed(desk, name);
  }
  const people = async (browser: Browser) =>
    (await browser.call("GET /api/auth/desk-people")).body.data.map(({ username }: { username: string }) =>
      username
    );
  assertEquals(await people(desk), ["engineer", "operator"]);
  assertEquals(await people(await signedIn(app, "viewer")), []);
  clock.nowMs += 30 * 24 * 3_600_000;
  assertEquals(await people(await signedIn(app, "control-room")), []);
});

Deno.test("a shared desk is no administrator, and becoming one ends the sessions", async () => {
  await using app = await testApp();
  const refused = await app.call("POST /api/users", {
    as: "admin",
    body: { username: "desk", password: PASSWORD, role: "admin", shared_desk: true },
  });
  assertEquals([refused.status, refused.body.details.issues[0].path], [400, "shared_desk"]);
  const id = await addUser(app, { username: "desk", role: "operator" });
  const session = await signedIn(app, "desk");
  const promoted = { role: "admin", shared_desk: true };
  assertEquals((await app.call(`PUT /api/users/${id}`, { as: "admin", body: promoted })).status, 400);
  const changed = await app.call(`PUT /api/users/${id}`, { as: "admin", body: { shared_desk: true } });
  assertEquals([changed.status, changed.body.data.shared_desk, await session.reads()], [200, true, 401]);
  assertEquals(
    (await app.call(`PUT /api/users/${id}`, { as: "admin", body: { role: "admin" } })).status,
    400,
  );
});

Deno.test("a shared desk has no profile and no PIN of its own, and only a desk confirms", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const pin = { pin: PIN, current_password: PASSWORD };
  assertEquals((await desk.call("PUT /api/auth/profile", { display_name: "Anna Keller" })).status, 403);
  assertEquals((await desk.call("PUT /api/auth/desk-pin", pin)).status, 403);
  assertEquals((await desk.call("GET /api/auth/desk-pin")).body.data.is_available, false);
  const person = await setPin(app, "operator");
  const elsewhere = await person.call(CONFIRM, { username: "operator", pin: PIN });
  assertEquals(refusalOf(elsewhere), [400, "VALIDATION_FAILED"]);
  assertEquals(refusalOf(await desk.call(CONFIRM, { username: "control-room", pin: PIN })), REFUSED);
});

Deno.test("LOCAL_SIGN_IN counts for confirmations of local users too", async () => {
  await using app = await testApp({ settings: { localSignIn: "on" } });
  await addUser(app, { username: "control-room", role: "operator", shared_desk: true });
  await setPin(app, "operator");
  const desk = await signedIn(app, "control-room");
  app.deps.settings.localSignIn = "off";
  assertEquals(refusalOf(await desk.call(CONFIRM, { username: "operator", pin: PIN })), [403, "FORBIDDEN"]);
});

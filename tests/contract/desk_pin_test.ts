import { assert, assertEquals } from "@std/assert";
import { PROVIDER_CONFIRMED_MS } from "../../domain/access/desk.ts";
import type { UserRecord } from "../../domain/access/schema.ts";
import type { Key } from "../../domain/shared/commit.ts";
import { keys } from "../../storage/keys.ts";
import {
  addUser,
  CONFIRM,
  confirmed,
  deskApp,
  PIN,
  refusalOf,
  REFUSED,
  setPin,
  signedIn,
} from "./shared_desk_support.ts";
import { PASSWORD, pathsOf, type TestApp, testApp } from "./support.ts";

const SET = "PUT /api/auth/desk-pin";
const own = (pin: string) => ({ pin, current_password: PASSWORD });

Deno.test("a PIN has 6 to 12 digits and is none that people choose often", async () => {
  await using app = await testApp();
  const person = await signedIn(app, "operator");
  for (const pin of ["58392", "5839204718365", "58392a", " 583920", "", "５８３９２０"]) {
    const answer = await person.call(SET, own(pin));
    assertEquals([pin, answer.status, pathsOf(answer)], [pin, 400, ["pin"]]);
  }
  for (const pin of ["123456", "000000", "121212", "250185", "19850325", "789456", "555551", "100200"]) {
    const answer = await person.call(SET, own(pin));
    assertEquals([pin, answer.status, pathsOf(answer)], [pin, 400, ["pin"]]);
  }
  for (const pin of [PIN, "583920471836", "4829163"]) {
    assertEquals([pin, (await person.call(SET, own(pin))).status], [pin, 200]);
  }
});

Deno.test("a PIN takes the password, of which wrong ones are slowed down", async () => {
  await using app = await testApp();
  const person = await signedIn(app, "operator");
  const missing = await person.call(SET, { pin: PIN });
  assertEquals([missing.status, pathsOf(missing)], [400, ["current_password"]]);
  const wrong = { pin: PIN, current_password: "a wrong password" };
  for (let n = 0; n < 5; n++) assertEquals((await person.call(SET, wrong)).status, 403);
  assertEquals((await person.call(SET, own(PIN))).status, 429);
  assertEquals((await person.call("GET /api/auth/desk-pin")).body.data.set_at, null);
});

Deno.test("who may not confirm any more has no PIN, also when it was just being set", async () => {
  for (const change of [{ is_active: false }, { shared_desk: true }]) {
    await using app = await testApp();
    const person = await signedIn(app, "operator");
    const { access, desks, store } = app.storage, id = access.userByName("operator")?.id ?? 0;
    const getMany = store.getMany.bind(store);
    store.getMany = async <T>(wanted: readonly Key[]) => {
      if (wanted[1]?.[0] !== keys.deskPin(id)[0]) return await getMany<T>(wanted);
      store.getMany = getMany;
      await access.updateUser(id, change, { name: "admin", role: "admin" });
      return await getMany<T>(wanted);
    };
    assertEquals([(await person.call(SET, own(PIN))).status, desks.pin(id)], [403, undefined]);
  }
});

Deno.test("a PIN is stored as a hash, shown nowhere, and each change of it is audited", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const person = await setPin(app, "operator");
  await confirmed(desk, "operator");
  const { set_at, needs_password } = (await person.call("GET /api/auth/desk-pin")).body.data;
  assertEquals([typeof set_at, needs_password], ["string", true]);
  const user = (await app.call("GET /api/users/1001", { as: "admin" })).body.data;
  assertEquals([user.username, user.has_desk_pin], ["operator", true]);
  assertEquals((await app.call("DELETE /api/users/1001/desk-pin", { as: "engineer" })).status, 403);
  assertEquals((await app.call("DELETE /api/users/1001/desk-pin", { as: "admin" })).status, 200);
  assertEquals((await person.call("GET /api/auth/desk-pin")).body.data.set_at, null);
  assertEquals(refusalOf(await desk.call(CONFIRM, { username: "operator", pin: PIN })), REFUSED);
  const { data } = (await app.call("GET /api/audit-log?resource_type=user&limit=2", { as: "admin" })).body;
  assertEquals(data.map(({ who, action }: { who: string; action: string }) => [who, action]), [
    ["admin", "desk_pin_removed"],
    ["operator", "desk_pin_set"],
  ]);
  const stored = JSON.stringify(await app.storage.store.list({ prefix: [] }));
  assert(stored.includes("desk_pin_set") && !stored.includes(PIN));
});

Deno.test("a PIN survives what its owner does, and goes with a reset of the password and with being disabled", async () => {
  const { app } = await deskApp();
  await using _ = app;
  const id = await addUser(app, { username: "anna", role: "operator" });
  const hasPin = async () => (await app.call(`GET /api/users/${id}`, { as: "admin" })).body.data.has_desk_pin;
  const change = (body: object) => app.call(`PUT /api/users/${id}`, { as: "admin", body });
  const person = await setPin(app, "anna");
  const password = "quite another secret";
  await person.call("POST /api/auth/password", { current_password: PASSWORD, new_password: password });
  assertEquals(await hasPin(), true);
  await change({ role: "engineer" });
  assertEquals(await hasPin(), true);
  await change({ password: PASSWORD });
  assertEquals(await hasPin(), false);
  await setPin(app, "anna");
  await change({ is_active: false });
  await change({ is_active: true });
  assertEquals(await hasPin(), false);
});

/** Makes a user one of an identity provider, whose session begins now. */
async function external(app: TestApp, username: string): Promise<{ cookie: string; user: UserRecord }> {
  const { access } = app.storage, issuer = "https://login.example.org";
  const made = await app.call("POST /api/identity-providers", {
    as: "admin",
    body: { name: "corp", issuer, client_id: "andon", grants: [{ group: "operators", role: "operator" }] },
  });
  const providerId = made.body.data.id;
  const identified = { providerId, issuer, subject: "s-1", username, role: "operator" as const, grants: [] };
  const user = await access.signInExternal(identified);
  const { token } = await access.createSession(user.id);
  return { cookie: `andon_session=${token}`, user };
}

Deno.test("a user of an identity provider sets a PIN within 10 minutes of a sign-in, and it counts for 7 days", async () => {
  const { app, clock } = await deskApp();
  await using _ = app;
  const { cookie, user } = await external(app, "anna@corp");
  const set = () =>
    app.call(SET, { headers: { cookie, origin: "http://localhost:8000" }, body: { pin: PIN } });
  clock.nowMs += 10 * 60_000;
  assertEquals(refusalOf(await set()), [403, "FORBIDDEN"]);
  clock.nowMs -= 1;
  const answer = await set();
  assertEquals([answer.status, answer.body.data.needs_password], [200, false], answer.text);
  const setAtMs = clock.nowMs;
  const attempt = async () => {
    const at = await signedIn(app, "control-room");
    return (await at.call(CONFIRM, { username: user.username, pin: PIN })).status;
  };
  clock.nowMs = setAtMs + PROVIDER_CONFIRMED_MS - 1;
  assertEquals(await attempt(), 200);
  clock.nowMs += 1;
  assertEquals(await attempt(), 401);
  app.storage.desks.providerConfirmed(user.id);
  await app.storage.store.settled();
  assertEquals(await attempt(), 200);
  const [provider] = app.storage.identityProviders.list();
  const by = { name: "admin", role: "admin" } as const;
  await app.storage.identityProviders.update(provider.id, { is_active: false }, by);
  assertEquals(await attempt(), 401, "the provider is switched off");
});

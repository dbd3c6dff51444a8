import { assert, assertEquals, assertMatch } from "@std/assert";
import { CONTACT_ADDRESS_LIMITS } from "../../domain/contact_address/limits.ts";
import type { PersonalContactPoints } from "../../domain/contact_address/types.ts";
import type { OutgoingMessage, SendResult } from "../../domain/notification/types.ts";
import { holders } from "./area_fixture.ts";
import { type Json, type TestApp, testApp } from "./support.ts";

const BY = { name: "test", role: "admin" } as const;
const OWN = "/api/auth/contact-addresses";
const MAIL = 1, NUMBERS = 2, DEAD = 3;
const { codeMs, tries, codesPerHour, codeEveryMs, addresses: most } = CONTACT_ADDRESS_LIMITS;

interface Receiver extends AsyncDisposable {
  got: OutgoingMessage[];
  points: PersonalContactPoints;
}

/** Contact points that post messages over HTTP to a receiver on this machine. DEAD: nobody listens there. */
async function receiver(): Promise<Receiver> {
  const got: OutgoingMessage[] = [];
  const server = Deno.serve({ port: 0, hostname: "127.0.0.1", onListen: () => {} }, async (request) => {
    got.push(await request.json());
    return new Response("Taken");
  });
  const closed = Deno.listen({ port: 0, hostname: "127.0.0.1" });
  const { port: deadPort } = closed.addr as Deno.NetAddr;
  closed.close();
  const send: PersonalContactPoints["send"] = async (id, message, { signal }): Promise<SendResult> => {
    const base = { latency_ms: 1, retry_after_ms: null };
    try {
      const answer = await fetch(`http://127.0.0.1:${id === DEAD ? deadPort : server.addr.port}/`, {
        method: "POST",
        body: JSON.stringify(message),
        signal,
      });
      return { ...base, outcome: "accepted", status: answer.status, words: await answer.text() };
    } catch (error) {
      return { ...base, outcome: "retry", status: null, words: reasonOf(error) };
    }
  };
  const list: PersonalContactPoints["list"] = () => [
    { id: MAIL, name: "Mail", takes: "mail" },
    { id: NUMBERS, name: "Gateway", takes: "number" },
    { id: DEAD, name: "Dead", takes: "mail" },
  ];
  await Promise.resolve();
  return { got, points: { list, send }, [Symbol.asyncDispose]: () => server.shutdown() };
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? `${error.message} ${error.cause ?? ""}` : String(error);
}

interface Desk extends AsyncDisposable {
  app: TestApp;
  got: OutgoingMessage[];
  clock: { now: number };
}

async function desk(): Promise<Desk> {
  const { got, points, ...rest } = await receiver();
  const clock = { now: Date.parse("2026-01-05T08:00:00Z") };
  const app = await testApp({ now: () => clock.now, personalContactPoints: points });
  return {
    app,
    got,
    clock,
    async [Symbol.asyncDispose]() {
      await app[Symbol.asyncDispose]();
      await rest[Symbol.asyncDispose]();
    },
  };
}

const as = "operator" as const;
const add = (app: TestApp, address: string, contact_point_id = MAIL) =>
  app.call(`POST ${OWN}`, { as, body: { contact_point_id, address } });
const own = async (app: TestApp) => (await app.call(`GET ${OWN}`, { as })).body.data;
const codeOf = (got: OutgoingMessage[]) => /^\d{6}/.exec(got.at(-1)?.text ?? "")?.[0] ?? "";
const pathsOf = ({ body }: Json) => body.details.issues.map(({ path }: Json) => path);
const other = (code: string) => String((Number(code) + 1) % 1_000_000).padStart(6, "0");

Deno.test("an address counts once the code that was sent to it is confirmed", async () => {
  await using at = await desk();
  const { app, got, clock } = at;
  const made = await add(app, "Anna@Example.COM");
  assertEquals([made.status, made.body.data.address, made.body.data.confirmed_at], [
    201,
    "Anna@example.com",
    null,
  ]);
  const path = `${OWN}/${made.body.data.id}`;
  assertEquals((await app.call(`POST ${path}/code`, { as })).status, 200);
  assertEquals([got.length, got[0].to, got[0].title], [
    1,
    "Anna@example.com",
    "Andon: confirm this address",
  ]);
  const code = codeOf(got);
  const wrong = await app.call(`POST ${path}/confirm`, { as, body: { code: other(code) } });
  assertEquals([wrong.status, pathsOf(wrong), /4 tries are left/.test(wrong.body.error)], [
    400,
    ["code"],
    true,
  ]);
  const confirmed = await app.call(`POST ${path}/confirm`, { as, body: { code } });
  assertEquals([confirmed.status, confirmed.body.data.confirmed_at], [
    200,
    new Date(clock.now).toISOString(),
  ]);
  assertEquals((await app.call(`POST ${path}/confirm`, { as, body: { code } })).status, 400);
  const people = (await app.call("GET /api/notification-people", { as: "engineer" })).body.data;
  assertEquals(
    people.filter(({ is_reachable }: Json) => is_reachable).map(({ username }: Json) => username),
    [as],
  );
  assertEquals((await app.call(`DELETE ${path}`, { as })).status, 200);
  assertEquals((await own(app)).addresses, []);
});

Deno.test("a code counts for ten minutes and five tries, and only the last one", async () => {
  await using at = await desk();
  const { app, got, clock } = at;
  const path = `${OWN}/${(await add(app, "anna@example.com")).body.data.id}`;
  const send = () => app.call(`POST ${path}/code`, { as });
  const confirm = (code: string) => app.call(`POST ${path}/confirm`, { as, body: { code } });
  await send();
  const first = codeOf(got);
  for (let left = tries - 1; left >= 0; left--) {
    const refused = await confirm(other(first));
    assertMatch(
      refused.body.error,
      left > 1 ? new RegExp(`${left} tries`) : left === 1 ? /1 try is/ : /no more/,
    );
  }
  assertMatch((await confirm(first)).body.error, /have a new one sent/);
  clock.now += codeEveryMs;
  await send();
  const second = codeOf(got);
  clock.now += codeMs;
  assertMatch((await confirm(second)).body.error, /have a new one sent/);
  await send();
  clock.now += codeMs - 1;
  assertEquals((await confirm(codeOf(got))).status, 200);
});

Deno.test("a user gets a code a minute and five an hour, whatever the address", async () => {
  await using at = await desk();
  const { app, got, clock } = at;
  const ids: number[] = [];
  for (const name of ["a", "b"]) ids.push((await add(app, `${name}@example.com`)).body.data.id);
  const send = (n: number) => app.call(`POST ${OWN}/${ids[n % 2]}/code`, { as });
  assertEquals((await send(0)).status, 200);
  clock.now += codeEveryMs - 1;
  const early = await send(1);
  assertEquals([early.status, early.body.details.retry_after_seconds, early.headers.get("retry-after")], [
    429,
    1,
    "1",
  ]);
  clock.now += 1;
  for (let n = 1; n < codesPerHour; n++, clock.now += codeEveryMs) assertEquals((await send(n)).status, 200);
  assertEquals((await send(0)).status, 429);
  clock.now += 3_600_000 - codesPerHour * codeEveryMs - 1;
  assertEquals((await send(0)).status, 429);
  clock.now += 1;
  assertEquals([(await send(0)).status, got.length], [200, codesPerHour + 1]);
});

Deno.test("a code that could not be sent says the receiver's words", async () => {
  await using at = await desk();
  const { id } = (await add(at.app, "anna@example.com", DEAD)).body.data;
  const failed = await at.app.call(`POST ${OWN}/${id}/code`, { as });
  assertEquals([failed.status, failed.body.details.error_code], [500, "CONNECTION_FAILED"]);
  assertMatch(failed.body.error, /could not be sent: .*(refused|fetch failed)/i);
});

Deno.test("addresses are refused that their contact point does not take, and beyond the limit", async () => {
  await using at = await desk();
  const { app } = at;
  const paths = async (address: string, point?: number) => pathsOf(await add(app, address, point));
  assertEquals(await paths("anna"), ["address"]);
  assertEquals(await paths("anna@example.com\r\nBcc: x@y.z"), ["address"]);
  assertEquals(await paths("a b@example.com"), ["address"]);
  assertEquals(await paths("anna@example.com", NUMBERS), ["address"]);
  assertEquals(await paths("anna@example.com", 99), ["contact_point_id"]);
  assertEquals((await add(app, "+49 (30) 123-45", NUMBERS)).body.data.address, "+493012345");
  assertEquals(await paths("+493012345", NUMBERS), ["address"]);
  for (let n = 1; n < most; n++) assertEquals((await add(app, `a${n}@example.com`)).status, 201);
  const full = await add(app, "last@example.com");
  assertEquals([full.status, /10 addresses/.test(full.body.error)], [400, true]);
});

Deno.test("mail domains outside the plant's list count no more, and none is added", async () => {
  await using at = await desk();
  const { app, got } = at;
  const { id } = (await add(app, "anna@example.com")).body.data;
  await app.call(`POST ${OWN}/${id}/code`, { as });
  await app.call(`POST ${OWN}/${id}/confirm`, { as, body: { code: codeOf(got) } });
  const allow = (notification_mail_domains: string[]) =>
    app.call("PUT /api/plant-settings", { as: "admin", body: { notification_mail_domains } });
  const reachable = async () =>
    (await app.call("GET /api/notification-people", { as: "engineer" })).body.data
      .filter(({ is_reachable }: Json) => is_reachable).length;
  const saved = await allow(["plant.example", "*.Works.example"]);
  assertEquals(saved.body.data.notification_mail_domains, ["plant.example", "*.works.example"]);
  assertEquals(saved.body.data.keep_unacknowledged, true);
  assertEquals([await reachable(), (await own(app)).addresses[0].is_allowed], [0, false]);
  const refused = await add(app, "anna@sub.plant.example");
  assertMatch(refused.body.error, /these domains only: plant\.example, \*\.works\.example/);
  assertEquals(pathsOf(await add(app, "anna@works.example")), ["address"]);
  assertEquals((await add(app, "anna@a.works.example")).status, 201);
  assertEquals((await add(app, "anna@plant.example")).status, 201);
  assertEquals((await allow(Array.from({ length: 51 }, () => "a.example"))).status, 400);
  assertEquals((await allow(["@a.example"])).status, 400);
  await allow([]);
  assertEquals(await reachable(), 1);
});

Deno.test("zone, quiet hours and the order of ways are one's own to change", async () => {
  await using at = await desk();
  const { app } = at;
  const ids: number[] = [];
  for (const name of ["a", "b", "c"]) ids.push((await add(app, `${name}@example.com`)).body.data.id);
  const quiet_hours = [{ weekdays: [6, 7], from: "22:00", to: "08:00" }];
  const change = (body: Json) => app.call(`PUT ${OWN}`, { as, body });
  const saved = await change({ time_zone: "Europe/Berlin", quiet_hours, order: ids.toReversed() });
  const { time_zone, addresses } = saved.body.data;
  assertEquals([time_zone, addresses.map(({ id }: Json) => id)], ["Europe/Berlin", ids.toReversed()]);
  assertEquals(saved.body.data.quiet_hours, quiet_hours);
  assertEquals((await change({ time_zone: null })).body.data.quiet_hours, quiet_hours);
  for (const order of [ids.slice(1), [...ids, 99], [ids[0], ids[0], ids[1]]]) {
    assertEquals(pathsOf(await change({ order })), ["order"]);
  }
  assertEquals(pathsOf(await change({ time_zone: "Nowhere" })), ["time_zone"]);
  assertEquals(pathsOf(await change({ quiet_hours: Array.from({ length: 11 }, () => quiet_hours[0]) })), [
    "quiet_hours",
  ]);
});

Deno.test("addresses are a person's own, which an admin sees and removes, and go with the user", async () => {
  await using at = await desk();
  const { app } = at;
  const [anna, key] = await holders(app, { who: "anna", role: "viewer", grants: [] });
  const made = await app.call(`POST ${OWN}`, {
    ...anna.call,
    body: { contact_point_id: MAIL, address: "anna@example.com" },
  });
  assertEquals(made.status, 201);
  const { id } = made.body.data, userId = app.storage.access.userByName("anna")?.id ?? 0;
  for (const line of [`DELETE ${OWN}/${id}`, `POST ${OWN}/${id}/code`]) {
    assertEquals((await app.call(line, { as })).status, 404);
  }
  const body = { code: "123456" };
  assertEquals((await app.call(`POST ${OWN}/${id}/confirm`, { as, body })).status, 404);
  assertEquals((await app.call(`GET ${OWN}`, key.call)).status, 404);
  const ofUser = `/api/users/${userId}/contact-addresses`;
  assertEquals((await app.call(`GET ${ofUser}`, { as: "engineer" })).status, 403);
  const seen = await app.call(`GET ${ofUser}`, { as: "admin" });
  assertEquals(seen.body.data.addresses.map(({ address }: Json) => address), ["anna@example.com"]);
  assertEquals((await app.call(`DELETE ${ofUser}/${id}`, { as: "admin" })).status, 200);
  assertEquals((await app.call(`DELETE ${ofUser}/${id}`, { as: "admin" })).status, 404);
  await app.storage.contactAddresses.add(userId, { contact_point_id: MAIL, address: "a@example.com" }, BY);
  assertEquals((await app.call(`DELETE /api/users/${userId}`, { as: "admin" })).status, 200);
  assertEquals(app.storage.contactAddresses.of(userId), undefined);
});

Deno.test("neither the audit log nor the log holds an address or a code, and codes are stored hashed", async () => {
  await using at = await desk();
  const { app, got } = at;
  const { id } = (await add(app, "anna.keller@example.com")).body.data;
  await app.call(`POST ${OWN}/${id}/code`, { as });
  const code = codeOf(got);
  const stored = JSON.stringify(await app.storage.store.list({ prefix: ["contact_addresses"] }));
  assert(stored.includes("anna.keller") && !stored.includes(`"${code}"`));
  await app.call(`POST ${OWN}/${id}/confirm`, { as, body: { code } });
  const entries =
    (await app.call("GET /api/audit-log?resource_type=contact_addresses", { as: "admin" })).body.data;
  assertEquals(entries.map(({ action }: Json) => action), ["address_confirmed", "address_added"]);
  const text = JSON.stringify(entries) + JSON.stringify(app.logged);
  assertEquals([text.includes("anna.keller"), text.includes(code), text.includes("a…@example.com")], [
    false,
    false,
    true,
  ]);
});

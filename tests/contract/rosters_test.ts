import { assertEquals, assertMatch } from "@std/assert";
import { ROSTER_LIMITS } from "../../domain/roster/limits.ts";
import { rosterSchema } from "../../domain/roster/schema.ts";
import type { Json } from "./support.ts";
import { holders } from "./area_fixture.ts";
import { body, layer, make, NOW, plant } from "./roster_fixture.ts";
import { confirmed, confirmedCall, deskApp, setPin } from "./shared_desk_support.ts";

const BY = { name: "test", role: "admin" } as const;
const HOUR = 3_600_000, DAY = 24 * HOUR;
const pathsOf = ({ body }: Json) => body.details.issues.map(({ path }: Json) => path);
const iso = (ms: number) => new Date(ms).toISOString();

Deno.test("a roster is made, read by everybody with who is on call, changed and deleted, and audited", async () => {
  await using plantOf = await plant();
  const { app, anna, ben } = plantOf;
  const made = await make(app, body([anna, ben]));
  const { id, on_call, holes, hole_count, has_calendar, created_at: _, ...rest } = made.body.data;
  assertEquals([made.status, rest], [201, { ...body([anna, ben]), created_by: "engineer" }]);
  assertEquals(made.body.message, 'Roster "Utilities" is created');
  assertEquals([holes, hole_count, has_calendar], [[], 0, false]);
  assertEquals([on_call.username, on_call.from, on_call.to], ["anna", iso(NOW), iso(NOW + DAY)]);
  assertEquals((await app.call("GET /api/rosters", { as: "viewer" })).body.data, [made.body.data]);
  assertEquals((await make(app, body([anna], { name: "Else" }), "operator")).status, 403);
  const same = await app.call(`PUT /api/rosters/${id}`, { as: "engineer", body: made.body.data });
  assertEquals([same.status, same.body.data], [200, made.body.data]);
  const empty = await app.call(`PUT /api/rosters/${id}`, { as: "engineer", body: { layers: [] } });
  assertEquals([empty.body.data.on_call.kind, empty.body.data.hole_count], ["hole", 1]);
  assertMatch(empty.body.message, /nobody is on call from 5 Jan 2026, 08:00 to 19 Jan 2026, 08:00 \(UTC\)$/);
  assertEquals((await app.call(`DELETE /api/rosters/${id}`, { as: "engineer" })).status, 200);
  assertEquals((await app.call(`GET /api/rosters/${id}`, { as: "viewer" })).status, 404);
  const audit = await app.call("GET /api/audit-log?resource_type=roster", { as: "admin" });
  const actions = audit.body.data.map(({ action }: Json) => action);
  assertEquals(actions, ["deleted", "updated", "updated", "created"]);
});

Deno.test("shifts are those of 14 days, or of a span of 92 days at most", async () => {
  await using plantOf = await plant();
  const { app, anna, ben } = plantOf;
  const { id } = (await make(app, body([anna, ben]))).body.data;
  const path = `GET /api/rosters/${id}/shifts`;
  const all = (await app.call(path, { as: "viewer" })).body.data;
  assertEquals([all.length, all[0].username, all[1].username, all[13].to], [
    14,
    "anna",
    "ben",
    iso(NOW + 14 * DAY),
  ]);
  const span = (days: number) => `?from=${iso(NOW)}&to=${iso(NOW + days * DAY)}`;
  assertEquals((await app.call(path + span(92), { as: "viewer" })).body.data.length, 92);
  assertEquals(pathsOf(await app.call(path + span(93), { as: "viewer" })), ["to"]);
  assertEquals(pathsOf(await app.call(path + span(0), { as: "viewer" })), ["to"]);
  const paged = await app.call(`${path}?limit=5&offset=10`, { as: "viewer" });
  assertEquals([paged.body.data.length, paged.body.pagination.total], [4, 14]);
});

Deno.test("an operator takes a roster over, but only an engineer puts somebody else on call", async () => {
  await using plantOf = await plant();
  const { app, clock, anna, ben } = plantOf;
  const { id } = (await make(app, body([anna]))).body.data;
  const path = `/api/rosters/${id}/overrides`;
  const take = (as: "viewer" | "operator" | "engineer", more: Json = {}) =>
    app.call(`POST ${path}`, { as, body: { from: iso(NOW - HOUR), to: iso(NOW + HOUR), ...more } });
  assertEquals((await take("viewer")).status, 403);
  const own = await take("operator");
  assertEquals([own.status, own.body.data.username, own.body.data.from], [201, "operator", iso(NOW)]);
  assertEquals((await take("operator", { user_id: ben })).status, 403);
  const others = await take("engineer", { user_id: ben, from: iso(NOW + DAY), to: iso(NOW + 2 * DAY) });
  assertEquals([others.status, others.body.data.username], [201, "ben"]);
  const shown = (await app.call(`GET /api/rosters/${id}`, { as: "viewer" })).body.data.on_call;
  assertEquals([shown.username, shown.override_id, shown.to], [
    "operator",
    own.body.data.id,
    iso(NOW + HOUR),
  ]);
  const list = (await app.call(`GET ${path}`, { as: "viewer" })).body.data;
  assertEquals(list.map(({ username }: Json) => username), ["operator", "ben"]);
  const end = (as: "operator" | "engineer", one: Json) =>
    app.call(`DELETE ${path}/${one.body.data.id}`, { as });
  assertEquals((await end("operator", others)).status, 403);
  clock.now = NOW + HOUR / 2;
  assertEquals((await end("operator", own)).status, 200);
  assertEquals((await end("operator", own)).status, 400);
  assertEquals((await end("engineer", others)).status, 200);
  assertEquals((await end("engineer", others)).status, 404);
  const past = await app.call(`GET /api/rosters/${id}/shifts?from=${iso(NOW)}&to=${iso(NOW + HOUR)}`, {
    as: "viewer",
  });
  assertEquals(past.body.data.map(({ username }: Json) => username), ["operator", "anna"]);
});

Deno.test("an operator of an area takes a roster over, an engineer of an area changes none", async () => {
  await using plantOf = await plant();
  const { app, anna, ben } = plantOf;
  await app.storage.plant.create({ floc_id: "N", name: "N", node_type: "enterprise", parent_id: null }, BY);
  const area = await app.storage.areas.create({ name: "N", plant_node_ids: ["N"] }, BY);
  const { id } = (await make(app, body([anna]))).body.data;
  const grants = [{ role: "engineer" as const, area_ids: [area.id] }];
  const [session, key] = await holders(app, { who: "carla", role: "viewer", grants });
  const span = { from: iso(NOW), to: iso(NOW + HOUR) };
  const path = `POST /api/rosters/${id}/overrides`;
  assertEquals((await app.call(path, { ...session.call, body: span })).status, 201);
  assertEquals((await app.call(path, { ...session.call, body: { ...span, user_id: ben } })).status, 403);
  assertEquals((await app.call(path, { ...key.call, body: span })).status, 403);
  assertEquals((await app.call(`PUT /api/rosters/${id}`, { ...session.call, body: {} })).status, 403);
});

Deno.test("an override lasts 60 days at most, ends in the future, and names a user who exists", async () => {
  await using plantOf = await plant();
  const { app, anna } = plantOf;
  const { id } = (await make(app, body([anna]))).body.data;
  const take = (more: Json) =>
    app.call(`POST /api/rosters/${id}/overrides`, { as: "engineer", body: { from: iso(NOW), ...more } });
  const { overrideDays } = ROSTER_LIMITS;
  assertEquals((await take({ to: iso(NOW + overrideDays * DAY) })).status, 201);
  assertEquals(pathsOf(await take({ to: iso(NOW + overrideDays * DAY + 1) })), ["to"]);
  assertEquals(pathsOf(await take({ from: iso(NOW - DAY), to: iso(NOW) })), ["to"]);
  assertEquals(pathsOf(await take({ to: iso(NOW) })), ["to"]);
  assertEquals(pathsOf(await take({ to: iso(NOW + 1), user_id: 999_999 })), ["user_id"]);
});

Deno.test("a roster has 200 overrides that have not ended, and forgets the oldest of 200 that have", async () => {
  await using plantOf = await plant();
  const { app, clock, anna } = plantOf;
  const { id } = (await make(app, body([anna]))).body.data;
  const take = (from: number) =>
    app.storage.rosters.addOverride(id, { user_id: anna, from_ms: from, to_ms: from + HOUR }, BY);
  const most = ROSTER_LIMITS.overrides;
  for (let i = 0; i < most; i++) await take(NOW);
  const refused = await app.call(`POST /api/rosters/${id}/overrides`, {
    as: "engineer",
    body: { from: iso(NOW), to: iso(NOW + HOUR) },
  });
  assertEquals([refused.status, /200 overrides already/.test(refused.body.error)], [400, true]);
  const [first] = app.storage.rosters.overrides(id);
  clock.now = NOW + DAY;
  for (let i = 0; i < 3; i++) await take(clock.now);
  clock.now += DAY;
  await take(clock.now);
  assertEquals(app.storage.rosters.overrides(id).length, most + 1);
  assertEquals(app.storage.rosters.override(first.id), undefined);
});

Deno.test("a deleted user leaves a hole that is named, and what was read can still be written", async () => {
  await using plantOf = await plant();
  const { app, anna, ben } = plantOf;
  const { id } = (await make(app, body([anna, ben]))).body.data;
  await app.storage.access.updateUser(anna, { is_active: false }, BY);
  assertEquals((await app.call(`DELETE /api/users/${ben}`, { as: "admin" })).status, 200);
  const read = (await app.call(`GET /api/rosters/${id}`, { as: "engineer" })).body.data;
  assertEquals([read.on_call.kind, read.on_call.presence, read.on_call.username], [
    "hole",
    "disabled",
    "anna",
  ]);
  assertEquals([read.hole_count, read.holes[1].presence, read.holes[1].username], [14, "deleted", null]);
  const written = await app.call(`PUT /api/rosters/${id}`, { as: "engineer", body: read });
  assertEquals(written.status, 200);
  assertMatch(written.body.message, /because anna is disabled; 14 holes in the coming 14 days$/);
  const layers = [layer([ben, 999_999])];
  const wrong = await app.call(`PUT /api/rosters/${id}`, { as: "engineer", body: { layers } });
  assertEquals(pathsOf(wrong), ["layers.0.user_ids.1"]);
});

Deno.test("a roster's limits hold on both sides, and its name is unique", async () => {
  await using plantOf = await plant();
  const { app, anna } = plantOf;
  const hours = { weekdays: [1, 7], from: "22:00", to: "24:00" };
  const { layers, users, hours: mostHours } = ROSTER_LIMITS;
  const times = <T>(count: number, value: T) => Array.from({ length: count }, () => value);
  const wide = layer(times(users, anna), { hours: times(mostHours, hours), every: 52, unit: "week" });
  const full = body([anna], { layers: times(layers, wide), required_hours: times(mostHours, hours) });
  assertEquals((await make(app, full)).status, 201);
  const paths = async (given: Json) => pathsOf(await make(app, { ...full, name: "Other", ...given }));
  assertEquals(await paths({ name: "UTILITIES" }), ["name"]);
  assertEquals(await paths({ layers: times(layers + 1, wide) }), ["layers"]);
  assertEquals(await paths({ layers: [layer(times(users + 1, anna))] }), ["layers.0.user_ids"]);
  assertEquals(await paths({ layers: [layer([])] }), ["layers.0.user_ids"]);
  assertEquals(await paths({ layers: [layer([anna], { hours: times(mostHours + 1, hours) })] }), [
    "layers.0.hours",
  ]);
  assertEquals(await paths({ layers: [layer([anna], { every: 53 })] }), ["layers.0.every"]);
  assertEquals(await paths({ layers: [layer([anna], { every: 0 })] }), ["layers.0.every"]);
  assertEquals(await paths({ layers: [layer([anna], { starts_on: "2026-02-30" })] }), ["layers.0.starts_on"]);
  assertEquals(await paths({ layers: [layer([anna], { handover_time: "24:00" })] }), [
    "layers.0.handover_time",
  ]);
  assertEquals(await paths({ time_zone: "Mars/Base" }), ["time_zone"]);
  assertEquals(await paths({ time_zone: "+01:00" }), ["time_zone"]);
  assertEquals(await paths({ required_hours: [{ ...hours, weekdays: [8] }] }), [
    "required_hours.0.weekdays.0",
  ]);
});

Deno.test("there are 100 rosters and 100 teams at most, also when they are made at once", async () => {
  await using plantOf = await plant();
  const { app, anna } = plantOf;
  const { rosters } = ROSTER_LIMITS;
  for (let i = 0; i < rosters - 2; i++) {
    await app.storage.rosters.create(rosterSchema.parse({ name: `R${i}`, time_zone: "UTC" }), BY);
    await app.storage.teams.create({ name: `T${i}`, user_ids: [anna] }, BY);
  }
  const some = [1, 2, 3, 4];
  const last = await Promise.all(some.map((n) => make(app, body([anna], { name: `Last ${n}` }))));
  assertEquals(last.map(({ status }) => status).sort(), [201, 201, 400, 400]);
  const teams = await Promise.all(
    some.map((n) =>
      app.call("POST /api/teams", { as: "engineer", body: { name: `Last ${n}`, user_ids: [anna] } })
    ),
  );
  assertEquals(teams.map(({ status }) => status).sort(), [201, 201, 400, 400]);
});

Deno.test("a team is made, read with its members, changed and deleted", async () => {
  await using plantOf = await plant();
  const { app, anna, ben } = plantOf;
  const given = { name: "Electricians", user_ids: [ben, anna] };
  const made = await app.call("POST /api/teams", { as: "engineer", body: given });
  const { id, members } = made.body.data;
  assertEquals([made.status, members.map(({ username }: Json) => username)], [201, ["ben", "anna"]]);
  await app.storage.access.updateUser(anna, { is_active: false }, BY);
  assertEquals(app.storage.teams.membersOf(id), [ben]);
  assertEquals((await app.call(`DELETE /api/users/${ben}`, { as: "admin" })).status, 200);
  const read = (await app.call(`GET /api/teams/${id}`, { as: "viewer" })).body.data;
  assertEquals(read.members, [
    { user_id: ben, username: null, is_active: false },
    { user_id: anna, username: "anna", is_active: false },
  ]);
  assertEquals((await app.call(`PUT /api/teams/${id}`, { as: "engineer", body: read })).status, 200);
  const paths = async (more: Json) =>
    pathsOf(await app.call("POST /api/teams", { as: "engineer", body: { ...given, name: "New", ...more } }));
  assertEquals(await paths({ name: "ELECTRICIANS" }), ["name", "user_ids.0"]);
  const twice = await app.call("POST /api/teams", {
    as: "engineer",
    body: { name: "Twice", user_ids: [anna, anna] },
  });
  assertEquals(twice.body.data.user_ids, [anna]);
  assertEquals(await paths({ user_ids: [] }), ["user_ids"]);
  assertEquals(await paths({ user_ids: Array.from({ length: 51 }, (_, i) => i + 1) }), ["user_ids"]);
  assertEquals((await app.call(`DELETE /api/teams/${id}`, { as: "operator" })).status, 403);
  assertEquals((await app.call(`DELETE /api/teams/${id}`, { as: "engineer" })).status, 200);
});

Deno.test("a calendar program reads the shifts by an address that its user, a new one or an engineer ends", async () => {
  await using plantOf = await plant();
  const { app, anna, ben } = plantOf;
  const { id } = (await make(app, body([anna, ben], { name: "Nights; and, days" }))).body.data;
  const open = async () =>
    (await app.call(`POST /api/rosters/${id}/calendar`, { as: "operator" })).body.data.path as string;
  const read = async (path: string) => await app.call(`GET ${path}`);
  const first = await open();
  const answer = await read(first);
  assertEquals(answer.headers.get("content-type"), "text/calendar; charset=utf-8");
  const lines = answer.text.replaceAll("\r\n ", "").split("\r\n");
  assertEquals(lines.filter((line) => line.startsWith("X-WR-CALNAME")), [
    "X-WR-CALNAME:On call: Nights\\; and\\, days",
  ]);
  assertEquals(lines.filter((line) => line === "DTSTART:20260105T080000Z").length, 1);
  const uids = lines.filter((line) => line.startsWith("UID:"));
  assertEquals(new Set(uids).size, uids.length);
  assertEquals((await app.call(`GET /api/rosters/${id}`, { as: "operator" })).body.data.has_calendar, true);
  const second = await open();
  assertEquals([(await read(first)).status, (await read(second)).status], [404, 200]);
  assertEquals((await read(second.replace(/token=.*/, "token=x"))).status, 404);
  assertEquals((await read(second.replace(/\?.*/, ""))).status, 404);
  assertEquals((await read(second.replace(`${id}.ics`, "x.ics"))).status, 404);
  assertEquals((await app.call(`DELETE /api/rosters/${id}/calendar`, { as: "operator" })).status, 200);
  assertEquals((await read(second)).status, 404);
  const third = await open();
  const all = await app.call(`DELETE /api/rosters/${id}/calendars`, { as: "engineer" });
  assertEquals([all.body.message, (await read(third)).status], ["1 address has ended", 404]);
  const { key } = await app.storage.access.apiKeys.issue(
    { name: "k", role: "admin", is_active: true, expires_at: null },
    BY,
  );
  const headers = { authorization: `Bearer ${key}` };
  assertEquals((await app.call(`POST /api/rosters/${id}/calendar`, { headers })).status, 403);
  const audit = JSON.stringify((await app.call("GET /api/audit-log", { as: "admin" })).body.data);
  assertEquals(audit.includes(new URL(third, "http://x").searchParams.get("token")!), false);
});

Deno.test("the calendar of a disabled or deleted user is not found", async () => {
  await using plantOf = await plant();
  const { app, anna } = plantOf;
  const { id } = (await make(app, body([anna]))).body.data;
  const user = app.storage.access.user(anna)!;
  const token = await app.storage.rosters.openCalendar(id, user, BY);
  const read = async () => (await app.call(`GET /files/rosters/${id}.ics?token=${token}`)).status;
  assertEquals(await read(), 200);
  await app.storage.access.updateUser(anna, { is_active: false }, BY);
  assertEquals(await read(), 404);
  await app.storage.access.updateUser(anna, { is_active: true }, BY);
  assertEquals(await read(), 200);
  await app.storage.access.removeUser(anna, BY);
  assertEquals([await read(), app.storage.rosters.hasCalendar(id, anna)], [404, false]);
});

Deno.test("a calendar that is opened while its roster or user is deleted goes with it", async () => {
  for (const noun of ["roster", "user"] as const) {
    await using plantOf = await plant();
    const { app, anna, ben } = plantOf;
    const { access, rosters, store } = app.storage, commit = store.commit.bind(store);
    const { id } = (await make(app, body([ben]))).body.data;
    let isOpened = false;
    store.commit = async (change, lane) => {
      const isRemoval = change.mutations.some(({ type, key }) => type === "delete" && key[0] === noun);
      if (isRemoval && !isOpened) {
        isOpened = true;
        await rosters.openCalendar(id, access.user(anna)!, BY);
      }
      return await commit(change, lane);
    };
    const path = noun === "roster" ? `rosters/${id}` : `users/${anna}`;
    const { status } = await app.call(`DELETE /api/${path}`, { as: "admin" });
    assertEquals([isOpened, status, rosters.hasCalendar(id, anna)], [true, 200, false], noun);
  }
});

Deno.test("a team or roster that a policy names cannot be deleted", async () => {
  await using plantOf = await plant();
  const { app, anna } = plantOf;
  const roster = (await make(app, body([anna]))).body.data;
  const team =
    (await app.call("POST /api/teams", { as: "engineer", body: { name: "T", user_ids: [anna] } })).body
      .data;
  const to = [{ kind: "team", id: team.id }, { kind: "roster", id: roster.id }];
  const policy = await app.call("POST /api/notification-policies", {
    as: "engineer",
    body: { name: "P", steps: [{ after_minutes: 0, to }] },
  });
  assertEquals(policy.status, 201, policy.text);
  const { id } = policy.body.data;
  for (const line of [`DELETE /api/teams/${team.id}`, `DELETE /api/rosters/${roster.id}`]) {
    const refused = await app.call(line, { as: "engineer" });
    assertEquals([refused.status, refused.body.details.used_by[0].id], [403, id]);
  }
  assertEquals((await app.call(`DELETE /api/notification-policies/${id}`, { as: "engineer" })).status, 200);
  for (const line of [`DELETE /api/teams/${team.id}`, `DELETE /api/rosters/${roster.id}`]) {
    assertEquals((await app.call(line, { as: "engineer" })).status, 200);
  }
});

Deno.test("at a shared desk whoever confirms takes the roster over, and a desk has no addresses", async () => {
  const { app, desk } = await deskApp();
  await using _ = app;
  const user = app.storage.access.userByName("engineer");
  const { id } = (await make(app, body([user?.id ?? 0]))).body.data;
  await setPin(app, "operator");
  const confirmation = await confirmed(desk, "operator");
  const now = Date.now();
  const span = { from: iso(now), to: iso(now + HOUR) };
  const line = `POST /api/rosters/${id}/overrides`;
  const taken = await confirmedCall(desk, line, { confirmation, body: span });
  assertEquals([taken.status, taken.body.data.username], [201, "operator"], taken.text);
  assertEquals((await desk.call("GET /api/auth/contact-addresses")).status, 404);
  assertEquals((await desk.call(`POST /api/rosters/${id}/calendar`)).status, 403);
});

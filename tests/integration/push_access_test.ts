import { assertEquals, assertMatch, assertRejects } from "@std/assert";
import type { Role } from "../../domain/access/types.ts";
import { identityProviderSchema } from "../../domain/identity_provider/schema.ts";
import { SOCKET_LIMITS } from "../../routes/push/socket_limits.ts";
import { MESSAGE_BYTES } from "../../routes/push/subscription.ts";
import { eventually } from "../support/eventually.ts";
import { TurnedClock } from "../support/push_clock.ts";
import { createPushHarness, eventFrame, type PushHarness } from "../support/push_harness.ts";
import { type Frame, IdleSocket, PushSocket } from "../support/push_socket.ts";

const BY = { name: "admin", role: "admin" } as const;
const HOUR_MS = 3_600_000;

/** The answer to a handshake that is refused, or 101. */
async function handshake(harness: PushHarness, headers: Record<string, string>): Promise<[number, string]> {
  const { hostname, port } = new URL(harness.url);
  using connection = await Deno.connect({ hostname, port: Number(port) });
  const lines = ["GET /api/ws HTTP/1.1", `Host: ${hostname}:${port}`, "Connection: Upgrade"];
  const key = "dGhlIHNhbXBsZSBub25jZQ==";
  const all = { "Upgrade": "websocket", "Sec-WebSocket-Version": "13", "Sec-WebSocket-Key": key, ...headers };
  for (const [name, value] of Object.entries(all)) if (value !== "") lines.push(`${name}: ${value}`);
  await connection.write(new TextEncoder().encode(`${lines.join("\r\n")}\r\n\r\n`));
  const bytes = new Uint8Array(10_000);
  const timer = setTimeout(() => connection.close(), 60_000);
  const text = new TextDecoder().decode(bytes.subarray(0, await connection.read(bytes) ?? 0));
  clearTimeout(timer);
  return [Number(text.split(" ")[1]), /"error_code":"(\w+)"/.exec(text)?.[1] ?? ""];
}

Deno.test("the channel opens for every role with an Origin of this site", async () => {
  await using harness = await createPushHarness();
  for (const role of ["viewer", "operator", "engineer", "admin"] as Role[]) {
    assertEquals(await handshake(harness, harness.headersOf(role)), [101, ""]);
  }
});

Deno.test("the channel is refused without a session, from another site, and for a cookie without an Origin", async () => {
  await using harness = await createPushHarness();
  const { cookie } = harness.headersOf("viewer");
  const refused = [403, "FORBIDDEN"];
  assertEquals(await handshake(harness, { origin: harness.origin }), [401, "AUTHENTICATION_REQUIRED"]);
  assertEquals(await handshake(harness, { cookie, origin: "https://evil.example" }), refused);
  assertEquals(await handshake(harness, { cookie, origin: "null" }), refused);
  assertEquals(await handshake(harness, { cookie }), refused);
  assertEquals(harness.hub.size, 0);
});

Deno.test("an API key opens the channel, with no Origin or any", async () => {
  await using harness = await createPushHarness();
  const draft = { name: "Wall", role: "viewer", is_active: true, expires_at: null } as const;
  const { key } = await harness.app.storage.access.apiKeys.issue(draft, BY);
  const authorization = `Bearer ${key}`;
  assertEquals(await handshake(harness, { authorization }), [101, ""]);
  assertEquals(await handshake(harness, { authorization, origin: "https://elsewhere.example" }), [101, ""]);
  assertEquals(await handshake(harness, { authorization: `${authorization}x` }), [
    401,
    "AUTHENTICATION_REQUIRED",
  ]);
});

Deno.test("a plain request to the channel is asked for a WebSocket", async () => {
  await using harness = await createPushHarness();
  const headers = harness.headersOf("viewer");
  const answer = await fetch(`${harness.origin}/api/ws`, { headers });
  assertEquals([answer.status, (await answer.json()).details.error_code], [400, "VALIDATION_FAILED"]);
  assertEquals(await handshake(harness, { ...headers, "Sec-WebSocket-Key": "" }), [
    400,
    "VALIDATION_FAILED",
  ]);
});

Deno.test("so many sockets are taken, and the next is a 503 until one closes", async () => {
  await using harness = await createPushHarness({ limits: { ...SOCKET_LIMITS, all: 2 } });
  await using first = await harness.connect("viewer");
  await using _second = await harness.connect("viewer");
  assertEquals(await handshake(harness, harness.headersOf("viewer")), [503, "UNAVAILABLE"]);
  first.socket.close();
  await first.closed;
  await eventually("there is room again", () => !harness.hub.isFull);
  assertEquals(await handshake(harness, harness.headersOf("viewer")), [101, ""]);
});

/** Opens a socket, ends its right to be there, and answers how it was closed two seconds later. */
async function closedBy(
  harness: PushHarness & { clock: TurnedClock },
  headers: Record<string, string>,
  end: () => Promise<unknown>,
): Promise<number> {
  await using socket = await PushSocket.open(harness.url, headers, {});
  await harness.commit([eventFrame(0)]);
  await socket.until("the frame arrived", (frames) => frames.length > 0);
  await end();
  harness.clock.turn(2_000);
  const { code, reason } = await socket.closed;
  assertMatch(reason, /sign in again/);
  return code;
}

Deno.test("a session's end closes its sockets within 2 s: signed out, user disabled, user deleted", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  const { access } = harness.app.storage;
  const idOf = (role: Role) => access.userByName(role)?.id ?? 0;
  await using stays = await harness.connect("admin", {});
  const tokenOf = (role: Role) => harness.app.cookieOf(role).split("=")[1];
  const ends: [Role, () => Promise<unknown>][] = [
    ["viewer", () => access.endSession(tokenOf("viewer"))],
    ["operator", () => access.updateUser(idOf("operator"), { is_active: false }, BY)],
    ["engineer", () => access.removeUser(idOf("engineer"), BY)],
  ];
  for (const [role, end] of ends) {
    assertEquals([role, await closedBy({ ...harness, clock }, harness.headersOf(role), end)], [role, 1008]);
  }
  assertEquals(stays.socket.readyState, WebSocket.OPEN);
});

Deno.test("a session that outlives its time closes its socket", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  await using socket = await harness.connect("viewer", {});
  await eventually("it is in", () => harness.hub.size === 1);
  harness.turnSessions(12 * HOUR_MS);
  clock.turn(1_100);
  assertEquals((await socket.closed).code, 1008);
});

Deno.test("an open socket does not prolong its session: 12 h after its last use both end", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  await using socket = await harness.connect("viewer", {});
  await eventually("it is in", () => harness.hub.size === 1);
  for (let hour = 1; hour <= 13 && harness.hub.size === 1; hour++) {
    harness.turnSessions(HOUR_MS);
    clock.turn(1_100);
    await harness.commit([eventFrame(hour)]);
  }
  assertEquals(harness.hub.size, 0);
  assertEquals((await socket.closed).code, 1008);
});

Deno.test("an open socket does not count as a use of its API key, and closes when the key expires", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  const { access } = harness.app.storage;
  const expires_at = new Date(Date.now() + 2 * HOUR_MS).toISOString();
  const { key, record } = await access.apiKeys.issue({
    name: "Wall",
    role: "viewer",
    is_active: true,
    expires_at,
  }, BY);
  await using socket = await PushSocket.open(harness.url, { authorization: `Bearer ${key}` }, {});
  await eventually("it is in", () => harness.hub.size === 1);
  const usedAt = access.apiKeys.get(record.id)?.last_used_at_ms;
  harness.turnSessions(HOUR_MS);
  clock.turn(1_100);
  assertEquals([access.apiKeys.get(record.id)?.last_used_at_ms, harness.hub.size], [usedAt, 1]);
  harness.turnSessions(HOUR_MS + 1_000);
  clock.turn(1_100);
  assertEquals((await socket.closed).code, 1008);
});

Deno.test("an open socket follows a changed mapping: it hears of users while its person is an administrator", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  const { access, identityProviders } = harness.app.storage;
  const draft = identityProviderSchema.parse({
    name: "corp",
    issuer: "https://login.example",
    client_id: "a",
  });
  const { id: providerId, issuer } = await identityProviders.create(draft, BY);
  const mapTo = (role: Role, group = "people") =>
    identityProviders.update(providerId, { grants: [{ group, role, area_ids: null }] }, BY);
  const learnt = { question: "claim groups", groups: ["people"] };
  const who = {
    providerId,
    issuer,
    subject: "a",
    username: "a@corp",
    role: "admin",
    grants: [],
    learnt,
  } as const;
  await mapTo("admin");
  const { token } = await access.createSession((await access.signInExternal(who)).id);
  const headers = { cookie: `andon_session=${token}`, origin: harness.origin };
  await using socket = await PushSocket.open(harness.url, headers, { subscribe: ["resource_changed"] });
  const heard: string[] = [];
  for (const role of ["admin", "viewer", "admin"] as const) {
    await mapTo(role);
    await access.createUser({ username: `${heard.length}`, password: "x".repeat(12), role: "viewer" }, BY);
    const mark = await harness.app.storage.packages.create({ name: `${heard.length}`, description: "" }, BY);
    const isMark = ({ data }: Frame) => data.type === "package" && data.id === mark.id;
    await socket.until("the mark came", (frames) => frames.some(isMark));
    heard.push(socket.frames.splice(0).map(({ data }) => data.type).filter((type) => type === "user").join());
  }
  assertEquals(heard, ["user", "", "user"]);
  await mapTo("admin", "others");
  clock.turn(2_000);
  assertEquals((await socket.closed).code, 1008);
});

Deno.test("a key's end closes its sockets within 2 s: deleted, switched off, another role", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  const { access } = harness.app.storage;
  const ends: ((id: number) => Promise<unknown>)[] = [
    (id) => access.apiKeys.remove(id, BY),
    (id) => access.apiKeys.update(id, { is_active: false }, BY),
    (id) => access.apiKeys.update(id, { role: "operator" }, BY),
  ];
  for (const [at, end] of ends.entries()) {
    const draft = { name: `Key ${at}`, role: "viewer", is_active: true, expires_at: null } as const;
    const { key, record } = await access.apiKeys.issue(draft, BY);
    const code = await closedBy(
      { ...harness, clock },
      { authorization: `Bearer ${key}` },
      () => end(record.id),
    );
    assertEquals([at, code], [at, 1008]);
  }
});

Deno.test("a stopping server says goodbye with 1001, also to one that does not read", async () => {
  await using harness = await createPushHarness();
  await using socket = await harness.connect("viewer", {});
  using idle = await IdleSocket.open(harness.url, harness.headersOf("viewer"));
  await idle.say({});
  await eventually("both are in", () => harness.hub.size === 2);
  for (let i = 0; i < 300; i++) await harness.commit([eventFrame(i, { note: "x".repeat(50_000) })]);
  await socket.until("all came", (frames) => frames.length === 300);
  await harness.hub.close();
  assertEquals((await socket.closed).code, 1001);
  assertEquals([harness.hub.size, harness.hub.isFull], [0, true]);
  assertEquals((await idle.read()).kind, "event_created");
});

Deno.test("an invalid message is answered with every issue, and changes nothing", async () => {
  await using harness = await createPushHarness();
  await using client = await harness.connect("viewer", { subscribe: ["event_created"] });
  const wrong: [unknown, string[]][] = [
    ["{", [""]],
    [{ subscribe: ["nothing"] }, ["subscribe.0"]],
    [{ subscribe: [], streams: ["No.Such.Stream"] }, ["streams.0"]],
    [{ subscribe: [], after: "x" }, ["after"]],
  ];
  for (const [message] of wrong) client.say(message);
  client.socket.send(new Uint8Array(4));
  await client.until("five answers came", (frames) => frames.length === 5);
  assertEquals(
    client.of("error").map(({ data }) => data.details.error_code),
    Array(5).fill("VALIDATION_FAILED"),
  );
  const paths = client.frames.slice(0, 4).map(({ data }) =>
    data.details.issues.map((one: { path: string }) => one.path)
  );
  assertEquals(paths, wrong.map(([, expected]) => expected));
  await harness.commit([eventFrame(1)]);
  await client.until("the event came all the same", (frames) => frames.length === 6);
});

Deno.test("a message may hold 256 KiB, and one byte more closes the socket", async () => {
  await using harness = await createPushHarness();
  await using client = await harness.connect("viewer");
  client.say(`{}${" ".repeat(MESSAGE_BYTES - 2)}`);
  await harness.commit([eventFrame(1)]);
  await client.until("it was understood", (frames) => frames.length === 1);
  assertEquals(client.frames[0].kind, "event_created");
  client.say(`{}${" ".repeat(MESSAGE_BYTES - 1)}`);
  assertEquals((await client.closed).code, 1009);
});

Deno.test("60 messages a minute are taken, and the next closes the socket", async () => {
  const clock = new TurnedClock();
  await using harness = await createPushHarness({ clock });
  await using client = await harness.connect("viewer");
  for (const minute of [1, 2]) {
    for (let i = 0; i < 60; i++) client.say("?");
    await client.until("all were answered", () => client.of("error").length === 60 * minute);
    clock.turn(minute === 1 ? 60_000 : 59_999);
  }
  client.say({});
  assertEquals((await client.closed).code, 1008);
});

Deno.test("the permission table guards the channel: a refused request opens no socket", async () => {
  await using harness = await createPushHarness();
  await assertRejects(() => PushSocket.open(harness.url, { origin: harness.origin }), Error, "refused");
});

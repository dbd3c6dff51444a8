import { assert, assertEquals, assertMatch, assertStringIncludes } from "@std/assert";
import { SOCKET_LIMITS } from "../../routes/push/socket_limits.ts";
import { createPushHarness, type PushHarness } from "../support/push_harness.ts";
import { eventually } from "../support/eventually.ts";
import { RawSocket } from "../support/raw_socket.ts";

const KIB = 1024;

/** Sends a text message without an end. Returns the fragments that were taken, and the code that closed the socket. */
async function endless(
  house: PushHarness,
  { pieceBytes, mostPieces }: { pieceBytes: number; mostPieces: number },
): Promise<{ pieces: number; code: number | null }> {
  using socket = await RawSocket.open(house.url, house.headersOf("viewer"));
  assertEquals(socket.status, 101);
  const closed = socket.closeCode();
  const piece = new Uint8Array(pieceBytes).fill(97);
  let pieces = 0;
  while (pieces < mostPieces && await socket.send(pieces === 0 ? "text" : "more", piece)) pieces++;
  if (pieces === mostPieces) socket.connection.closeWrite();
  return { pieces, code: await closed };
}

Deno.test("a message is limited with all its fragments: the socket is closed with 1009", async () => {
  await using house = await createPushHarness();
  const { code, pieces } = await endless(house, { pieceBytes: 64 * KIB, mostPieces: 4_096 });
  assertEquals(code, 1009);
  assert(pieces < 4_096, "the server reads no more than fits into the buffers of the connection");
  await eventually("the client is forgotten", () => house.hub.size === 0);
});

Deno.test("a message is limited in the number of its fragments too", async () => {
  await using house = await createPushHarness();
  const { code } = await endless(house, { pieceBytes: 1, mostPieces: 20_000 });
  assertEquals(code, 1008);
});

Deno.test("a message of fragments within the limit is read as one", async () => {
  await using house = await createPushHarness();
  using socket = await RawSocket.open(house.url, house.headersOf("viewer"));
  const text = new TextEncoder().encode('{"subscribe": "nothing"}'.padEnd(200 * KIB));
  const half = text.length / 2;
  assert(await socket.send("text", text.subarray(0, half)));
  assert(await socket.send("last", text.subarray(half)));
  assertMatch(await socket.textWith("VALIDATION_FAILED"), /"kind":"error"/);
});

Deno.test("compression is not negotiated, so that no message grows when it is read", async () => {
  await using house = await createPushHarness();
  using socket = await RawSocket.open(house.url, {
    ...house.headersOf("viewer"),
    "Sec-WebSocket-Extensions": "permessage-deflate",
  });
  assertEquals([socket.status, /sec-websocket-extensions/i.test(socket.answer)], [101, false]);
});

const LIMITS = { all: 100, user: 3, key: 2, screen: 2, address: 5 };

/** Opens as many sockets as are let in; the answer to the next one is last. */
async function fill(house: PushHarness, headers: Record<string, string>, most: number): Promise<RawSocket[]> {
  const opened: RawSocket[] = [];
  while (opened.length <= most) {
    const socket = await RawSocket.open(house.url, headers);
    opened.push(socket);
    if (socket.status !== 101) break;
  }
  return opened;
}

Deno.test("one user and one key have so many sockets, and others still get theirs", async () => {
  await using house = await createPushHarness({ limits: LIMITS });
  const draft = { name: "Wall", role: "viewer", is_active: true, expires_at: null } as const;
  const { key } = await house.app.storage.access.apiKeys.issue(draft, { name: "admin", role: "admin" });
  const byUser = await fill(house, house.headersOf("viewer"), 10);
  const byKey = await fill(house, { authorization: `Bearer ${key}` }, 10);
  using others = new DisposableStack();
  for (const socket of [...byUser, ...byKey]) others.use(socket);
  assertEquals([byUser.length - 1, byKey.length - 1], [LIMITS.user, LIMITS.key]);
  const refusedUser = byUser.at(-1)?.answer ?? "";
  assertMatch(refusedUser, /^HTTP\/1.1 429 /);
  assertMatch(refusedUser, /^retry-after: 60\r$/im);
  assertMatch(
    refusedUser,
    /"error":"One user may have 3 push channels open; close some, or try again in 60 s"/,
  );
  assertMatch(refusedUser, /"error_code":"RATE_LIMITED"/);
  assertMatch(byKey.at(-1)?.answer ?? "", /"error":"One API key may have 2 push channels open/);
});

Deno.test("a closed socket makes room for another one of its user", async () => {
  await using house = await createPushHarness({ limits: LIMITS });
  const headers = house.headersOf("viewer");
  const [first, ...rest] = await fill(house, headers, 10);
  using others = new DisposableStack();
  for (const socket of rest) others.use(socket);
  first[Symbol.dispose]();
  await eventually("a socket opens again", async () => {
    const socket = others.use(await RawSocket.open(house.url, headers));
    return socket.status === 101;
  });
});

Deno.test("one address has so many sockets, however many users are behind it", async () => {
  await using house = await createPushHarness({ limits: { ...LIMITS, address: 4 } });
  using all = new DisposableStack();
  const first = await fill(house, house.headersOf("viewer"), 10);
  const second = await fill(house, house.headersOf("operator"), 10);
  for (const socket of [...first, ...second]) all.use(socket);
  assertEquals([first.length - 1, second.length - 1], [3, 1]);
  assertMatch(second.at(-1)?.answer ?? "", /"error":"One address may have 4 push channels open/);
});

Deno.test("the limits of the push channel stand in the document, and leave room for a wall of screens", async () => {
  await using house = await createPushHarness();
  const document = await (await fetch(`${house.origin}/api/openapi.json`)).json();
  const { description, responses } = document.paths["/api/ws"].get;
  const limits = "100 sockets of one user, 100 of one API key, 10 of one wall screen and 500 of one address";
  assertStringIncludes(description.replaceAll(/\s+/g, " "), limits);
  assertEquals(SOCKET_LIMITS, { all: 5_000, user: 100, key: 100, screen: 10, address: 500 });
  assert("429" in responses);
});

import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import type { ForwardedRequest } from "../../cluster/forwarding/types.ts";
import { eventually } from "../support/eventually.ts";
import { socketUpgrades } from "../../main/socket_upgrade.ts";
import { ForwardingHouse, refused } from "../support/forwarding_house.ts";

/** All of two processes runs in one isolate here: shorter than this, a slow machine is silent itself. */
const SILENCE_MS = 2_000;

/** An app that works on each request until it is let go on, and counts them. */
function slowApp() {
  const { promise: goOn, resolve: letGoOn } = Promise.withResolvers<void>();
  const seen: string[] = [];
  const app = async (request: Request) => {
    seen.push(`${request.method} ${new URL(request.url).pathname}`);
    await goOn;
    return new Response("done");
  };
  return { app, seen, letGoOn };
}

Deno.test("a request arrives as the client made it, and its answer as the app made it", async () => {
  const arrived: { request?: Request; body?: string; peer?: string } = {};
  await using house = new ForwardingHouse({
    app: async (request, info) => {
      Object.assign(arrived, { request, body: await request.text(), peer: info?.remoteAddr.hostname });
      const headers: [string, string][] = [["set-cookie", "a=1"], ["set-cookie", "b=2"]];
      return new Response(new Uint8Array([31, 139, 8, 0]), {
        ...{ status: 418, headers: [...headers, ["content-encoding", "gzip"]] },
      });
    },
  });
  const headers = {
    host: "andon.example:8443",
    cookie: "s=1; t=2",
    "content-type": "text/plain",
    "x-a": "ü",
  };
  const body = "ä".repeat(1_000);
  const answer = await house.ask("/api/x?q=%20a&b=%2F", {
    ...{ method: "PUT", headers: { ...headers, "content-length": "2000" }, body },
  });
  assertEquals([arrived.request?.method, arrived.request?.url], [
    "PUT",
    "https://andon.example/api/x?q=%20a&b=%2F",
  ]);
  assertEquals({ ...Object.fromEntries(arrived.request!.headers), "content-length": undefined }, {
    ...headers,
    "content-length": undefined,
  });
  assertEquals([arrived.body, arrived.peer], [body, "10.1.2.3"]);
  assertEquals(answer.status, 418);
  assertEquals(answer.headers.getSetCookie(), ["a=1", "b=2"]);
  assertEquals(answer.headers.get("content-encoding"), "gzip");
  assertEquals([...await answer.bytes()], [31, 139, 8, 0]);
  assertEquals(answer.headers.get("x-andon-answered-by"), "leader");
});

Deno.test("a body of any size goes through, and so does an answer that comes in pieces", async () => {
  await using house = new ForwardingHouse({ app: (request) => Promise.resolve(new Response(request.body)) });
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const pieces = Array.from({ length: 50 }, () => bytes);
  const answer = await house.ask("/", { method: "POST", body: ReadableStream.from(pieces) });
  const back = await answer.bytes();
  assertEquals(back.length, 3_000_000);
  assertEquals(back.subarray(-60_000), bytes);
});

Deno.test("a client may take its time to send", async () => {
  await using house = new ForwardingHouse({
    app: async (request) => new Response(await request.text()),
    silenceMs: SILENCE_MS,
  });
  const slowly = async function* () {
    for (const letter of ["a", "b", "c"]) {
      await new Promise((resolve) => setTimeout(resolve, SILENCE_MS / 2));
      yield new TextEncoder().encode(letter);
    }
  };
  const headers = { "content-length": "3" };
  const asked = house.ask("/", { method: "POST", headers, body: ReadableStream.from(slowly()) });
  assertEquals(await (await asked).text(), "abc");
});

Deno.test("a body that flows through is sent once, whatever becomes of it", async () => {
  await using house = new ForwardingHouse({
    app: () => new Response(),
    isReady: false,
    silenceMs: SILENCE_MS,
  });
  const asked = house.ask("/", { method: "POST", body: ReadableStream.from([new Uint8Array(10)]) });
  assertStringIncludes((await refused(asked)).message, "nothing was done");
  assertEquals(house.taken.counts, { begun: 0, refused: 1 });
});

Deno.test("behind a line that says nothing a request is given up", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted = silent.accept();
  await using house = new ForwardingHouse({
    ...{ app: () => new Response(), address: `127.0.0.1:${silent.addr.port}`, silenceMs: SILENCE_MS },
  });
  const hears = await refused(house.ask("/command", { method: "POST" }));
  assertStringIncludes(hears.message, "not known");
  (await accepted).close();
});

Deno.test("a client that leaves in the middle of an answer ends it at the leader too", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const endless = async function* () {
    try {
      for (;; await new Promise((resolve) => setTimeout(resolve, 1))) yield new Uint8Array(10_000);
    } finally {
      end();
    }
  };
  await using house = new ForwardingHouse({ app: () => new Response(ReadableStream.from(endless())) });
  const answer = await house.ask("/");
  const reader = answer.body!.getReader();
  await reader.read();
  await reader.cancel();
  await ended;
});

Deno.test("an answer is waited for as long as somebody works on it", async () => {
  const { app, letGoOn } = slowApp();
  await using house = new ForwardingHouse({ app, silenceMs: SILENCE_MS });
  const beganMs = performance.now();
  const asked = house.ask("/slow", { method: "POST" });
  await eventually("three waits have passed", () => performance.now() - beganMs > 3 * SILENCE_MS);
  letGoOn();
  assertEquals(await (await asked).text(), "done");
});

Deno.test("a command whose answer is lost is not sent again; a read is", async () => {
  const { app, seen, letGoOn } = slowApp();
  await using house = new ForwardingHouse({ app, silenceMs: 5_000 });
  const command = house.ask("/command", { method: "POST" });
  const read = house.ask("/read");
  const hears = refused(command);
  await eventually("both are worked on", () => seen.length === 2);
  house.line.cut();
  assertStringIncludes((await hears).message, "not known");
  house.line.mend();
  await eventually("the read comes again", () => seen.length === 3);
  letGoOn();
  assertEquals(await (await read).text(), "done");
  assertEquals(seen.toSorted(), ["GET /read", "GET /read", "POST /command"]);
  assertEquals(house.forwarder.counts, { answered: 1, refused: 0, lost: 1 });
});

Deno.test("where nobody listens, nothing has begun; behind a line that is cut that is not known", async () => {
  const { app, seen } = slowApp();
  await using house = new ForwardingHouse({ app });
  const send = envelopeOf(house);
  assertEquals((await house.client.send({ ...send, address: "127.0.0.1:1" })).kind, "not_begun");
  house.line.cut();
  assertEquals((await house.client.send(send)).kind, "lost");
  assertEquals(seen, []);
});

Deno.test("what its client has given up does not begin any more, however late it comes", async () => {
  const { app, seen, letGoOn } = slowApp();
  letGoOn();
  await using house = new ForwardingHouse({ app, silenceMs: SILENCE_MS });
  assertEquals((await house.ask("/before", { method: "POST" })).status, 200);
  house.line.slow(3 * SILENCE_MS);
  const hears = await refused(house.ask("/late", { method: "POST" }));
  assertEquals(hears.code, "UNAVAILABLE");
  await eventually("it has come", () => house.taken.counts.refused > 0);
  assertEquals(seen, ["POST /before"]);
});

Deno.test("what comes a second time is not begun again", async () => {
  const { app, seen, letGoOn } = slowApp();
  letGoOn();
  await using house = new ForwardingHouse({ app });
  const send = (changes: Partial<ForwardedRequest> = {}) => house.client.send(envelopeOf(house, changes));
  assertEquals((await send({ id: "one" })).kind, "answer");
  assertEquals((await send({ id: "one" })).kind, "lost");
  assertEquals((await send({ id: "two" })).kind, "answer");
  assertEquals(seen.length, 2);
});

Deno.test("what is meant for another process, or sealed by nobody who may, does not begin", async () => {
  const { app, seen } = slowApp();
  await using house = new ForwardingHouse({ app });
  const elsewhere = await house.client.send(envelopeOf(house, { to: "leader of before" }));
  assertEquals(elsewhere, { kind: "not_begun", reason: "not_here" });
  const unknown = await house.client.send(envelopeOf(house, { beat: 1_000_000 }));
  assertEquals(unknown, { kind: "not_begun", reason: "too_late" });
  const { forwarded } = envelopeOf(house);
  const head = btoa(JSON.stringify(forwarded));
  for (const seal of ["", "0".repeat(64), "x"]) {
    const answer = await fetch(`${house.line.url}/requests`, {
      ...{ method: "POST", headers: { "x-andon-handed-on": head, "x-andon-seal": seal } },
    });
    assertEquals([answer.status, await answer.text()], [403, ""]);
  }
  assertEquals(seen, []);
});

function envelopeOf(house: ForwardingHouse, changes: Partial<ForwardedRequest> = {}) {
  const leader = house.sender.leader(performance.now());
  assert(leader !== undefined);
  const request = new Request("http://a.example/", { method: "POST" });
  const envelope = house.forwarder.envelope(request, { to: leader, peer: "10.1.2.3", withinMs: 5_000 });
  const never = new AbortController().signal;
  return {
    ...{ address: leader.address, forwarded: { ...envelope, ...changes }, body: null },
    ...{ pending: { isOver: false, onOver: undefined }, over: () => never },
  };
}

Deno.test("while nobody holds the store all are refused, at once where too many wait", async () => {
  await using house = new ForwardingHouse({
    ...{ app: () => new Response(), isHeld: false, silenceMs: SILENCE_MS, mostUnderWay: 2 },
  });
  const two = [house.ask("/a"), house.ask("/b")].map(refused);
  assertStringIncludes((await refused(house.ask("/c"))).message, "Too many");
  assertEquals(house.forwarder.waiting, 2, "the third one does not wait until the others give up");
  for (const each of await Promise.all(two)) assertStringIncludes(each.message, "nothing was done");
  assertEquals(house.forwarder.counts.refused, 3);
});

Deno.test("when another process takes over, what has become of a command under way is not known", async () => {
  const { app, seen, letGoOn } = slowApp();
  await using house = new ForwardingHouse({ app, silenceMs: 5_000 });
  const hears = refused(house.ask("/command", { method: "POST" }));
  await eventually("it is worked on", () => seen.length === 1);
  house.takenOver();
  assertStringIncludes((await hears).message, "not known");
  letGoOn();
});

/** An app that opens a WebSocket for whoever has a cookie, and answers each message. */
function echoApp(request: Request): Response {
  if (!request.headers.has("cookie")) return new Response("Sign in first", { status: 401 });
  try {
    const { socket, response } = socketUpgrades.open(request);
    socket.onmessage = ({ data }) =>
      data === "leave" ? socket.close(1008, "You asked") : socket.send(`${data}!`);
    return response;
  } catch {
    return new Response("No whole handshake", { status: 400 });
  }
}

function opened(url: string, headers: Record<string, string>) {
  const socket = new WebSocket(url, { headers });
  const heard: string[] = [];
  socket.onmessage = ({ data }) => heard.push(data);
  socket.onopen = () => ["one", "two"].forEach((text) => socket.send(text));
  socket.onerror = (event) => event.preventDefault();
  const closed = new Promise<[number, string]>((resolve) => {
    socket.onclose = ({ code, reason }) => resolve([code, reason]);
  });
  return { socket, heard, closed };
}

Deno.test("a WebSocket is passed on in both directions, with what ends it", async () => {
  await using house = new ForwardingHouse({ app: echoApp });
  const { socket, heard, closed } = opened(house.url, { cookie: "s=1" });
  await eventually("both were answered", () => heard.length === 2);
  assertEquals(heard, ["one!", "two!"]);
  socket.send("leave");
  assertEquals(await closed, [1008, "You asked"]);
});

Deno.test("a WebSocket that the leader refuses gets its answer", async () => {
  await using house = new ForwardingHouse({ app: echoApp });
  const answer = await fetch(house.url.replace("ws", "http"), { headers: { upgrade: "websocket" } });
  assertEquals([answer.status, await answer.text()], [401, "Sign in first"]);
  const half = await fetch(house.url.replace("ws", "http"), { headers: { cookie: "s=1" } });
  assertEquals([half.status, await half.text()], [400, "No whole handshake"]);
});

Deno.test("a WebSocket ends when another process takes over, and when its line is cut", async () => {
  await using house = new ForwardingHouse({ app: echoApp });
  const [first, second] = [opened(house.url, { cookie: "s=1" }), opened(house.url, { cookie: "s=1" })];
  await eventually("both talk", () => first.heard.length === 2 && second.heard.length === 2);
  house.line.cut();
  assertEquals(await first.closed, [1001, "Andon is moving"]);
  house.line.mend();
  const third = opened(house.url, { cookie: "s=1" });
  await eventually("the third talks", () => third.heard.length === 2);
  house.takenOver();
  assertEquals(await third.closed, [1001, "Andon is moving"]);
  await eventually("none is open", () => house.sockets.size === 0);
});

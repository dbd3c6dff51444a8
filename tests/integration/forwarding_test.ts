import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { trustedCertificate } from "../../cluster/internal_tls.ts";
import { LeaderClient } from "../../cluster/forwarding/leader_client.ts";
import { MessageAuth } from "../../cluster/message_auth.ts";
import type { ForwardedRequest } from "../../cluster/forwarding/types.ts";
import { eventually } from "../support/eventually.ts";
import { socketUpgrades } from "../../main/socket_upgrade.ts";
import { ForwardingHarness, LEADER_TLS, refused } from "../support/forwarding_harness.ts";

/** Both processes run in one isolate: with a shorter time a slow machine would count as silent. */
const SILENCE_MS = 2_000;

/** An app that records its requests and works on each until it is released. */
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

Deno.test("a request arrives as the client sent it, and its response as the app made it", async () => {
  const arrived: { request?: Request; body?: string; peer?: string } = {};
  await using harness = new ForwardingHarness({
    app: async (request, info) => {
      Object.assign(arrived, { request, body: await request.text(), peer: info?.remoteAddr.hostname });
      const headers: [string, string][] = [["set-cookie", "a=1"], ["set-cookie", "b=2"]];
      return new Response(new Uint8Array([31, 139, 8, 0]), {
        status: 418,
        headers: [...headers, ["content-encoding", "gzip"]],
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
  const answer = await harness.ask("/api/x?q=%20a&b=%2F", {
    method: "PUT",
    headers: { ...headers, "content-length": "2000" },
    body,
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

Deno.test("bodies of any size and streamed responses are forwarded", async () => {
  await using harness = new ForwardingHarness({
    app: (request) => Promise.resolve(new Response(request.body)),
  });
  const bytes = crypto.getRandomValues(new Uint8Array(60_000));
  const pieces = Array.from({ length: 50 }, () => bytes);
  const answer = await harness.ask("/", { method: "POST", body: ReadableStream.from(pieces) });
  const back = await answer.bytes();
  assertEquals(back.length, 3_000_000);
  assertEquals(back.subarray(-60_000), bytes);
});

Deno.test("a client may send its body slowly", async () => {
  await using harness = new ForwardingHarness({
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
  const asked = harness.ask("/", { method: "POST", headers, body: ReadableStream.from(slowly()) });
  assertEquals(await (await asked).text(), "abc");
});

Deno.test("a streamed body is sent once, whatever the outcome", async () => {
  await using harness = new ForwardingHarness({
    app: () => new Response(),
    isReady: false,
    silenceMs: SILENCE_MS,
  });
  const asked = harness.ask("/", { method: "POST", body: ReadableStream.from([new Uint8Array(10)]) });
  assertStringIncludes((await refused(asked)).message, "nothing was done");
  assertEquals(harness.receiver.counts, { begun: 0, refused: 1 });
});

Deno.test("a request to a silent leader is given up", async () => {
  using silent = Deno.listenTls({ hostname: "127.0.0.1", port: 0, ...LEADER_TLS });
  const accepted = silent.accept().then(async (connection) => {
    await connection.handshake();
    return connection;
  });
  await using harness = new ForwardingHarness({
    app: () => new Response(),
    address: `127.0.0.1:${silent.addr.port}`,
    silenceMs: SILENCE_MS,
  });
  const hears = await refused(harness.ask("/command", { method: "POST" }));
  assertStringIncludes(hears.message, "unknown");
  (await accepted).close();
});

Deno.test("a client that leaves during a response ends it at the leader too", async () => {
  const { promise: ended, resolve: end } = Promise.withResolvers<void>();
  const endless = async function* () {
    try {
      for (;; await new Promise((resolve) => setTimeout(resolve, 1))) yield new Uint8Array(10_000);
    } finally {
      end();
    }
  };
  await using harness = new ForwardingHarness({ app: () => new Response(ReadableStream.from(endless())) });
  const answer = await harness.ask("/");
  const reader = answer.body!.getReader();
  await reader.read();
  await reader.cancel();
  await ended;
});

Deno.test("a client waits for as long as the leader works on its request", async () => {
  const { app, letGoOn } = slowApp();
  await using harness = new ForwardingHarness({ app, silenceMs: SILENCE_MS });
  const beganMs = performance.now();
  const asked = harness.ask("/slow", { method: "POST" });
  await eventually("three waits have passed", () => performance.now() - beganMs > 3 * SILENCE_MS);
  letGoOn();
  assertEquals(await (await asked).text(), "done");
});

Deno.test("a command whose response is lost is not sent again; a read is", async () => {
  const { app, seen, letGoOn } = slowApp();
  await using harness = new ForwardingHarness({ app, silenceMs: 5_000 });
  const command = harness.ask("/command", { method: "POST" });
  const read = harness.ask("/read");
  const hears = refused(command);
  await eventually("both have begun", () => seen.length === 2);
  harness.line.cut();
  assertStringIncludes((await hears).message, "unknown");
  harness.line.mend();
  await eventually("the read is repeated", () => seen.length === 3);
  letGoOn();
  assertEquals(await (await read).text(), "done");
  assertEquals(seen.toSorted(), ["GET /read", "GET /read", "POST /command"]);
  assertEquals(harness.forwarder.counts, { answered: 1, refused: 0, lost: 1 });
});

Deno.test("a leader that is silent before the connection is encrypted has begun nothing", async () => {
  using silent = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const accepted: Promise<Deno.Conn>[] = [silent.accept()];
  await using harness = new ForwardingHarness({
    app: () => new Response(),
    address: `127.0.0.1:${silent.addr.port}`,
    silenceMs: SILENCE_MS,
  });
  assertStringIncludes(
    (await refused(harness.ask("/command", { method: "POST" }))).message,
    "nothing was done",
  );
  for (const connection of await Promise.all(accepted)) connection.close();
});

Deno.test("a refused connection means not begun; one that is cut afterwards leaves the outcome unknown", async () => {
  const { app, seen, letGoOn } = slowApp();
  await using harness = new ForwardingHarness({ app });
  const send = envelopeOf(harness);
  assertEquals((await harness.client.send({ ...send, address: "127.0.0.1:1" })).kind, "not_begun");
  harness.line.cut();
  assertEquals((await harness.client.send(send)).kind, "not_begun");
  assertEquals(seen, []);
  harness.line.mend();
  const sent = harness.client.send(envelopeOf(harness));
  await eventually("it has begun", () => seen.length === 1);
  harness.line.cut();
  assertEquals((await sent).kind, "lost");
  letGoOn();
});

Deno.test("a request whose client has given up never begins, however late it arrives", async () => {
  const { app, seen, letGoOn } = slowApp();
  letGoOn();
  await using harness = new ForwardingHarness({ app, silenceMs: SILENCE_MS });
  assertEquals((await harness.ask("/before", { method: "POST" })).status, 200);
  harness.line.slow(3 * SILENCE_MS);
  const hears = await refused(harness.ask("/late", { method: "POST" }));
  assertEquals(hears.code, "UNAVAILABLE");
  await eventually("it has arrived", () => harness.receiver.counts.refused > 0);
  assertEquals(seen, ["POST /before"]);
});

Deno.test("a repeated request does not begin again", async () => {
  const { app, seen, letGoOn } = slowApp();
  letGoOn();
  await using harness = new ForwardingHarness({ app });
  const send = (changes: Partial<ForwardedRequest> = {}) => harness.client.send(envelopeOf(harness, changes));
  assertEquals((await send({ id: "one" })).kind, "answer");
  assertEquals((await send({ id: "one" })).kind, "lost");
  assertEquals((await send({ id: "two" })).kind, "answer");
  assertEquals(seen.length, 2);
});

Deno.test("a request for another process, or with a wrong signature, does not begin", async () => {
  const { app, seen } = slowApp();
  await using harness = new ForwardingHarness({ app });
  const elsewhere = await harness.client.send(envelopeOf(harness, { to: "former leader" }));
  assertEquals(elsewhere, { kind: "not_begun", reason: "not_here" });
  const unknown = await harness.client.send(envelopeOf(harness, { beat: 1_000_000 }));
  assertEquals(unknown, { kind: "not_begun", reason: "too_late" });
  const { forwarded } = envelopeOf(harness);
  const head = btoa(JSON.stringify(forwarded));
  using client = Deno.createHttpClient({ caCerts: [trustedCertificate(harness.client.options.auth)] });
  for (const seal of ["", "0".repeat(64), "x"]) {
    const answer = await fetch(`${harness.line.url.replace("http:", "https:")}/requests`, {
      client,
      method: "POST",
      headers: { "x-andon-handed-on": head, "x-andon-seal": seal },
    });
    assertEquals([answer.status, await answer.text()], [403, ""]);
  }
  assertEquals(seen, []);
});

function envelopeOf(harness: ForwardingHarness, changes: Partial<ForwardedRequest> = {}) {
  const leader = harness.sender.leader(performance.now());
  assert(leader !== undefined);
  const request = new Request("http://a.example/", { method: "POST" });
  const envelope = harness.forwarder.envelope(request, { to: leader, peer: "10.1.2.3", withinMs: 5_000 });
  const never = new AbortController().signal;
  return {
    address: leader.address,
    forwarded: { ...envelope, ...changes },
    body: null,
    pending: { isOver: false, onOver: undefined },
    over: () => never,
  };
}

Deno.test("without a leader all requests are refused, at once when too many wait", async () => {
  await using harness = new ForwardingHarness({
    app: () => new Response(),
    hasLeader: false,
    silenceMs: SILENCE_MS,
    mostUnderWay: 2,
  });
  const two = [harness.ask("/a"), harness.ask("/b")].map(refused);
  assertStringIncludes((await refused(harness.ask("/c"))).message, "Too many");
  assertEquals(harness.forwarder.waiting, 2, "the third one does not wait until the others give up");
  for (const each of await Promise.all(two)) assertStringIncludes(each.message, "nothing was done");
  assertEquals(harness.forwarder.counts.refused, 3);
});

Deno.test("when another process takes over, the outcome of a command under way is unknown", async () => {
  const { app, seen, letGoOn } = slowApp();
  await using harness = new ForwardingHarness({ app, silenceMs: 5_000 });
  const hears = refused(harness.ask("/command", { method: "POST" }));
  await eventually("it has begun", () => seen.length === 1);
  harness.takenOver();
  assertStringIncludes((await hears).message, "unknown");
  letGoOn();
});

/** An app that opens a WebSocket for a client with a cookie, and answers each message. */
function echoApp(request: Request): Response {
  if (!request.headers.has("cookie")) return new Response("Sign in first", { status: 401 });
  try {
    const { socket, response } = socketUpgrades.open(request);
    socket.onmessage = ({ data }) =>
      data === "leave" ? socket.close(1008, "You asked") : socket.send(`${data}!`);
    return response;
  } catch {
    return new Response("Incomplete handshake", { status: 400 });
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

Deno.test("a WebSocket is forwarded in both directions, with its close code", async () => {
  await using harness = new ForwardingHarness({ app: echoApp });
  const { socket, heard, closed } = opened(harness.url, { cookie: "s=1" });
  await eventually("both were answered", () => heard.length === 2);
  assertEquals(heard, ["one!", "two!"]);
  socket.send("leave");
  assertEquals(await closed, [1008, "You asked"]);
});

Deno.test("nobody between two members reads a request, its response or a WebSocket", async () => {
  const app = async (request: Request): Promise<Response> => {
    if (request.headers.get("upgrade") !== null) return echoApp(request);
    const text = `answer to ${await request.text()}`;
    return new Response(text, { headers: { "set-cookie": "s=hidden session" } });
  };
  await using harness = new ForwardingHarness({ app });
  harness.line.listenIn();
  const headers = { authorization: "Bearer hidden key" };
  const answer = await harness.ask("/hidden/path", { method: "POST", body: "hidden body", headers });
  assertEquals(await answer.text(), "answer to hidden body");
  assertEquals(answer.headers.get("set-cookie"), "s=hidden session");
  const { socket, heard, closed } = opened(harness.url, { cookie: "s=hidden cookie" });
  await eventually("both were answered", () => heard.length === 2);
  socket.send("hidden frame");
  await eventually("all were answered", () => heard.length === 3);
  socket.send("leave");
  await closed;
  const { overheard } = harness.line;
  assert(overheard.length > 1_000, `${overheard.length} bytes`);
  for (const text of ["hidden", "x-andon", "andon.example", btoa("hidden").slice(0, 6), "HTTP/1.1"]) {
    assert(!overheard.includes(text), text);
  }
});

Deno.test("a member with another SECRETS_KEY is told nothing, and nothing of its request begins", async () => {
  const { app, seen } = slowApp();
  await using harness = new ForwardingHarness({ app });
  const auth = new MessageAuth(new Uint8Array(32).fill(9));
  const stranger = new LeaderClient({ auth, mostConnections: 1 });
  const result = await stranger.send(envelopeOf(harness));
  assertEquals([result.kind, seen], ["not_begun", []]);
  await stranger.close();
});

Deno.test("a WebSocket that the leader refuses gets the leader's response", async () => {
  await using harness = new ForwardingHarness({ app: echoApp });
  const answer = await fetch(harness.url.replace("ws", "http"), { headers: { upgrade: "websocket" } });
  assertEquals([answer.status, await answer.text()], [401, "Sign in first"]);
  const half = await fetch(harness.url.replace("ws", "http"), { headers: { cookie: "s=1" } });
  assertEquals([half.status, await half.text()], [400, "Incomplete handshake"]);
});

Deno.test("a WebSocket ends when another process takes over, and when its connection breaks", async () => {
  await using harness = new ForwardingHarness({ app: echoApp });
  const [first, second] = [opened(harness.url, { cookie: "s=1" }), opened(harness.url, { cookie: "s=1" })];
  await eventually("both talk", () => first.heard.length === 2 && second.heard.length === 2);
  harness.line.cut();
  assertEquals(await first.closed, [1001, "Andon is moving"]);
  harness.line.mend();
  const third = opened(harness.url, { cookie: "s=1" });
  await eventually("the third talks", () => third.heard.length === 2);
  harness.takenOver();
  assertEquals(await third.closed, [1001, "Andon is moving"]);
  await eventually("none is open", () => harness.sockets.size === 0);
});

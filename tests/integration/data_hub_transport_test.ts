import { assert, assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { createDataHub } from "../../connectors/data_hub/client.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import { Refusal } from "../../domain/shared/refusal.ts";
import { connect, settingsOf, sourceStream, TestClock } from "../support/data_hub_client.ts";
import { eventually } from "../support/eventually.ts";
import { failure, json, type SeenRequest, startDataHubServer } from "../support/data_hub_server.ts";

const STREAM = sourceStream(1);
const EVENTS = { s1: [{ Time: "2026-01-31T08:00:00Z", Value: 1 }] };
const LAST = "/Streams/s1/Data/Last";

function reasonOf(refusal: Refusal): string {
  return String(refusal.details.reason);
}

async function refused(work: Promise<unknown>, code = "CONNECTION_FAILED"): Promise<Refusal> {
  const refusal = await assertRejects(() => work, Refusal);
  assertEquals(refusal.code, code);
  assertStringIncludes(refusal.message, reasonOf(refusal));
  return refusal;
}

function isData(request: SeenRequest): boolean {
  return request.path.includes("/Streams/");
}

Deno.test("the client fetches one token for many calls, by the discovery document", async () => {
  await using server = startDataHubServer({ events: EVENTS });
  const hub = connect(server);
  await Promise.all([hub.last(STREAM), hub.last(STREAM), hub.last(STREAM)]);
  assertEquals(server.seen.filter((one) => one.path === "/identity/connect/token").length, 1);
  assertEquals(server.seen.filter((one) => one.path.endsWith("openid-configuration")).length, 1);
  assertEquals(server.asked("GET", LAST), 3);
});

Deno.test("the client asks for verbose answers on every call", async () => {
  await using server = startDataHubServer({ events: EVENTS, streams: [], assets: [] });
  const hub = connect(server);
  await hub.last(STREAM);
  await hub.discover();
  const calls = server.seen.filter((one) => one.path.startsWith("/api/"));
  assert(calls.length > 4);
  for (const call of calls) assertEquals(call.headers.get("accept-verbosity"), "verbose");
});

Deno.test("the client goes straight to the token endpoint where there is no discovery document", async () => {
  await using server = startDataHubServer({ events: EVENTS });
  server.intercept = ({ path }) =>
    path.includes("well-known") ? new Response(null, { status: 404 }) : undefined;
  assertEquals((await connect(server).last(STREAM))?.value, 1);
});

Deno.test("the client sends its secret to no other host than the configured one", async () => {
  await using server = startDataHubServer();
  await using other = startDataHubServer();
  server.intercept = ({ path }) =>
    path.includes("well-known")
      ? json({ token_endpoint: `${other.baseUrl}/identity/connect/token` })
      : undefined;
  const both = createOutboundGuard({ allow: "", alwaysAllow: [server.host, other.host] });
  assertStringIncludes(
    reasonOf(await refused(connect(server, { outbound: both }).last(STREAM))),
    "another host",
  );
  assertEquals(other.seen.length, 0);
});

Deno.test("the client renews its token a tenth of its life, or a minute, before it ends", async () => {
  for (const [life, renewed] of [[100, 90], [3600, 3540]]) {
    await using server = startDataHubServer({ events: EVENTS, tokenLifeSeconds: life });
    const clock = new TestClock();
    const hub = connect(server, { clock });
    const tokens = () => server.seen.filter((one) => one.path === "/identity/connect/token").length;
    await hub.last(STREAM);
    clock.nowMs += renewed * 1000 - 1;
    await hub.last(STREAM);
    assertEquals(tokens(), 1);
    clock.nowMs += 1;
    await hub.last(STREAM);
    assertEquals(tokens(), 2);
  }
});

Deno.test("the client renews its token once when an answer is 401", async () => {
  await using server = startDataHubServer({ events: EVENTS });
  const hub = connect(server);
  await hub.last(STREAM);
  server.revokeTokens();
  assertEquals((await hub.last(STREAM))?.value, 1);
  server.intercept = (request) => isData(request) ? new Response(null, { status: 401 }) : undefined;
  const before = server.asked("GET", LAST);
  const refusal = await refused(hub.last(STREAM), "INVALID_CREDENTIALS");
  assertEquals(refusal.details.status, 401);
  assertEquals(server.asked("GET", LAST) - before, 2);
});

Deno.test("the client says INVALID_CREDENTIALS when the identity service says no, whatever the status", async () => {
  const answers = [
    () => json({ error: "invalid_client" }, 400),
    () => json({ error: "invalid_client" }, 401),
    () => new Response(null, { status: 400 }),
    () => new Response("denied", { status: 403 }),
    () => json({ error: "unauthorized_client" }),
  ];
  for (const answer of answers) {
    await using server = startDataHubServer();
    server.intercept = ({ path }) => path === "/identity/connect/token" ? answer() : undefined;
    await refused(connect(server).last(STREAM), "INVALID_CREDENTIALS");
  }
});

Deno.test("the client says CONNECTION_FAILED when the identity service fails otherwise", async () => {
  for (
    const answer of [
      () => json({ error: "invalid_scope" }, 400),
      () => failure(500, "x"),
      () => json({ a: 1 }),
    ]
  ) {
    await using server = startDataHubServer();
    server.intercept = ({ path }) => path === "/identity/connect/token" ? answer() : undefined;
    await refused(connect(server).last(STREAM));
  }
});

Deno.test("the client tries three times, with back-off, what the source was too busy for", async () => {
  for (const status of [408, 429, 503]) {
    await using server = startDataHubServer({ events: EVENTS });
    const clock = new TestClock();
    const hub = connect(server, { clock });
    let busy = 2;
    server.intercept = (request) => isData(request) && busy-- > 0 ? failure(status, "Busy.") : undefined;
    assertEquals((await hub.last(STREAM))?.value, 1);
    assertEquals(clock.slept, [500, 1000]);
    busy = 99;
    const refusal = await refused(hub.last(STREAM));
    assertEquals(refusal.details.status, status);
    assertStringIncludes(reasonOf(refusal), `${server.host} answered ${status} to GET Streams/s1/Data/Last`);
    assertEquals(server.asked("GET", LAST), 6);
  }
});

Deno.test("the client does not try again what the source has refused for good", async () => {
  for (const status of [400, 404, 409, 413, 500]) {
    await using server = startDataHubServer({ events: EVENTS });
    server.intercept = (request) => isData(request) ? failure(status, "No.") : undefined;
    assertStringIncludes(reasonOf(await refused(connect(server).last(STREAM))), "The request failed. No.");
    assertEquals(server.asked("GET", LAST), 1);
  }
});

Deno.test("the client waits as long as Retry-After says, up to its bound", async () => {
  const clock = new TestClock();
  const date = new Date(clock.nowMs + 3000).toUTCString();
  for (
    const [header, waited] of [["7", 7000], [date, 3000], ["60", 60_000], ["61", 60_000], ["86400", 60_000], [
      "soon",
      500,
    ], [
      "-5",
      500,
    ]] as const
  ) {
    await using server = startDataHubServer({ events: EVENTS });
    const own = new TestClock(clock.nowMs);
    let busy = 1;
    server.intercept = (request) =>
      isData(request) && busy-- > 0
        ? new Response(null, { status: 429, headers: { "retry-after": header } })
        : undefined;
    await connect(server, { clock: own }).last(STREAM);
    assertEquals(own.slept, [waited], header);
  }
});

Deno.test("a Retry-After of a 429 keeps every request back, that of a 503 only its own", async () => {
  for (const [status, waited] of [[429, 20_000], [503, 0]]) {
    await using server = startDataHubServer({ events: { ...EVENTS, s2: EVENTS.s1 } });
    const clock = new TestClock();
    // The busy request sleeps for ever; what the others sleep is the pace's.
    let asleep = 0;
    const sleep = (ms: number) => asleep++ === 0 ? new Promise<void>(() => {}) : clock.sleep(ms);
    const hub = connect(server, { clock, sleep });
    await hub.last(STREAM);
    server.intercept = ({ path }) =>
      path.endsWith("/s1/Data/Last")
        ? new Response(null, { status, headers: { "retry-after": "20" } })
        : undefined;
    hub.last(STREAM);
    await eventually("the busy request waits", () => asleep > 0);
    await hub.last(sourceStream(2, { sdsStreamId: "s2" }));
    assertEquals(clock.slept.reduce((sum, ms) => sum + ms, 0), waited);
  }
});

Deno.test("the client renews its token once for all requests that a 401 meets", async () => {
  await using server = startDataHubServer({ events: EVENTS });
  const hub = connect(server);
  await hub.last(STREAM);
  server.revokeTokens();
  await Promise.all(Array.from({ length: 20 }, () => hub.last(STREAM)));
  assertEquals(server.seen.filter((one) => one.path === "/identity/connect/token").length, 2);
});

Deno.test("the client spreads its retries by chance", async () => {
  await using server = startDataHubServer({ events: EVENTS });
  const clock = new TestClock();
  let busy = 1;
  server.intercept = (request) => isData(request) && busy-- > 0 ? failure(503, "x") : undefined;
  await connect(server, { clock, random: () => 0 }).last(STREAM);
  assertEquals(clock.slept, [250]);
});

Deno.test("the client tries again after a cut connection, and says so in plain words when that fails", async () => {
  await using server = startDataHubServer({ events: EVENTS });
  let cuts = 1;
  const cutting: typeof fetch = (input, init) => {
    if (!String(input).includes("/Streams/") || cuts-- <= 0) return fetch(input, init);
    return Promise.reject(
      new TypeError("fetch failed", { cause: new Error("client error (SendRequest): connection closed") }),
    );
  };
  const hub = connect(server, { fetch: cutting });
  assertEquals((await hub.last(STREAM))?.value, 1);
  cuts = 99;
  assertEquals(reasonOf(await refused(hub.last(STREAM))), `${server.host} cut the connection`);
});

Deno.test("the client names a refused connection, an unknown host and a server without TLS", async () => {
  const server = startDataHubServer();
  const to = (baseUrl: string) => connect(server, { settings: { baseUrl } }).last(STREAM);
  const port = new URL(server.baseUrl).port;
  const open = createOutboundGuard({ allow: "127.0.0.1", alwaysAllow: [] });
  const tls = connect(server, { settings: { baseUrl: `https://127.0.0.1:${port}` }, outbound: open }).last(
    STREAM,
  );
  assertStringIncludes(reasonOf(await refused(tls)), "No secure connection (TLS)");
  assertEquals(
    reasonOf(await refused(to("https://nowhere.invalid"))),
    'The host name "nowhere.invalid" could not be found',
  );
  await server[Symbol.asyncDispose]();
  assertEquals(reasonOf(await refused(to(server.baseUrl))), `${server.host} refused the connection`);
});

Deno.test("the client asks no address that the guard refuses", async () => {
  await using server = startDataHubServer();
  const outbound = createOutboundGuard({ allow: "", alwaysAllow: [] });
  assertStringIncludes(reasonOf(await refused(connect(server, { outbound }).last(STREAM))), "OUTBOUND_ALLOW");
  assertEquals(server.seen.length, 0);
});

Deno.test("the client ends a call at its deadline, the reading of the body included", async () => {
  await using server = startDataHubServer();
  const endless = () =>
    new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("[")) }));
  for (const stall of [() => server.stall(), endless]) {
    server.intercept = (request) => isData(request) ? stall() : undefined;
    const hub = connect(server, { limits: { timeoutMs: 200 } });
    assertStringIncludes(reasonOf(await refused(hub.last(STREAM))), "Timed out after 0.2 s");
  }
});

Deno.test("the client ends a call at its deadline while a name is looked up", async () => {
  await using server = startDataHubServer();
  const outbound = { check: () => new Promise<void>(() => {}) };
  const hub = connect(server, { outbound, limits: { timeoutMs: 100 } });
  assertStringIncludes(reasonOf(await refused(hub.last(STREAM))), "Timed out");
});

Deno.test("the client reads no more of a body than its bound", async () => {
  await using server = startDataHubServer();
  server.intercept = (request) => isData(request) ? json({ Value: "x".repeat(5000) }) : undefined;
  const hub = connect(server, { limits: { maxBodyBytes: 4000 } });
  assertStringIncludes(reasonOf(await refused(hub.last(STREAM))), "longer than 4000 bytes");
});

Deno.test("the client follows a 302 to the same host, and no other redirect", async () => {
  await using server = startDataHubServer({ events: EVENTS });
  await using other = startDataHubServer();
  const both = createOutboundGuard({ allow: "", alwaysAllow: [server.host, other.host] });
  const hub = connect(server, { outbound: both });
  const redirect = (status: number, location: string) => {
    server.intercept = ({ path, url }) =>
      path.endsWith(LAST) && url.search === ""
        ? new Response(null, { status, headers: { location } })
        : undefined;
  };
  redirect(302, "Last?again=1");
  assertEquals((await hub.last(STREAM))?.value, 1);
  redirect(302, `${other.baseUrl}/x`);
  assertStringIncludes(reasonOf(await refused(hub.last(STREAM))), "a redirect that is not followed");
  redirect(307, "Last?again=1");
  await refused(hub.last(STREAM));
  assertEquals(other.seen.length, 0);
});

Deno.test("the client follows one redirect only", async () => {
  await using server = startDataHubServer({ events: EVENTS });
  server.intercept = (request) =>
    isData(request) ? new Response(null, { status: 302, headers: { location: "Last" } }) : undefined;
  await refused(connect(server).last(STREAM));
  assertEquals(server.asked("GET", LAST), 2);
});

Deno.test("the client takes a namespace's Self on a foreign host for nothing", async () => {
  await using other = startDataHubServer({ events: EVENTS });
  await using server = startDataHubServer({
    events: EVENTS,
    self: `${other.baseUrl}/api/v1/tenants/t/namespaces/n`,
  });
  const both = createOutboundGuard({ allow: "", alwaysAllow: [server.host, other.host] });
  await connect(server, { outbound: both }).last(STREAM);
  assertEquals([server.asked("GET", LAST), other.seen.length], [1, 0]);
});

Deno.test("the client asks the vendor's own host that Self names", async () => {
  await using server = startDataHubServer({
    events: EVENTS,
    self: "https://euno.datahub.connect.aveva.com/api/x",
  });
  const asked: string[] = [];
  const recording: typeof fetch = (input, init) => {
    const url = new URL(String(input));
    asked.push(url.host);
    return fetch(new URL(url.pathname + url.search, server.baseUrl), init);
  };
  const outbound = { check: () => Promise.resolve() };
  assertEquals((await connect(server, { fetch: recording, outbound }).last(STREAM))?.value, 1);
  assertEquals(asked, [server.host, server.host, server.host, "euno.datahub.connect.aveva.com"]);
});

Deno.test("the client gives one clear reason for what is not JSON or not understood", async () => {
  await using server = startDataHubServer();
  const hub = connect(server);
  server.intercept = (request) =>
    request.path.endsWith("/Types") ? new Response("<html>secret page</html>") : undefined;
  const html = await refused(hub.discover());
  assertStringIncludes(reasonOf(html), "not JSON");
  assert(!html.message.includes("secret page"));
  server.intercept = (request) => request.path.endsWith("/Types") ? json([{ Id: 5 }]) : undefined;
  assertEquals(
    reasonOf(await refused(hub.discover())),
    "The answer to Types is not understood at 0.Id: Invalid input: expected string, received number",
  );
});

Deno.test("the client lets no secret and no token into a message", async () => {
  await using server = startDataHubServer();
  server.intercept = ({ path, headers, body }) => {
    if (path === "/identity/connect/token" && body.includes("wrong")) return failure(500, `You sent ${body}`);
    return path.includes("/Streams/") ? failure(400, `You sent ${headers.get("authorization")}`) : undefined;
  };
  const echoed = await refused(connect(server).last(STREAM));
  assert(!JSON.stringify([echoed.message, echoed.details]).includes("token-1"));
  const told = await refused(connect(server, { settings: { clientSecret: "wrong" } }).last(STREAM));
  assert(!JSON.stringify([told.message, told.details]).includes("wrong"));
});

Deno.test("the client sends no more than requests_per_minute", async () => {
  await using server = startDataHubServer({ events: EVENTS });
  const clock = new TestClock();
  const hub = connect(server, { clock, settings: { requestsPerMinute: 30 } });
  const startMs = clock.nowMs;
  for (let sent = 0; sent < 30; sent++) await hub.last(STREAM);
  // 33 requests, the token, the discovery document and the namespace included.
  assert(clock.nowMs - startMs >= 60_000, `${clock.nowMs - startMs} ms`);
});

Deno.test("close() ends what is under way and refuses what comes after", async () => {
  await using server = startDataHubServer();
  const started = Promise.withResolvers<void>();
  server.intercept = (request) => {
    if (!isData(request)) return undefined;
    started.resolve();
    return server.stall();
  };
  const { clientId } = server.world;
  const hub = createDataHub({
    settings: settingsOf(server, { clientId }),
    now: Date.now,
    random: Math.random,
    outbound: createOutboundGuard({ allow: "", alwaysAllow: [server.host] }),
    clientName: "andon-test",
  });
  const reading = refused(hub.last(STREAM));
  await started.promise;
  await hub.close();
  assertEquals(reasonOf(await reading), "The connection was closed");
  assertEquals(reasonOf(await refused(hub.last(STREAM))), "The connection was closed");
});

Deno.test("close() ends a wait between two tries", async () => {
  await using server = startDataHubServer();
  const slow = Promise.withResolvers<void>();
  server.intercept = (request) => isData(request) ? failure(503, "x") : undefined;
  const hub = connect(server, {
    sleep: (_ms, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener("abort", () => reject(signal.reason));
        slow.resolve();
      }),
  });
  const reading = refused(hub.last(STREAM));
  await slow.promise;
  await hub.close();
  assertEquals(reasonOf(await reading), "The connection was closed");
});

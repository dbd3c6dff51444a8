import { assert, assertEquals, assertStringIncludes } from "@std/assert";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import {
  connect,
  isData,
  LAST,
  ONE_EVENT,
  reasonOf,
  refused,
  sourceStream,
  TestClock,
} from "../support/data_hub_client.ts";
import { eventually } from "../support/eventually.ts";
import { freePort } from "../support/free_port.ts";
import { failure, startDataHubServer } from "../support/data_hub_server.ts";

const STREAM = sourceStream(1);

Deno.test("the client tries three times, with back-off, while the source is busy", async () => {
  for (const status of [408, 429, 503]) {
    await using server = startDataHubServer({ events: ONE_EVENT });
    const clock = new TestClock();
    const hub = connect(server, { clock });
    let busy = 2;
    server.intercept = (request) => isData(request) && busy-- > 0 ? failure(status, "Busy.") : undefined;
    assertEquals((await hub.latest(STREAM))?.value, 1);
    assertEquals(clock.slept, [500, 1000]);
    busy = 99;
    const refusal = await refused(hub.latest(STREAM));
    assertEquals(refusal.details.status, status);
    assertStringIncludes(reasonOf(refusal), `${server.host} answered ${status} to GET Streams/s1/Data/Last`);
    assertEquals(server.asked("GET", LAST), 6);
  }
});

Deno.test("the client does not retry a permanent refusal", async () => {
  for (const status of [400, 404, 409, 413, 500]) {
    await using server = startDataHubServer({ events: ONE_EVENT });
    server.intercept = (request) => isData(request) ? failure(status, "No.") : undefined;
    assertStringIncludes(reasonOf(await refused(connect(server).latest(STREAM))), "The request failed. No.");
    assertEquals(server.asked("GET", LAST), 1);
  }
});

Deno.test("the client waits for Retry-After, up to its limit", async () => {
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
    await using server = startDataHubServer({ events: ONE_EVENT });
    const own = new TestClock(clock.nowMs);
    let busy = 1;
    server.intercept = (request) =>
      isData(request) && busy-- > 0
        ? new Response(null, { status: 429, headers: { "retry-after": header } })
        : undefined;
    await connect(server, { clock: own }).latest(STREAM);
    assertEquals(own.slept, [waited], header);
  }
});

Deno.test("a Retry-After of a 429 holds back every request, that of a 503 only its own", async () => {
  for (const [status, waited] of [[429, 20_000], [503, 0]]) {
    await using server = startDataHubServer({ events: { ...ONE_EVENT, s2: ONE_EVENT.s1 } });
    const clock = new TestClock();
    // The busy request never wakes; the others sleep only for the pace.
    let asleep = 0;
    const sleep = (ms: number) => asleep++ === 0 ? new Promise<void>(() => {}) : clock.sleep(ms);
    const hub = connect(server, { clock, sleep });
    await hub.latest(STREAM);
    server.intercept = ({ path }) =>
      path.endsWith("/s1/Data/Last")
        ? new Response(null, { status, headers: { "retry-after": "20" } })
        : undefined;
    hub.latest(STREAM);
    await eventually("the busy request waits", () => asleep > 0);
    await hub.latest(sourceStream(2, { sdsStreamId: "s2" }));
    assertEquals(clock.slept.reduce((sum, ms) => sum + ms, 0), waited);
  }
});

Deno.test("the client retries with random jitter", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT });
  const clock = new TestClock();
  let busy = 1;
  server.intercept = (request) => isData(request) && busy-- > 0 ? failure(503, "x") : undefined;
  await connect(server, { clock, random: () => 0 }).latest(STREAM);
  assertEquals(clock.slept, [250]);
});

Deno.test("the client retries after a closed connection, and reports it when that fails", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT });
  let drops = 1;
  const dropping: typeof fetch = (input, init) => {
    if (!String(input).includes("/Streams/") || drops-- <= 0) return fetch(input, init);
    return Promise.reject(
      new TypeError("fetch failed", { cause: new Error("client error (SendRequest): connection closed") }),
    );
  };
  const hub = connect(server, { fetch: dropping });
  assertEquals((await hub.latest(STREAM))?.value, 1);
  drops = 99;
  assertEquals(reasonOf(await refused(hub.latest(STREAM))), `${server.host} closed the connection`);
});

Deno.test("the client names a refused connection, an unknown host and a server without TLS", async () => {
  await using server = startDataHubServer();
  const port = new URL(server.baseUrl).port;
  const open = createOutboundGuard({ allow: "127.0.0.1", alwaysAllow: [] });
  const tls = connect(server, { settings: { baseUrl: `https://127.0.0.1:${port}` }, outbound: open }).latest(
    STREAM,
  );
  assertStringIncludes(reasonOf(await refused(tls)), "No secure connection (TLS)");
  const unknown = connect(server, { settings: { baseUrl: "https://nowhere.invalid" } }).latest(STREAM);
  assertEquals(reasonOf(await refused(unknown)), 'The host name "nowhere.invalid" could not be found');
  const nobody = `127.0.0.1:${freePort()}`;
  const away = connect(server, { settings: { baseUrl: `http://${nobody}` }, outbound: open }).latest(STREAM);
  assertEquals(reasonOf(await refused(away)), `${nobody} refused the connection`);
});

Deno.test("the client aborts a call at its deadline, also while it reads the body", async () => {
  await using server = startDataHubServer();
  const endless = () =>
    new Response(new ReadableStream({ start: (stream) => stream.enqueue(new TextEncoder().encode("[")) }));
  for (const stall of [() => server.stall(), endless]) {
    server.intercept = (request) => isData(request) ? stall() : undefined;
    const hub = connect(server, { limits: { timeoutMs: 200 } });
    assertStringIncludes(reasonOf(await refused(hub.latest(STREAM))), "Timed out after 0.2 s");
  }
});

Deno.test("the client aborts a call at its deadline during a DNS lookup", async () => {
  await using server = startDataHubServer();
  const outbound = { check: () => new Promise<void>(() => {}) };
  const hub = connect(server, { outbound, limits: { timeoutMs: 100 } });
  assertStringIncludes(reasonOf(await refused(hub.latest(STREAM))), "Timed out");
});

Deno.test("the client sends no more than requests_per_minute", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT });
  const clock = new TestClock();
  const hub = connect(server, { clock, settings: { requestsPerMinute: 30 } });
  const startMs = clock.nowMs;
  for (let sent = 0; sent < 30; sent++) await hub.latest(STREAM);
  // 33 requests, the token, the discovery document and the namespace included.
  assert(clock.nowMs - startMs >= 60_000, `${clock.nowMs - startMs} ms`);
});

Deno.test("close() aborts a wait between two tries", async () => {
  await using server = startDataHubServer();
  const slow = Promise.withResolvers<void>();
  server.intercept = (request) => isData(request) ? failure(503, "x") : undefined;
  const hub = connect(server, {
    sleep: (_ms, signal) =>
      new Promise((_, reject) => {
        signal?.addEventListener("abort", () => reject(signal.reason));
        slow.resolve();
      }),
  });
  const reading = refused(hub.latest(STREAM));
  await slow.promise;
  await hub.close();
  assertEquals(reasonOf(await reading), "The connection was closed");
});

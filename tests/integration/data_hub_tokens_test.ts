import { assert, assertEquals } from "@std/assert";
import { createDataHub } from "../../connectors/data_hub/client.ts";
import { createOutboundGuard } from "../../connectors/outbound.ts";
import {
  connect,
  isData,
  LAST,
  ONE_EVENT,
  reasonOf,
  refused,
  settingsOf,
  sourceStream,
  TestClock,
} from "../support/data_hub_client.ts";
import { failure, json, startDataHubServer } from "../support/data_hub_server.ts";

const STREAM = sourceStream(1);

Deno.test("the client requests one token for many calls, at the endpoint of the discovery document", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT });
  const hub = connect(server);
  await Promise.all([hub.latest(STREAM), hub.latest(STREAM), hub.latest(STREAM)]);
  assertEquals(server.seen.filter((one) => one.path === "/identity/connect/token").length, 1);
  assertEquals(server.seen.filter((one) => one.path.endsWith("openid-configuration")).length, 1);
  assertEquals(server.asked("GET", LAST), 3);
});

Deno.test("the client requests verbose answers on every call", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT, streams: [], assets: [] });
  const hub = connect(server);
  await hub.latest(STREAM);
  await hub.discover();
  const calls = server.seen.filter((one) => one.path.startsWith("/api/"));
  assert(calls.length > 4);
  for (const call of calls) assertEquals(call.headers.get("accept-verbosity"), "verbose");
});

Deno.test("the client uses the default token endpoint without a discovery document", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT });
  server.intercept = ({ path }) =>
    path.includes("well-known") ? new Response(null, { status: 404 }) : undefined;
  assertEquals((await connect(server).latest(STREAM))?.value, 1);
});

Deno.test("the client renews its token a tenth of its validity, or a minute, before it expires", async () => {
  for (const [life, renewed] of [[100, 90], [3600, 3540]]) {
    await using server = startDataHubServer({ events: ONE_EVENT, tokenLifeSeconds: life });
    const clock = new TestClock();
    const hub = connect(server, { clock });
    const tokens = () => server.seen.filter((one) => one.path === "/identity/connect/token").length;
    await hub.latest(STREAM);
    clock.nowMs += renewed * 1000 - 1;
    await hub.latest(STREAM);
    assertEquals(tokens(), 1);
    clock.nowMs += 1;
    await hub.latest(STREAM);
    assertEquals(tokens(), 2);
  }
});

Deno.test("the client renews its token once when an answer is 401", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT });
  const hub = connect(server);
  await hub.latest(STREAM);
  server.revokeTokens();
  assertEquals((await hub.latest(STREAM))?.value, 1);
  server.intercept = (request) => isData(request) ? new Response(null, { status: 401 }) : undefined;
  const before = server.asked("GET", LAST);
  const refusal = await refused(hub.latest(STREAM), "INVALID_CREDENTIALS");
  assertEquals(refusal.details.status, 401);
  assertEquals(server.asked("GET", LAST) - before, 2);
});

Deno.test("the client refuses with INVALID_CREDENTIALS when the identity service refuses, whatever the status", async () => {
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
    await refused(connect(server).latest(STREAM), "INVALID_CREDENTIALS");
  }
});

Deno.test("the client refuses with CONNECTION_FAILED when the identity service fails otherwise", async () => {
  for (
    const answer of [
      () => json({ error: "invalid_scope" }, 400),
      () => failure(500, "x"),
      () => json({ a: 1 }),
    ]
  ) {
    await using server = startDataHubServer();
    server.intercept = ({ path }) => path === "/identity/connect/token" ? answer() : undefined;
    await refused(connect(server).latest(STREAM));
  }
});

Deno.test("the client renews its token once for all requests that receive a 401", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT });
  const hub = connect(server);
  await hub.latest(STREAM);
  server.revokeTokens();
  await Promise.all(Array.from({ length: 20 }, () => hub.latest(STREAM)));
  assertEquals(server.seen.filter((one) => one.path === "/identity/connect/token").length, 2);
});

Deno.test("a late 401 for the previous token does not drop the new one", async () => {
  await using server = startDataHubServer({ events: { ...ONE_EVENT, slow: ONE_EVENT.s1 } });
  const hub = connect(server);
  await hub.latest(STREAM);
  server.revokeTokens();
  const tokens = () => server.seen.filter((one) => one.path === "/identity/connect/token").length;
  const renewed = Promise.withResolvers<void>();
  let late = true;
  server.intercept = async ({ path }) => {
    if (!path.endsWith("/slow/Data/Last") || !late) return undefined;
    late = false;
    await renewed.promise;
    return new Response(null, { status: 401 });
  };
  const slow = hub.latest(sourceStream(2, { sdsStreamId: "slow" }));
  await hub.latest(STREAM);
  renewed.resolve();
  await slow;
  assertEquals(tokens(), 2);
});

Deno.test("messages contain no secret and no token", async () => {
  await using server = startDataHubServer();
  server.intercept = ({ path, headers, body }) => {
    if (path === "/identity/connect/token" && body.includes("wrong")) return failure(500, `You sent ${body}`);
    return path.includes("/Streams/") ? failure(400, `You sent ${headers.get("authorization")}`) : undefined;
  };
  const echoed = await refused(connect(server).latest(STREAM));
  assert(!JSON.stringify([echoed.message, echoed.details]).includes("token-1"));
  const refusal = await refused(connect(server, { settings: { clientSecret: "wrong" } }).latest(STREAM));
  assert(!JSON.stringify([refusal.message, refusal.details]).includes("wrong"));
});

Deno.test("close() aborts current calls and refuses later ones", async () => {
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
  const reading = refused(hub.latest(STREAM));
  await started.promise;
  await hub.close();
  assertEquals(reasonOf(await reading), "The connection was closed");
  assertEquals(reasonOf(await refused(hub.latest(STREAM))), "The connection was closed");
});

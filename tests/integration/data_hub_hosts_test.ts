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
import { json, startDataHubServer } from "../support/data_hub_server.ts";

const STREAM = sourceStream(1);

Deno.test("the client sends its secret only to the configured host", async () => {
  await using server = startDataHubServer();
  await using other = startDataHubServer();
  server.intercept = ({ path }) =>
    path.includes("well-known")
      ? json({ token_endpoint: `${other.baseUrl}/identity/connect/token` })
      : undefined;
  const both = createOutboundGuard({ allow: "", alwaysAllow: [server.host, other.host] });
  assertStringIncludes(
    reasonOf(await refused(connect(server, { outbound: both }).latest(STREAM))),
    "another host",
  );
  assertEquals(other.seen.length, 0);
});

Deno.test("the client sends no request to an address that the guard refuses", async () => {
  await using server = startDataHubServer();
  const outbound = createOutboundGuard({ allow: "", alwaysAllow: [] });
  assertStringIncludes(
    reasonOf(await refused(connect(server, { outbound }).latest(STREAM))),
    "OUTBOUND_ALLOW",
  );
  assertEquals(server.seen.length, 0);
});

Deno.test("the client follows redirects only on the same host and to the vendor's", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT });
  await using other = startDataHubServer();
  const asked: string[] = [];
  const vendor = "https://euno.datahub.connect.aveva.com";
  const recording: typeof fetch = (input, init) => {
    const url = new URL(String(input));
    asked.push(url.host);
    return fetch(url.origin === vendor ? new URL(url.pathname + "?again=1", server.baseUrl) : url, init);
  };
  const hub = connect(server, { fetch: recording, outbound: { check: () => Promise.resolve() } });
  const redirect = (status: number, location: string) => {
    server.intercept = ({ path, url }) =>
      path.endsWith(LAST) && url.search === ""
        ? new Response(null, { status, headers: { location } })
        : undefined;
  };
  for (const status of [301, 302, 303, 307, 308]) {
    redirect(status, "Last?again=1");
    assertEquals((await hub.latest(STREAM))?.value, 1);
    redirect(status, `${vendor}${server.seen.at(-1)?.url.pathname}`);
    assertEquals((await hub.latest(STREAM))?.value, 1);
    assertEquals(asked.at(-1), new URL(vendor).host);
    for (
      const place of [
        `${other.baseUrl}/x`,
        "http://euno.datahub.connect.aveva.com/",
        "https://aveva.com.evil/",
      ]
    ) {
      redirect(status, place);
      assertStringIncludes(reasonOf(await refused(hub.latest(STREAM))), "a redirect that is not followed");
    }
  }
  assertEquals(other.seen.length, 0);
});

Deno.test("the client follows at most three redirects, each under the request limit", async () => {
  await using server = startDataHubServer({ events: ONE_EVENT });
  const clock = new TestClock();
  const hub = connect(server, { clock, settings: { requestsPerMinute: 60 } });
  await hub.latest(STREAM);
  let redirects = 3;
  server.intercept = (request) =>
    isData(request) && redirects-- > 0
      ? new Response(null, { status: 302, headers: { location: "Last" } })
      : undefined;
  const sleptBefore = clock.slept.length;
  assertEquals((await hub.latest(STREAM))?.value, 1);
  assert(clock.slept.length > sleptBefore, "the redirects were not limited");
  redirects = 4;
  await refused(hub.latest(STREAM));
  assertEquals(server.asked("GET", LAST), 1 + 4 + 4);
});

Deno.test("a redirected POST becomes a GET, or stays a POST after 307", async () => {
  for (const [status, method] of [[302, "GET"], [307, "POST"]] as const) {
    await using server = startDataHubServer();
    server.intercept = ({ path, method, url }) =>
      method === "POST" && path.endsWith("/signups") && url.search === ""
        ? new Response(null, { status, headers: { location: "signups?there=1" } })
        : undefined;
    await connect(server).feed.open([STREAM]).catch(() => undefined);
    const there = server.seen.find(({ url }) => url.searchParams.has("there"));
    assertEquals([there?.method, there?.body === ""], [method, method === "GET"]);
  }
});

Deno.test("the client's secret is not sent to the target of any redirect", async () => {
  await using server = startDataHubServer();
  await using other = startDataHubServer();
  const both = createOutboundGuard({ allow: "", alwaysAllow: [server.host, other.host] });
  for (
    const location of [
      `${other.baseUrl}/t`,
      `${server.baseUrl}/t`,
      "https://euno.datahub.connect.aveva.com/t",
    ]
  ) {
    for (const status of [302, 307]) {
      server.intercept = ({ path }) =>
        path === "/identity/connect/token"
          ? new Response(null, { status, headers: { location } })
          : undefined;
      const refusal = await refused(connect(server, { outbound: both }).latest(STREAM));
      assertStringIncludes(reasonOf(refusal), "a redirect, which is not followed with the client secret");
    }
  }
  assertEquals([other.seen.length, server.seen.filter(({ path }) => path === "/t").length], [0, 0]);
});

Deno.test("the client ignores a namespace's Self on a foreign host", async () => {
  await using other = startDataHubServer({ events: ONE_EVENT });
  await using server = startDataHubServer({
    events: ONE_EVENT,
    self: `${other.baseUrl}/api/v1/tenants/t/namespaces/n`,
  });
  const both = createOutboundGuard({ allow: "", alwaysAllow: [server.host, other.host] });
  await connect(server, { outbound: both }).latest(STREAM);
  assertEquals([server.asked("GET", LAST), other.seen.length], [1, 0]);
});

Deno.test("the client uses the vendor's host that Self names", async () => {
  await using server = startDataHubServer({
    events: ONE_EVENT,
    self: "https://euno.datahub.connect.aveva.com/api/x",
  });
  const asked: string[] = [];
  const recording: typeof fetch = (input, init) => {
    const url = new URL(String(input));
    asked.push(url.host);
    return fetch(new URL(url.pathname + url.search, server.baseUrl), init);
  };
  const outbound = { check: () => Promise.resolve() };
  assertEquals((await connect(server, { fetch: recording, outbound }).latest(STREAM))?.value, 1);
  assertEquals(asked, [server.host, server.host, server.host, "euno.datahub.connect.aveva.com"]);
});

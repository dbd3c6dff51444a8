import { assertEquals, assertRejects, assertStringIncludes } from "@std/assert";
import { Refusal } from "../../domain/shared/refusal.ts";
import { connect, TestClock } from "../support/data_hub_client.ts";
import { json, startDataHubServer, TENANT } from "../support/data_hub_server.ts";

async function refused(work: Promise<unknown>): Promise<[string, string]> {
  const refusal = await assertRejects(() => work, Refusal);
  return [refusal.code, String(refusal.details.reason)];
}

Deno.test("test() returns tenant, namespace, latency and time", async () => {
  await using server = startDataHubServer();
  const clock = new TestClock();
  const slow: typeof fetch = async (input, init) => {
    const answer = await fetch(input, init);
    clock.nowMs += 12;
    return answer;
  };
  assertEquals(await connect(server, { clock, fetch: slow }).test(), {
    connection_status: "connected",
    info: {
      tenant_info: { id: TENANT, name: "Acme", state: "Active" },
      namespace_info: { id: "ns 1", description: "Test", region: "WestUS", state: "Active" },
    },
    facts: { Tenant: "Acme (Active)", Namespace: "Test (Active)", Region: "WestUS" },
    latency_ms: 12,
    tested_at: "2026-01-31T08:00:00.048Z",
  });
});

Deno.test("test() requests a new token each time", async () => {
  await using server = startDataHubServer();
  const hub = connect(server);
  await hub.test();
  server.world.clientSecret = "changed";
  assertEquals((await refused(hub.test()))[0], "INVALID_CREDENTIALS");
});

Deno.test("test() reads answers with missing members", async () => {
  await using server = startDataHubServer();
  server.intercept = ({ path }) =>
    path.endsWith(TENANT) ? json({}) : path.endsWith("/ns 1") ? json({ State: "Locked" }) : undefined;
  const result = await connect(server).test();
  assertEquals(result.info.tenant_info, { id: TENANT, name: TENANT, state: "Unknown" });
  assertEquals(result.info.namespace_info, { id: "ns 1", description: "", region: "", state: "Locked" });
});

Deno.test("test() distinguishes refused credentials from other failures", async () => {
  await using server = startDataHubServer();
  const wrong = connect(server, { settings: { clientSecret: "wrong" } });
  assertEquals((await refused(wrong.test()))[0], "INVALID_CREDENTIALS");
  for (const status of [401, 403]) {
    server.intercept = ({ path }) => path.endsWith("/ns 1") ? new Response(null, { status }) : undefined;
    assertEquals((await refused(connect(server).test()))[0], "INVALID_CREDENTIALS");
  }
});

Deno.test("test() names a tenant or namespace that does not exist, and a busy host", async () => {
  await using server = startDataHubServer();
  const failed = "CONNECTION_FAILED";
  const namespace = connect(server, { settings: { namespaceId: "nope" } });
  assertEquals(await refused(namespace.test()), [
    failed,
    `The namespace nope of tenant ${TENANT} does not exist at ${server.host}; are both ids and the region right?`,
  ]);
  server.intercept = ({ path }) => path.endsWith(TENANT) ? new Response(null, { status: 404 }) : undefined;
  assertEquals(await refused(connect(server).test()), [
    failed,
    `The tenant ${TENANT} does not exist at ${server.host}; are its id and the region right?`,
  ]);
  server.intercept = ({ path }) => path.endsWith(TENANT) ? new Response(null, { status: 503 }) : undefined;
  const [code, reason] = await refused(connect(server).test());
  assertEquals(code, failed);
  assertStringIncludes(reason, `${server.host} answered 503`);
});

Deno.test("every read reports a namespace that does not exist", async () => {
  await using server = startDataHubServer();
  const hub = connect(server, { settings: { namespaceId: "nope" } });
  assertStringIncludes((await refused(hub.discover()))[1], "does not exist");
  assertStringIncludes((await refused(hub.feed.open([])))[1], "does not exist");
});

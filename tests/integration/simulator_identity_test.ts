import { assert, assertEquals, assertNotEquals } from "@std/assert";
import { FakeClock, fetchReply, signIn, simulatorFixture, START_MS } from "./simulator_fixture.ts";
import { startSimulator } from "../../simulator/data_hub/server.ts";
import { runSimulator } from "../../simulator/data_hub/main.ts";

Deno.test("discovery names a token endpoint on the requested host", async () => {
  await using on = await simulatorFixture();
  const { json } = await fetchReply(`${on.simulator.baseUrl}/identity/.well-known/openid-configuration`);
  assertEquals(json.token_endpoint, `${on.simulator.baseUrl}/identity/connect/token`);
});

Deno.test("a wrong secret, client or grant answers 400 with an OAuth error", async () => {
  await using on = await simulatorFixture();
  const wrong = await signIn(on.simulator, "wrong");
  assertEquals([wrong.status, wrong.json.error], [400, "invalid_client"]);
  const grant = await fetchReply(`${on.simulator.baseUrl}/identity/connect/token`, {
    method: "POST",
    body: new URLSearchParams({ grant_type: "password" }),
  });
  assertEquals([grant.status, grant.json.error], [400, "unsupported_grant_type"]);
});

Deno.test("a token is valid for its seconds", async () => {
  const clock = new FakeClock(START_MS);
  await using simulator = await startSimulator({ now: clock.now, tokenSeconds: 60 });
  const { json } = await signIn(simulator);
  assertEquals(json.expires_in, 60);
  const ask = () =>
    fetchReply(`${simulator.baseUrl}/api/v1/Tenants/${simulator.tenantId}`, {
      headers: { Authorization: `bearer ${json.access_token}` },
    });
  clock.ms += 59_999;
  assertEquals((await ask()).status, 200);
  clock.ms += 1;
  const late = await ask();
  assertEquals(late.status, 401);
  assertEquals(Object.keys(late.json).sort(), ["Error", "OperationId", "Parameters", "Reason", "Resolution"]);
  assertEquals(late.headers.get("operation-id"), late.json.OperationId);
});

Deno.test("without a token every path of the API answers 401, known or not", async () => {
  await using on = await simulatorFixture();
  for (const path of ["/api/v1/Tenants/x", `/api/v1/Tenants/${on.simulator.tenantId}`, "/api/v1/nothing"]) {
    assertEquals((await fetchReply(on.simulator.baseUrl + path)).status, 401, path);
  }
});

Deno.test("two tokens differ", async () => {
  await using on = await simulatorFixture();
  const first = (await signIn(on.simulator)).json.access_token;
  assertNotEquals(first, (await signIn(on.simulator)).json.access_token);
});

Deno.test("the namespace has a Self on the requested host", async () => {
  await using on = await simulatorFixture();
  const { json, headers } = await on.get("");
  assert(json.Self.startsWith(`${on.simulator.baseUrl}/api/v1/tenants/`));
  assertEquals(headers.get("content-type"), "application/json");
  assert(headers.get("operation-id") !== null);
});

Deno.test("another tenant, another namespace and an unknown path answer 404, a wrong method 405", async () => {
  await using on = await simulatorFixture();
  const { baseUrl, tenantId } = on.simulator;
  const Authorization = `Bearer ${(await signIn(on.simulator)).json.access_token}`;
  const status = async (path: string, method = "GET") =>
    (await fetchReply(`${baseUrl}/api/v1${path}`, { method, headers: { Authorization } })).status;
  assertEquals(await status("/tenants/other"), 404);
  assertEquals(await status(`/tenants/${tenantId}/namespaces/other`), 404);
  assertEquals(await status(`/tenants/${tenantId}/nothing`), 404);
  assertEquals(await status(`/tenants/${tenantId}/regions`, "DELETE"), 405);
  assertEquals(await status(`/tenants/${tenantId.toUpperCase()}/NAMESPACES/`), 200);
});

Deno.test("beyond its limit of requests the simulator answers 429 until the minute ends", async () => {
  await using on = await simulatorFixture({ requestsPerMinute: 2 });
  await on.get("");
  await on.get("");
  const refused = await on.ask("");
  assertEquals([refused.status, refused.headers.get("retry-after")], [429, "60"]);
  on.clock.ms += 60_000;
  await on.get("");
});

Deno.test("runSimulator() prints one JSON line that a client can sign in with", async () => {
  const printed: string[] = [];
  const log = console.log;
  console.log = (line: string) => void printed.push(line);
  try {
    await using simulator = await runSimulator({ port: 0, now: () => START_MS });
    assertEquals(printed.length, 1);
    const line = JSON.parse(printed[0]);
    assertEquals(Object.keys(line), [
      "base_url",
      "tenant_id",
      "namespace_id",
      "client_id",
      "client_secret",
      "control_url",
      "control_token",
    ]);
    assertEquals((await signIn(simulator, line.client_secret)).status, 200);
  } finally {
    console.log = log;
  }
});

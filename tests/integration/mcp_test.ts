import { assert, assertEquals, assertRejects } from "@std/assert";
import { Client, StreamableHTTPClientTransport } from "@modelcontextprotocol/client";
import { FUNCTIONS } from "../../routes/assistant/functions/table.ts";
import { MCP_ANSWERS } from "../../routes/assistant/mcp.ts";
import { eventually } from "../support/eventually.ts";
import { type RunningSystem, runningSystem, systemTest, timeline } from "../support/running_system.ts";

async function connected(url: string, headers: Record<string, string>): Promise<Client & AsyncDisposable> {
  const client = new Client({ name: "test", version: "1" });
  await client.connect(new StreamableHTTPClientTransport(new URL(url), { requestInit: { headers } }));
  return Object.assign(client, { [Symbol.asyncDispose]: () => client.close() });
}

async function keyOf(on: RunningSystem, role: string): Promise<Record<string, string>> {
  const { data } = await on.client.ok("POST", "/api/keys", { name: `${role} ${crypto.randomUUID()}`, role });
  return { authorization: `Bearer ${data.key}` };
}

function textOf(result: unknown): string {
  const { content } = result as { content: { type: string; text: string }[] };
  return content.map(({ text }) => text).join("");
}

systemTest("an MCP client lists the functions and calls them by an API key", {}, async (on) => {
  await on.streams.make("number", "Own.A");
  await on.configure();
  const instance = await on.deploy(await on.template({ rules: [{}] }), { VALUE: "Own.A" });
  const at = timeline();
  await on.streams.write("Own.A", [at(0), 90]);
  const event = await on.event(instance, () => true);
  await using client = await connected(`${on.client.baseUrl}/mcp`, await keyOf(on, "viewer"));
  const { tools } = await client.listTools();
  assertEquals(tools.map(({ name }) => name), FUNCTIONS.map(({ spec }) => spec.name));
  assert(tools.every(({ annotations }) => annotations?.readOnlyHint === true));
  const found = await client.callTool({ name: "get_active_events", arguments: {} });
  assert(textOf(found).includes(`"id":${event.id}`), textOf(found));
  const why = await client.callTool({ name: "explain", arguments: { instance_id: instance } });
  assert(textOf(why).includes("To end, Own.A must fall to 80 or less (is 90)"), textOf(why));
  const raised = await client.callTool({ name: "get_event", arguments: { event_id: event.id } });
  assert(textOf(raised).includes(`"basis":"replay"`), textOf(raised));
  const wrong = await client.callTool({ name: "get_active_events", arguments: { limit: "many" } });
  assertEquals(wrong.isError, true);
  const unknown = await client.callTool({ name: "delete_event", arguments: { id: event.id } });
  assertEquals(unknown.isError, true);
});

systemTest(
  "a plant node is found by a part of its name with a hyphen",
  { configuration: null },
  async (on) => {
    const node = { floc_id: "N1", name: "North-East 2", node_type: "enterprise" };
    await on.client.ok("POST", "/api/plant-model", node);
    await using client = await connected(`${on.client.baseUrl}/mcp`, await keyOf(on, "viewer"));
    const found = await client.callTool({
      name: "get_plant_subtree",
      arguments: { plant_node: "north-east" },
    });
    assert(textOf(found).includes("North-East 2"), textOf(found));
  },
);

Deno.test("/mcp requires a session or key, and Andon's own pages and hosts", async () => {
  await using on = await runningSystem({
    shards: 0,
    configuration: null,
    environment: { PUBLIC_URL: "https://andon.example" },
  });
  const url = `${on.client.baseUrl}/mcp`;
  await assertRejects(() => connected(url, {}));
  const key = await keyOf(on, "viewer");
  const list = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };
  const post = async (headers: Record<string, string>) => {
    const answer = await fetch(url, {
      method: "POST",
      headers: {
        "content-type": "application/json",
        accept: "application/json, text/event-stream",
        ...headers,
      },
      body: JSON.stringify(list),
    });
    await answer.body?.cancel();
    return answer.status;
  };
  assertEquals(await post({}), 401);
  assertEquals(await post({ authorization: "Bearer andon_nothing" }), 401);
  assertEquals(await post(key), 200);
  assertEquals(await post({ ...key, origin: "https://evil.example" }), 403);
  assertEquals(await post({ ...key, origin: "https://andon.example" }), 200);
  assertEquals(await post({ cookie: on.client.cookie }), 200);
  assertEquals(await post({ cookie: on.client.cookie, origin: "https://evil.example" }), 403);
});

Deno.test("requests whose clients have left keep no place among those that are answered", async () => {
  await using on = await runningSystem({ shards: 0, configuration: null });
  const url = new URL(`${on.client.baseUrl}/mcp`);
  const headers = {
    ...await keyOf(on, "viewer"),
    "content-type": "application/json",
    accept: "application/json, text/event-stream",
  };
  const status = async () => {
    const answer = await fetch(url, { method: "POST", headers, body: LIST });
    await answer.body?.cancel();
    return answer.status;
  };
  const head = Object.entries({ ...headers, host: url.host, "content-length": 1_000 })
    .map(([name, value]) => `${name}: ${value}\r\n`).join("");
  const connections = await Promise.all(Array.from({ length: MCP_ANSWERS.ofCaller }, async () => {
    const connection = await Deno.connect({ hostname: url.hostname, port: Number(url.port) });
    await connection.write(new TextEncoder().encode(`POST /mcp HTTP/1.1\r\n${head}\r\n{`));
    return connection;
  }));
  await eventually("half-sent requests hold all places", async () => await status() === 503);
  for (const connection of connections) connection.close();
  await eventually("the places are free", async () => await status() === 200);
  const answers = Array.from(
    { length: 3 * MCP_ANSWERS.ofCaller },
    () => eventually("one more is answered and left unread", async () => await status() === 200),
  );
  await Promise.all(answers);
});

const LIST = JSON.stringify({ jsonrpc: "2.0", id: 1, method: "tools/list", params: {} });

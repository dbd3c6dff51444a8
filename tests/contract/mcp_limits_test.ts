import { assert, assertEquals, assertMatch } from "@std/assert";
import { MCP_ANSWERS } from "../../routes/assistant/mcp.ts";
import { JSON_LIMITS } from "../../domain/shared/json_size.ts";
import { MOST_MESSAGES } from "../../routes/assistant/mcp_messages.ts";
import { LONGEST_ARGUMENTS } from "../../routes/assistant/functions/carry_out.ts";
import { MAX_BODY_BYTES } from "../../routes/pipeline/middleware/json_body.ts";
import { createApp } from "../../routes/app.ts";
import { type Answer, type Call, type Json, type TestApp, testApp } from "./support.ts";

const LIMITS = { default: 100, ai: 20, heavy: 10 };
const MCP = "POST /mcp";
const CALL: Call = {
  as: "viewer",
  headers: { "content-type": "application/json", accept: "application/json, text/event-stream" },
};

function limited(): Promise<TestApp> {
  const nowMs = Date.UTC(2026, 0, 31, 8, 15);
  return testApp({ now: () => nowMs, settings: { rateLimits: LIMITS } });
}

function toolCall(name: string, given: unknown = {}, id: unknown = 1): Json {
  return { jsonrpc: "2.0", id, method: "tools/call", params: { name, arguments: given } };
}

const LIST = { jsonrpc: "2.0", id: 1, method: "tools/list", params: {} };

/** The messages of an answer, which is JSON or an event stream. */
function messagesOf({ text, body }: Answer): Json[] {
  if (body !== undefined) return [body].flat();
  return text.split("\n").filter((line) => line.startsWith("data: ")).map((line) =>
    JSON.parse(line.slice(6))
  );
}

const post = (app: TestApp, body: unknown, call: Call = {}) => app.call(MCP, { ...CALL, ...call, body });

const refusalOf = ({ status, body }: Answer) => [status, body.details.error_code];

Deno.test("/mcp is held to the default limit, with its headers, together with the API", async () => {
  await using app = await limited();
  const first = await post(app, LIST);
  assertEquals([first.status, first.headers.get("RateLimit")], [200, `"default";r=99;t=60`]);
  assertEquals(first.headers.get("RateLimit-Policy"), `"default";q=100;w=60`);
  const api = await app.call("GET /api/packages", { as: "viewer" });
  assertEquals(api.headers.get("RateLimit"), `"default";r=98;t=60`);
  for (let i = 0; i < 98; i++) assertEquals((await post(app, { ...LIST, method: "ping" })).status, 200);
  const refused = await post(app, LIST);
  assertEquals([...refusalOf(refused), refused.headers.get("Retry-After")], [429, "RATE_LIMITED", "60"]);
  assertEquals((await app.call("GET /api/packages", { as: "viewer" })).status, 429);
});

Deno.test("/mcp counts those who are not signed in, and pages of other sites apart", async () => {
  await using app = await limited();
  const nobody = await post(app, LIST, { as: undefined });
  assertEquals([nobody.status, nobody.headers.get("RateLimit")], [401, `"default";r=99;t=60`]);
  const foreign = await post(app, LIST, { headers: { ...CALL.headers, origin: "http://evil.test" } });
  assertEquals([foreign.status, foreign.headers.get("RateLimit")], [403, `"cross_site";r=99;t=60`]);
});

Deno.test("each message of a request counts, and a request that exceeds the limit runs none of them", async () => {
  await using app = await limited();
  const batch = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ ...LIST, id, method: "ping" }));
  for (const left of [80, 60, 40, 20]) {
    const { status, headers } = await post(app, batch(20));
    assertEquals([status, headers.get("RateLimit")], [200, `"default";r=${left};t=60`]);
  }
  assertEquals((await post(app, batch(1))).headers.get("RateLimit"), `"default";r=19;t=60`);
  const refused = await post(app, batch(20));
  assertEquals(refusalOf(refused), [429, "RATE_LIMITED"]);
});

Deno.test(`a request holds 1 to ${MOST_MESSAGES} messages`, async () => {
  await using app = await testApp();
  const pings = (count: number) =>
    Array.from({ length: count }, (_, id) => ({ ...LIST, id, method: "ping" }));
  for (const count of [1, MOST_MESSAGES]) {
    const answer = await post(app, pings(count));
    assertEquals([answer.status, messagesOf(answer).length], [200, count]);
  }
  for (const count of [0, MOST_MESSAGES + 1]) {
    const answer = await post(app, pings(count));
    assertEquals(refusalOf(answer), [400, "VALIDATION_FAILED"]);
    assertMatch(answer.body.error, new RegExp(`1 to ${MOST_MESSAGES} messages, but holds ${count}`));
  }
});

Deno.test("a body to /mcp holds 1 MiB, stated or not", async () => {
  await using app = await testApp();
  const text = JSON.stringify(LIST).padEnd(MAX_BODY_BYTES);
  const sent = (body: string) => [{ body }, { body: new Blob([body]).stream() }];
  for (const { body } of sent(text)) assertEquals((await post(app, body)).status, 200);
  for (const { body } of sent(`${text} `)) {
    assertEquals(refusalOf(await post(app, body)), [413, "PAYLOAD_TOO_LARGE"]);
  }
  const stated = { ...CALL.headers, "content-length": String(MAX_BODY_BYTES + 1) };
  assertEquals(refusalOf(await post(app, "{}", { headers: stated })), [413, "PAYLOAD_TOO_LARGE"]);
});

Deno.test(`a message to /mcp is nested up to ${JSON_LIMITS.depth} deep`, async () => {
  await using app = await testApp();
  // The message and its parameters are two levels of it.
  const nested = (depth: number) => {
    const inner = `${"[".repeat(depth - 2)}${"]".repeat(depth - 2)}`;
    return JSON.stringify({ ...LIST, method: "ping", params: { deep: "_" } }).replace('"_"', inner);
  };
  assertEquals((await post(app, nested(JSON_LIMITS.depth))).status, 200);
  for (const depth of [JSON_LIMITS.depth + 1, 100_000]) {
    const answer = await post(app, nested(depth));
    assertEquals(refusalOf(answer), [400, "VALIDATION_FAILED"]);
    assertMatch(answer.body.error, /nested 32 deep; nest them less/);
  }
  assertEquals(refusalOf(await post(app, "{")), [400, "VALIDATION_FAILED"]);
  assertEquals(refusalOf(await post(app, "")), [400, "VALIDATION_FAILED"]);
});

Deno.test("arguments beyond their limits are refused by name, and every answer stays small", async () => {
  await using app = await testApp();
  const wrong: [string, unknown, RegExp][] = [
    ["find_streams", { text: "x".repeat(201) }, /text/],
    ["search_events", { hours: 8_761 }, /hours/],
    ["list_instances", { limit: 201 }, /limit/],
    ["propose_rule_template", { rules: Array(51).fill({}) }, /rules/],
    ["run_backtest", { instance_ids: Array(51).fill(1) }, /instance_ids/],
    ["x".repeat(500_000), {}, /does not exist/],
    ["list_templates", { [`x`.repeat(100_000)]: 1 }, /Wrong arguments/],
    ["list_templates", { text: "x".repeat(LONGEST_ARGUMENTS) }, /arguments may hold 256 KiB/],
    ["list_templates", Object.fromEntries(Array.from({ length: 10_000 }, (_, i) => [`f${i}`, 1])), /Unknown/],
  ];
  for (const [name, given, told] of wrong) {
    const answer = await post(app, toolCall(name, given));
    const [{ result }] = messagesOf(answer);
    assertEquals([answer.status, result.isError], [200, true]);
    if (name.length < 100) assertMatch(result.content[0].text, told);
    assert(answer.text.length < MOST_ANSWER, `${answer.text.length} characters`);
  }
});

/** A result takes 4,000 tokens of three characters, each of them written as seven at most, and what stands around it. */
const MOST_ANSWER = 4_000 * 3 * 7 + 1_000;

Deno.test("a list of thousands comes back cut to the size of one result", async () => {
  await using app = await testApp();
  const by = { name: "test", role: "admin" } as const;
  const { id } = await app.storage.packages.create({ name: "P", description: "" }, by);
  for (let i = 0; i < 300; i++) {
    const template = { name: `T${i} ${"x".repeat(150)}`, description: "d".repeat(1_000), category: "health" };
    const whole = { ...template, color: "#5b646d", package_id: id, rules: [], placeholders: [] };
    await app.storage.templates.create(whole, by);
  }
  const answer = await post(app, toolCall("list_templates", { limit: 200 }));
  assertEquals(answer.status, 200);
  assertMatch(answer.text, /left_out/);
  assert(answer.text.length < MOST_ANSWER, `${answer.text.length} characters`);
});

Deno.test("GET and DELETE open no stream, and nobody can subscribe to one", async () => {
  await using app = await testApp();
  for (const method of ["GET", "DELETE"]) {
    assertEquals((await app.call(`${method} /mcp`, CALL)).status, 405);
  }
  const version = "2026-07-28";
  const subscription = {
    jsonrpc: "2.0",
    id: 1,
    method: "subscriptions/listen",
    params: {
      notifications: { toolsListChanged: true },
      _meta: {
        "io.modelcontextprotocol/protocolVersion": version,
        "io.modelcontextprotocol/clientInfo": { name: "test", version: "1" },
        "io.modelcontextprotocol/clientCapabilities": {},
      },
    },
  };
  const headers = { "mcp-protocol-version": version, "mcp-method": "subscriptions/listen" };
  const answer = await post(app, subscription, { headers: { ...CALL.headers, ...headers } });
  assertEquals(messagesOf(answer)[0].error.message, "Subscription limit reached", answer.text);
});

/** Requests to /mcp whose bodies wait, so that their answers stay open. */
class OpenRequests {
  readonly #app;
  readonly #ends: (() => void)[] = [];
  readonly answers: Promise<Response>[] = [];

  constructor({ deps }: TestApp) {
    this.#app = createApp(deps);
  }

  send(headers: Record<string, string>, { from = "10.0.0.1", isOpen = true } = {}): Promise<Response> {
    const body = new ReadableStream<Uint8Array>({
      start: (controller) => {
        const end = () => {
          controller.enqueue(new TextEncoder().encode(JSON.stringify(LIST)));
          controller.close();
        };
        if (isOpen) this.#ends.push(end);
        else end();
      },
    });
    const request = new Request("http://localhost:8000/mcp", {
      method: "POST",
      headers: { host: "localhost:8000", ...CALL.headers, ...headers },
      body,
    });
    const answer = Promise.resolve(this.#app.fetch(request, { remoteAddr: { hostname: from } }));
    if (isOpen) this.answers.push(answer);
    return answer;
  }

  async endAll(): Promise<number[]> {
    for (const end of this.#ends.splice(0)) end();
    const answers = await Promise.all(this.answers.splice(0));
    await Promise.all(answers.map((answer) => answer.text()));
    return answers.map(({ status }) => status);
  }
}

async function codeOf(answer: Response): Promise<unknown[]> {
  return [answer.status, (await answer.json()).details.error_code];
}

Deno.test(`${MCP_ANSWERS.ofCaller} requests of one user are answered at once, then again when they have ended`, async () => {
  await using app = await testApp();
  const open = new OpenRequests(app);
  const viewer = { cookie: app.cookieOf("viewer") };
  for (let i = 0; i < MCP_ANSWERS.ofCaller; i++) open.send(viewer);
  const refused = await open.send(viewer, { from: "10.0.0.2", isOpen: false });
  assertEquals(await codeOf(refused), [503, "UNAVAILABLE"]);
  const other = await open.send({ cookie: app.cookieOf("operator") }, { isOpen: false });
  assertEquals([other.status, (await other.text()).length > 0], [200, true]);
  assertEquals(await open.endAll(), Array(MCP_ANSWERS.ofCaller).fill(200));
  assertEquals((await open.send(viewer, { isOpen: false })).status, 200);
});

Deno.test("an answer stays open until it is read to its end or given up", async () => {
  await using app = await testApp();
  const open = new OpenRequests(app);
  const viewer = { cookie: app.cookieOf("viewer") };
  const unread = await Promise.all(
    Array.from({ length: MCP_ANSWERS.ofCaller }, () => open.send(viewer, { isOpen: false })),
  );
  assertEquals(await codeOf(await open.send(viewer, { isOpen: false })), [503, "UNAVAILABLE"]);
  await unread[0].body?.cancel();
  await unread[1].text();
  for (const _ of [0, 1]) {
    unread.push(await open.send(viewer, { isOpen: false }));
    assertEquals(unread.at(-1)?.status, 200);
  }
  assertEquals((await open.send(viewer, { isOpen: false })).status, 503);
  for (const answer of unread.slice(2)) await answer.body?.cancel();
});

Deno.test("refused and broken requests leave no answer open", async () => {
  await using app = await testApp();
  for (let i = 0; i < 3 * MCP_ANSWERS.ofCaller; i++) {
    assertEquals((await post(app, "{")).status, 400);
    assertEquals((await app.call("GET /mcp", CALL)).status, 405);
    assertEquals(
      (await post(app, "{}", { headers: { ...CALL.headers, "content-type": "text/plain" } })).status,
      415,
    );
  }
  assertEquals((await post(app, LIST)).status, 200);
});

Deno.test(`${MCP_ANSWERS.ofAddress} requests of one address are answered at once, whoever sends them`, async () => {
  await using app = await testApp();
  const open = new OpenRequests(app);
  const by = { name: "test", role: "admin" } as const;
  const keys = await Promise.all(
    Array.from({ length: MCP_ANSWERS.ofAddress / MCP_ANSWERS.ofCaller + 1 }, async (_, at) => {
      const draft = { name: `Key ${at}`, role: "viewer", is_active: true, expires_at: null } as const;
      return { authorization: `Bearer ${(await app.storage.access.apiKeys.issue(draft, by)).key}` };
    }),
  );
  const last = keys.pop() ?? {};
  for (const key of keys) {
    for (let i = 0; i < MCP_ANSWERS.ofCaller; i++) open.send(key);
  }
  assertEquals(await codeOf(await open.send(last, { isOpen: false })), [503, "UNAVAILABLE"]);
  const elsewhere = await open.send(last, { from: "10.0.0.2", isOpen: false });
  assertEquals([elsewhere.status, (await elsewhere.text()).length > 0], [200, true]);
  assertEquals(new Set(await open.endAll()), new Set([200]));
});

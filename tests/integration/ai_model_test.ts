import { assert, assertEquals } from "@std/assert";
import type { ProviderType } from "../../domain/provider/types.ts";
import { freePort } from "../support/free_port.ts";
import { HeldTimers } from "../support/held_timers.ts";
import { ASK, FUNCTION, KEY, modelClient, refusal, say } from "../support/model_client.ts";
import { chunk, ModelServer, type Scripted, sse } from "../support/model_server.ts";

/** Of an answer that does not come: the test lets it pass. */
const DEADLINE_MS = 77_000;

const status = (code: number, body: unknown = {}, headers: Record<string, string> = {}): Scripted => ({
  respond: () => Response.json(body, { status: code, headers }),
});

/** What each vendor documents: the header of the API key, the field of the answer limit, the options of a stream. */
const FORMS: Record<
  ProviderType,
  { path: string; key: [string, string]; limit: string; options: boolean; base: string }
> = {
  openai: form("/v1", "max_completion_tokens"),
  azure_openai: {
    ...form("/openai/v1", "max_completion_tokens"),
    key: ["api-key", KEY],
  },
  anthropic: form("/v1", "max_tokens"),
  gemini: form("/v1beta/openai", "max_tokens"),
  mistral: { ...form("/v1", "max_tokens"), options: false },
  ollama: form("/v1", "max_tokens"),
  openai_compatible: form("/v1", "max_tokens"),
};

function form(base: string, limit: string) {
  const key: [string, string] = ["authorization", `Bearer ${KEY}`];
  return { base, path: `${base}/chat/completions`, key, limit, options: true };
}

for (const [type, expected] of Object.entries(FORMS) as [ProviderType, (typeof FORMS)[ProviderType]][]) {
  Deno.test(`a request to ${type} has the form that its vendor documents`, async () => {
    await using server = new ModelServer();
    await using model = modelClient(`http://127.0.0.1:${server.port}${expected.base}/`, {
      settings: { type },
    });
    for (const stream of [false, true]) {
      await say(model, { functions: [FUNCTION] }, stream);
      const { path, headers, body } = server.last;
      assertEquals([path, headers.get(expected.key[0])], [expected.path, expected.key[1]]);
      const other = expected.key[0] === "api-key" ? "authorization" : "api-key";
      assertEquals(headers.get(other), null);
      const { messages, tools, ...rest } = body;
      assertEquals(messages, ASK.messages);
      assertEquals(tools, [{ type: "function", function: FUNCTION }]);
      assertEquals(rest, {
        model: "test-model",
        [expected.limit]: 100,
        tool_choice: "auto",
        stream,
        ...(stream && expected.options && { stream_options: { include_usage: true } }),
      });
    }
    await say(model);
    assertEquals(
      Object.keys(server.last.body).sort(),
      [expected.limit, "messages", "model", "stream"].sort(),
    );
  });
}

Deno.test("a query of the base URL goes with every request", async () => {
  await using server = new ModelServer();
  const base = `http://127.0.0.1:${server.port}/openai/deployments/d1?api-version=2024-10-21`;
  await using model = modelClient(base, { settings: { type: "azure_openai" } });
  await say(model);
  assertEquals([server.last.path, server.last.search], [
    "/openai/deployments/d1/chat/completions",
    "?api-version=2024-10-21",
  ]);
});

Deno.test("calls and results of functions are sent in the form of the protocol", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl);
  const call = { id: "c1", name: "look", argumentsText: '{"at":"x"}' };
  await say(model, {
    messages: [
      ...ASK.messages,
      { role: "assistant", content: "", calls: [call] },
      { role: "function", callId: "c1", content: "seen" },
    ],
  });
  assertEquals(server.last.body.messages.slice(2), [
    {
      role: "assistant",
      content: "",
      tool_calls: [{ id: "c1", type: "function", function: { name: "look", arguments: '{"at":"x"}' } }],
    },
    { role: "tool", tool_call_id: "c1", content: "seen" },
  ]);
});

for (const stream of [false, true]) {
  const how = stream ? "streamed" : "plain";

  Deno.test(`a ${how} answer is complete, with its usage`, async () => {
    await using server = new ModelServer();
    await using model = modelClient(server.baseUrl);
    server.script.push({ text: "All is well in the plant." });
    const { answer, tokens } = await say(model, {}, stream);
    assertEquals([answer.text, answer.usage.total_tokens, answer.isCut], [
      "All is well in the plant.",
      15,
      false,
    ]);
    assertEquals([tokens.join(""), tokens.length > 3], stream ? [answer.text, true] : ["", false]);
  });

  Deno.test(`${how} function calls are complete, even with broken arguments`, async () => {
    await using server = new ModelServer();
    await using model = modelClient(server.baseUrl);
    server.script.push({
      calls: [{ name: "look", arguments: '{"at":"here"}' }, { name: "look", arguments: '{"at": tru' }],
    });
    const { answer } = await say(model, { functions: [FUNCTION] }, stream);
    assertEquals(answer.calls.map(({ name, argumentsText }) => [name, argumentsText]), [
      ["look", '{"at":"here"}'],
      ["look", '{"at": tru'],
    ]);
  });

  Deno.test(`a ${how} request that is refused for its API key is not retried`, async () => {
    await using server = new ModelServer();
    await using model = modelClient(server.baseUrl);
    server.script.push(status(401, { error: { message: `Incorrect API key provided: ${KEY}` } }));
    const { code, message, details } = await refusal(say(model, {}, stream));
    assertEquals([code, details.status, server.seen.length], ["AI_PROVIDER_ERROR", 401, 1]);
    assert(message.includes("refused the API key (401)"), message);
    assert(!message.includes("0123456789"), message);
  });

  Deno.test(`a ${how} request is retried once after a short Retry-After, and not after a long one`, async () => {
    await using server = new ModelServer();
    await using model = modelClient(server.baseUrl, { limits: { maxRetryAfterMs: 1_000 } });
    server.script.push(status(429, {}, { "retry-after": "0" }), { text: "now" });
    assertEquals([(await say(model, {}, stream)).answer.text, server.seen.length], ["now", 2]);
    server.script.push(status(429, {}, { "retry-after": "0" }), status(429, {}, { "retry-after": "1" }), {
      text: "no",
    });
    const twice = await refusal(say(model, {}, stream));
    assertEquals([twice.details.status, twice.details.retry_after_seconds, server.seen.length], [429, 1, 4]);
    server.script.splice(0);
    server.script.push(status(429, {}, { "retry-after": "2" }));
    const long = await refusal(say(model, {}, stream));
    assertEquals([long.details.retry_after_seconds, server.seen.length], [2, 5]);
  });

  Deno.test(`a ${how} request is retried once after a 500`, async () => {
    await using server = new ModelServer();
    await using model = modelClient(server.baseUrl);
    server.script.push(status(500), { text: "back" });
    assertEquals((await say(model, {}, stream)).answer.text, "back");
    server.script.push(status(500), status(503, { error: { message: "overloaded" } }), { text: "no" });
    const { message, details } = await refusal(say(model, {}, stream));
    assertEquals([details.status, server.seen.length], [503, 4]);
    assert(message.includes("failed (503): overloaded"), message);
  });

  Deno.test(`${how}: a server that sends nothing for too long is given up without a retry`, async () => {
    await using server = new ModelServer();
    using deadline = new HeldTimers(DEADLINE_MS);
    await using model = modelClient(server.baseUrl, {
      limits: { answerMs: DEADLINE_MS, idleMs: DEADLINE_MS },
    });
    server.script.push({ respond: () => server.stall() });
    const refused = refusal(say(model, {}, stream));
    await server.asked(1);
    deadline.pass();
    const { message } = await refused;
    const waited = stream ? "sent nothing for 77 s" : "did not finish its answer within 77 s";
    assert(message.endsWith(waited), message);
    assertEquals(server.seen.length, 1);
  });

  Deno.test(`${how}: a redirect is not followed, and an answer other than a chat completion is refused`, async () => {
    await using server = new ModelServer();
    await using elsewhere = new ModelServer();
    await using model = modelClient(server.baseUrl);
    server.script.push({ respond: () => Response.redirect(`${elsewhere.baseUrl}/chat/completions`, 307) });
    const { message } = await refusal(say(model, {}, stream));
    assert(message.includes("redirect"), message);
    assertEquals(elsewhere.seen.length, 0);
    server.script.push({ respond: () => Response.json({ hello: "world" }) });
    server.script.push({ respond: () => Response.json({ hello: "world" }) });
    assertEquals((await refusal(say(model, {}, stream))).code, "AI_PROVIDER_ERROR");
  });
}

Deno.test("a stream that is cut off after its first text fails without a retry", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl);
  const half = [chunk([{ index: 0, delta: { content: "Half an" }, finish_reason: null }])];
  server.script.push({ respond: () => sse(half) });
  const { message } = await refusal(say(model, {}, true));
  assert(message.includes("closed the connection"), message);
  assertEquals(server.seen.length, 1);
});

Deno.test("a stream that is cut off before its first text is retried once", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl);
  server.script.push({ respond: () => sse([]) }, { text: "whole" });
  assertEquals((await say(model, {}, true)).answer.text, "whole");
});

Deno.test("a stream that stops midway is given up", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl, { limits: { idleMs: 150 } });
  const first = `data: ${
    JSON.stringify(chunk([{ index: 0, delta: { content: "One" }, finish_reason: null }]))
  }\n\n`;
  let open: ReadableStreamDefaultController<Uint8Array>;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => {
      open = controller;
      controller.enqueue(new TextEncoder().encode(first));
    },
  });
  server.script.push({
    respond: () => new Response(body, { headers: { "content-type": "text/event-stream" } }),
  });
  const { message } = await refusal(say(model, {}, true));
  assert(message.endsWith("sent nothing for 0.15 s"), message);
  try {
    open!.close();
  } catch {
    // The client has disconnected and closed it.
  }
});

Deno.test("a connection goes to the address that was checked, without a second DNS lookup", async () => {
  await using server = new ModelServer();
  const resolved: string[] = [];
  const resolve = (host: string) => {
    resolved.push(host);
    return Promise.resolve(["127.0.0.1"]);
  };
  await using model = modelClient(`http://models.example:${server.port}/v1`, {
    allow: "models.example",
    resolve,
  });
  assertEquals((await say(model)).answer.text, "ready");
  assertEquals(server.last.headers.get("host"), `models.example:${server.port}`);
  assert(resolved.every((host) => host === "models.example"));
});

Deno.test("a name whose address changes between the check and the connection is refused", async () => {
  await using server = new ModelServer();
  let lookups = 0;
  // DNS rebinding: allowed at every first lookup, loopback at every second.
  const resolve = () => Promise.resolve([lookups++ % 2 === 0 ? "192.0.2.7" : "127.0.0.1"]);
  await using model = modelClient(`https://models.example:${server.port}/v1`, {
    allow: "192.0.2.0/24",
    resolve,
  });
  const { code, message } = await refusal(say(model));
  assertEquals([code, server.seen.length], ["CONNECTION_FAILED", 0]);
  assert(message.includes("loopback"), message);
});

Deno.test("an address that is not allowed is refused before anything is sent", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl, { allow: "" });
  const { code, message } = await refusal(say(model));
  assertEquals([code, server.seen.length], ["CONNECTION_FAILED", 0]);
  assert(message.includes("OUTBOUND_ALLOW"), message);
});

Deno.test("a refused connection is reported, after one retry", async () => {
  const port = freePort();
  await using model = modelClient(`http://127.0.0.1:${port}/v1`);
  const { message } = await refusal(say(model));
  assert(message.includes(`127.0.0.1:${port} refused the connection`), message);
});

/** A proxy that forwards everything to one local port. */
function tunnel(port: number) {
  const listener = Deno.listen({ hostname: "127.0.0.1", port: 0 });
  const asked: string[] = [];
  const open: Deno.Conn[] = [];
  const serve = async (conn: Deno.Conn) => {
    const buffer = new Uint8Array(4_096);
    const count = await conn.read(buffer) ?? 0;
    const [line] = new TextDecoder().decode(buffer.subarray(0, count)).split("\r\n");
    asked.push(line);
    const target = await Deno.connect({ hostname: "127.0.0.1", port });
    open.push(conn, target);
    if (line.startsWith("CONNECT")) await conn.write(new TextEncoder().encode("HTTP/1.1 200 OK\r\n\r\n"));
    else await target.write(buffer.subarray(0, count));
    await Promise.allSettled([conn.readable.pipeTo(target.writable), target.readable.pipeTo(conn.writable)]);
  };
  const accepting = (async () => {
    for await (const conn of listener) serve(conn).catch(() => {});
  })();
  return {
    asked,
    url: `http://127.0.0.1:${listener.addr.port}`,
    async [Symbol.asyncDispose]() {
      listener.close();
      await accepting.catch(() => {});
      for (const conn of open) {
        try {
          conn.close();
        } catch {
          // Already closed by the other end.
        }
      }
    },
  };
}

Deno.test("requests go through the proxy, except for the hosts in NO_PROXY", async () => {
  await using server = new ModelServer();
  await using proxy = tunnel(server.port);
  const options = { allow: "models.example", resolve: () => Promise.resolve(["127.0.0.1"]) };
  const base = `http://models.example:${server.port}/v1`;
  await using behind = modelClient(base, { ...options, proxy: { http: proxy.url } });
  assertEquals((await say(behind)).answer.text, "ready");
  assertEquals(proxy.asked, [`POST http://models.example:${server.port}/v1/chat/completions HTTP/1.1`]);
  await using beside = modelClient(base, { ...options, proxy: { http: proxy.url, no: "models.example" } });
  assertEquals((await say(beside)).answer.text, "ready");
  assertEquals(proxy.asked.length, 1);
  await using secure = modelClient("https://models.example/v1", { ...options, proxy: { https: proxy.url } });
  // No TLS server answers behind the tunnel: only the CONNECT request matters.
  assertEquals((await refusal(say(secure))).code, "AI_PROVIDER_ERROR");
  assertEquals(proxy.asked[1], "CONNECT models.example:443 HTTP/1.1");
});

import { assert, assertEquals } from "@std/assert";
import { eventually } from "../support/eventually.ts";
import { HeldTimers } from "../support/held_timers.ts";
import { FUNCTION, KEY, modelClient, refusal, say } from "../support/model_client.ts";
import { chunk, ModelServer } from "../support/model_server.ts";

const WORDS = "word ".repeat(50);

/** An endless body, its chunks counted; it ends when the client disconnects. */
function endless(first: string, piece: string, type = "application/json") {
  const encoder = new TextEncoder();
  const sent = { chunks: 0, isOver: false };
  const body = new ReadableStream<Uint8Array>({
    start: (out) => out.enqueue(encoder.encode(first)),
    pull: (out) => {
      sent.chunks++;
      out.enqueue(encoder.encode(piece));
    },
    cancel: () => void (sent.isOver = true),
  });
  return {
    sent,
    respond: (status = 200) => new Response(body, { status, headers: { "content-type": type } }),
  };
}

const limits = { maxBodyBytes: 100_000 };

for (
  const { how, first, stream } of [
    { how: "a plain answer", first: '{"choices":[{"message":{"content":"' },
    { how: "a line of a stream", first: "data: ", stream: true },
  ]
) {
  Deno.test(`${how} without end is read up to the limit, and fails without a retry`, async () => {
    await using server = new ModelServer();
    await using model = modelClient(server.baseUrl, { limits });
    const { sent, respond } = endless(first, WORDS, stream ? "text/event-stream" : "application/json");
    server.script.push({ respond: () => respond() });
    const { code, message } = await refusal(say(model, {}, stream));
    assertEquals([code, server.seen.length], ["AI_PROVIDER_ERROR", 1]);
    assert(message.includes("longer than 100000 bytes"), message);
    await eventually("the client has disconnected", () => sent.isOver);
  });
}

Deno.test("an endless error body is not read to its end", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl, { limits });
  const { sent, respond } = endless("", WORDS, "text/plain");
  server.script.push({ respond: () => respond(401) });
  const { details } = await refusal(say(model));
  assertEquals([details.status, server.seen.length], [401, 1]);
  await eventually("the client has disconnected", () => sent.isOver);
});

function piece(content: string): string {
  return `data: ${JSON.stringify(chunk([{ index: 0, delta: { content }, finish_reason: null }]))}\n\n`;
}

Deno.test("a stream that never ends fails as unfinished, not as idle", async () => {
  await using server = new ModelServer();
  using deadline = new HeldTimers(77_000);
  await using model = modelClient(server.baseUrl, {
    limits: { streamMs: 77_000, maxBodyBytes: Infinity },
  });
  const { sent, respond } = endless("", ": still thinking\n\n", "text/event-stream");
  server.script.push({ respond: () => respond() });
  const refused = refusal(say(model, {}, true));
  await eventually("the answer has begun", () => sent.chunks > 0);
  deadline.pass();
  const { message } = await refused;
  assert(message.endsWith("did not finish its answer within 77 s"), message);
  await eventually("the client has disconnected", () => sent.isOver);
});

Deno.test("an endless stream of text is truncated at the answer limit", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl, { limits });
  const { sent, respond } = endless("", piece(WORDS), "text/event-stream");
  server.script.push({ respond: () => respond() });
  const { answer, tokens } = await say(model, {}, true);
  assertEquals([answer.text.length, answer.isCut, tokens.join("").length], [20_000, true, 20_000]);
  await eventually("the client has disconnected", () => sent.isOver);
});

Deno.test("an answer of exactly the byte limit is read", async () => {
  await using server = new ModelServer();
  const text = JSON.stringify({ choices: [{ message: { content: "ready" }, finish_reason: "stop" }] });
  await using exact = modelClient(server.baseUrl, { limits: { maxBodyBytes: text.length } });
  const respond = () => new Response(text, { headers: { "content-type": "application/json" } });
  server.otherwise = () => ({ respond });
  assertEquals((await say(exact)).answer.text, "ready");
  await using less = modelClient(server.baseUrl, { limits: { maxBodyBytes: text.length - 1 } });
  assert((await refusal(say(less))).message.includes("longer than"), "one byte less");
});

const json = { "content-type": "application/json" };
const UNREADABLE = "is it a chat-completions address?";

for (const stream of [false, true]) {
  for (
    const { what, text, type } of [
      { what: "a web page", text: "<html>Welcome</html>", type: "text/html" },
      { what: "half a JSON", text: stream ? "data: {nope SSL\n\n" : "{nope SSL", type: undefined },
    ]
  ) {
    Deno.test(`${stream ? "streamed" : "plain"}: ${what} is refused as unreadable, without a retry`, async () => {
      await using server = new ModelServer();
      await using model = modelClient(server.baseUrl);
      const headers = { "content-type": type ?? (stream ? "text/event-stream" : "application/json") };
      server.script.push({ respond: () => new Response(text, { headers }) });
      const { message } = await refusal(say(model, {}, stream));
      assert(message.endsWith(UNREADABLE), message);
      assertEquals(server.seen.length, 1);
    });
  }
}

Deno.test("a null answer is refused as unreadable, without a retry", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl);
  server.script.push({ respond: () => Response.json(null) });
  assert((await refusal(say(model))).message.endsWith(UNREADABLE), "the reason");
  assertEquals(server.seen.length, 1);
});

Deno.test("a model that reaches its limit without text is refused", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl);
  server.script.push({ text: "", finish: "length" });
  assert((await refusal(say(model))).message.includes("before any text"), "the reason");
});

Deno.test("a whole answer to a streaming request is refused as unreadable", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl);
  const whole = JSON.stringify({ choices: [{ message: { content: "ready" } }] });
  server.script.push({ respond: () => new Response(whole, { headers: json }) });
  assert((await refusal(say(model, {}, true))).message.endsWith(UNREADABLE), "the reason");
});

for (const stream of [false, true]) {
  Deno.test(`${stream ? "streamed" : "plain"}: an API key that the server repeats is masked`, async () => {
    await using server = new ModelServer();
    await using model = modelClient(server.baseUrl);
    server.script.push({ text: `Your key is ${KEY}, I think of ${KEY.slice(0, 9)}` });
    const { answer, tokens } = await say(model, {}, stream);
    assertEquals(answer.text, `Your key is [key], I think of ${KEY.slice(0, 9)}`);
    if (stream) assertEquals(tokens.join(""), answer.text);
    server.script.push({ calls: [{ name: "look", arguments: JSON.stringify({ at: KEY }) }] });
    const asked = await say(model, { functions: [FUNCTION] }, stream);
    assertEquals(asked.answer.calls.map(({ argumentsText }) => argumentsText), ['{"at":"[key]"}']);
  });
}

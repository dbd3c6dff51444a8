import { assert, assertEquals } from "@std/assert";
import { activeEvent, conversation, provider } from "../support/ai_provider.ts";
import { ADMIN_PASSWORD } from "../support/andon_process.ts";
import { AndonClient, type Json } from "../support/andon_client.ts";
import { eventually } from "../support/eventually.ts";
import { ModelServer } from "../support/model_server.ts";
import { PushSocket } from "../support/push_socket.ts";
import { systemTest } from "../support/running_system.ts";
import { sentEvents } from "../support/server_sent.ts";

systemTest(
  "a model that calls a function answers from the data of the plant, and everything is logged",
  {},
  async (on) => {
    await using server = new ModelServer();
    const event = await activeEvent(on);
    const id = await provider(on, server);
    server.script.push({ calls: [{ name: "get_active_events", arguments: "{}" }] });
    server.script.push({
      text: `Active: [event:${event}] on [stream:Own.A]; [event:999999] and [stream:No.Such.Thing] too.`,
    });
    const { data } = await on.client.ok("POST", conversation(id), { message: "What is wrong?" });
    assertEquals(data.function_calls.map(({ name, outcome }: Json) => [name, outcome]), [[
      "get_active_events",
      "success",
    ]]);
    assertEquals(data.api_usage, { prompt_tokens: 20, completion_tokens: 10, total_tokens: 30 });
    assertEquals(data.evidence.map(({ type, name, id }: Json) => [type, type === "event" ? id : name]), [
      ["event", event],
      ["stream", "Own.A"],
    ]);
    assertEquals(data.unverified, [{ type: "event", text: "999999" }, {
      type: "stream",
      text: "No.Such.Thing",
    }]);
    const [first, second] = server.seen.map(({ body }) => body);
    assert(first.messages[0].content.includes("plant_data"));
    assert(
      first.tools.some(({ function: { name } }: Json & { function: Json }) => name === "get_active_events"),
    );
    const result = second.messages.at(-1);
    assertEquals([result.role, result.tool_call_id], ["tool", "call_0"]);
    assert(result.content.includes(`"id":${event}`), result.content);

    const logs = async (kind: string) => (await on.client.ok("GET", `/api/${kind}-logs/${id}`)).data;
    const said = (await logs("conversation")).logs;
    assertEquals(said.map(({ type }: Json) => type), ["user", "function", "assistant"]);
    assert(said.every(({ session_id }: Json) => session_id === data.session_id));
    assertEquals((await logs("function-call")).logs.map(({ name, error }: Json) => [name, error]), [[
      "get_active_events",
      null,
    ]]);
    const usage = await logs("api-usage");
    assertEquals(usage.logs.map(({ operation, total_tokens }: Json) => [operation, total_tokens]), [
      ["chat.completions", 15],
      ["chat.completions", 15],
    ]);
    assertEquals([usage.totals[0].requests, usage.totals[0].total_tokens], [2, 30]);
    const raw: string[] = (await logs("raw")).logs.split("\n");
    assertEquals(raw.map((line) => line.replace(/^\[.{19}\] (\w+): .*/, "$1")), [
      ...["USER", "API", "FUNCTION", "INFO", "API", "ASSISTANT"],
    ]);
  },
);

systemTest("a stream that only the user named is not verified by the answer repeating it", {
  configuration: null,
}, async (on) => {
  await using server = new ModelServer();
  const id = await provider(on, server);
  const message = "How is [stream:No.Such.Stream], and No.Such.Other?";
  server.script.push({ text: "[stream:No.Such.Stream] is at 80, No.Such.Other is not." });
  const { data } = await on.client.ok("POST", conversation(id), { message });
  assertEquals(data.unverified.map(({ text }: Json) => text), ["No.Such.Stream", "No.Such.Other"]);
});

systemTest("a name that occurs in the plant's data is checked only where the answer calls it a stream", {
  configuration: null,
}, async (on) => {
  await using server = new ModelServer();
  const id = await provider(on, server);
  server.script.push(
    { calls: [{ name: "get_stream_value", arguments: '{"stream": "No.Such.Stream"}' }] },
    { text: "There is no No.Such.Stream." },
    { calls: [{ name: "get_stream_value", arguments: '{"stream": "No.Such.Stream"}' }] },
    { text: "[stream:No.Such.Stream] is at 80." },
  );
  const first = await on.client.ok("POST", conversation(id), { message: "Bare" });
  assertEquals(first.data.unverified, []);
  const second = await on.client.ok("POST", conversation(id), { message: "Marked" });
  assertEquals(second.data.unverified, [{ type: "stream", text: "No.Such.Stream" }]);
});

systemTest("a small context window still takes a message: with less context, then without functions", {
  configuration: null,
}, async (on) => {
  await using server = new ModelServer();
  const sent = async (context_window_tokens: number, characters: number) => {
    const id = await provider(on, server, { context_window_tokens });
    await on.client.ok("POST", conversation(id), { message: "x".repeat(characters) });
    const { tools, messages } = server.last.body;
    return [tools?.length > 0, messages[0].content.includes('<plant_data source="context">')];
  };
  assertEquals(await sent(4_096, 10), [false, true]);
  assertEquals(await sent(8_192, 2_000), [false, true]);
  assertEquals(await sent(16_000, 2_000), [true, true]);
  assertEquals(await sent(16_000, 10_000), [true, false]);
});

systemTest("a truncated answer says so", { configuration: null }, async (on) => {
  await using server = new ModelServer();
  const id = await provider(on, server);
  server.script.push({ text: "All is", finish: "length" });
  const { data } = await on.client.ok("POST", conversation(id), { message: "How is it?" });
  assertEquals(data.response, "All is\n\n(The answer was cut here: it is at its longest.)");
  const { logs } = (await on.client.ok("GET", `/api/conversation-logs/${id}`)).data;
  assertEquals(logs.at(-1).content, data.response);
});

systemTest("a session continues in order, with its earlier messages", { configuration: null }, async (on) => {
  await using server = new ModelServer();
  const id = await provider(on, server);
  const first = (await on.client.ok("POST", conversation(id), { message: "My name is Ada" })).data;
  server.script.push({ text: "two" }, { text: "three" });
  const later = ["Second", "Third"].map((message) =>
    on.client.ok("POST", conversation(id), { message, session_id: first.session_id })
  );
  const [second, third] = await Promise.all(later);
  assertEquals([second.data.response, third.data.response].sort(), ["three", "two"]);
  const texts = server.last.body.messages.filter(({ role }: Json) => role !== "system").map((
    { content }: Json,
  ) => content);
  assertEquals(texts.slice(0, 2), ["My name is Ada", "ready"]);
  assertEquals(texts.length, 5);
  const unknown = await on.client.post(conversation(id), { message: "x", session_id: "ses_nothing" });
  assertEquals([unknown.status, unknown.body.details.error_code], [404, "NOT_FOUND"]);
});

systemTest("an answer is streamed as it is generated, and pushed to the browsers of its owner", {
  configuration: null,
}, async (on) => {
  await using server = new ModelServer();
  const id = await provider(on, server);
  const { cookie, baseUrl } = on.client;
  await using owner = await PushSocket.open(`${baseUrl.replace("http", "ws")}/api/ws`, {
    cookie,
    origin: baseUrl,
  }, {});
  await on.client.ok("POST", "/api/users", { username: "other", password: ADMIN_PASSWORD, role: "admin" });
  const other = new AndonClient(baseUrl);
  await other.signIn("other", ADMIN_PASSWORD);
  await using otherUser = await PushSocket.open(
    ...[`${baseUrl.replace("http", "ws")}/api/ws`, { cookie: other.cookie, origin: baseUrl }, {}] as const,
  );
  server.script.push({ calls: [{ name: "list_templates", arguments: '{"limit": 3}' }] }, {
    text: "There are none today.",
  });
  const answer = await fetch(baseUrl + conversation(id), {
    method: "POST",
    headers: { cookie },
    body: JSON.stringify({ message: "Which templates?", stream: true }),
  });
  assertEquals([answer.status, answer.headers.get("content-type")], [
    200,
    "text/event-stream; charset=utf-8",
  ]);
  const events = await Array.fromAsync(sentEvents(answer.body!));
  assertEquals(events[0].event, "function_call");
  assertEquals([events[0].data.name, events[0].data.arguments], ["list_templates", { limit: 3 }]);
  const tokens = events.filter(({ event }) => event === "token").map(({ data }) => data.text);
  assertEquals([tokens.join(""), tokens.length > 3], ["There are none today.", true]);
  const done = events.at(-1)!;
  assertEquals([done.event, done.data.response], ["done", "There are none today."]);
  await owner.until("the exchange came", () => owner.of("ai_response").length === 1);
  assertEquals(owner.of("ai_response")[0].data, done.data);
  await otherUser.until("something came", () => otherUser.frames.length > 0);
  assertEquals(otherUser.of("ai_response"), []);
  const { data: { logs } } = await other.ok("GET", `/api/conversation-logs/${id}`);
  assert(logs.length > 0, "an administrator sees all");
  const foreign = await other.post(conversation(id), { message: "x", session_id: done.data.session_id });
  assertEquals(foreign.status, 404);
});

systemTest(
  "a client that leaves a stream also ends the request to the model",
  { configuration: null },
  async (on) => {
    await using server = new ModelServer();
    const id = await provider(on, server);
    let piece = 0;
    server.script.push({
      respond: () => {
        const body = new ReadableStream<Uint8Array>({
          pull: async (controller) => {
            const text = JSON.stringify({ choices: [{ index: 0, delta: { content: `w${piece++} ` } }] });
            controller.enqueue(new TextEncoder().encode(`data: ${text}\n\n`));
            await new Promise((resolve) => setTimeout(resolve, 20));
          },
          cancel: () => void server.left++,
        });
        return new Response(body, { headers: { "content-type": "text/event-stream" } });
      },
    });
    const answer = await fetch(on.client.baseUrl + conversation(id), {
      method: "POST",
      headers: { cookie: on.client.cookie },
      body: JSON.stringify({ message: "Talk", stream: true }),
    });
    for await (const { event } of sentEvents(answer.body!)) if (event === "token") break;
    await eventually("the model's request is gone", () => server.left > 0);
    const types = await eventually("the end is logged", async () => {
      const { data } = await on.client.ok("GET", `/api/conversation-logs/${id}`);
      return data.logs.length === 2 && data.logs.map(({ type }: Json) => type);
    });
    assertEquals(types, ["user", "error"]);
    const usage = (await on.client.ok("GET", `/api/api-usage-logs/${id}`)).data;
    assertEquals([usage.logs.map(({ outcome }: Json) => outcome), usage.totals[0].requests], [["error"], 1]);
    server.script.push({ text: "fine" });
    const { data: { logs } } = await on.client.ok("GET", `/api/conversation-logs/${id}`);
    const again = await on.client.ok("POST", conversation(id), {
      message: "Again",
      session_id: logs[0].session_id,
    });
    assertEquals(again.data.response, "fine");
  },
);

systemTest(
  "a client that leaves before the answer ends the turn",
  { configuration: null },
  async (on) => {
    await using server = new ModelServer();
    const id = await provider(on, server);
    server.script.push({ respond: () => server.stall() });
    const leave = new AbortController();
    const answer = fetch(on.client.baseUrl + conversation(id), {
      method: "POST",
      headers: { cookie: on.client.cookie },
      body: JSON.stringify({ message: "Talk" }),
      signal: leave.signal,
    }).catch(() => "left");
    await server.asked(1);
    leave.abort();
    assertEquals(await answer, "left");
    await eventually("the end is logged", async () => {
      const { data } = await on.client.ok("GET", `/api/conversation-logs/${id}`);
      return data.logs.map(({ type }: Json) => type).join() === "user,error";
    });
  },
);

import { assert, assertEquals } from "@std/assert";
import { modelClient, refusal, say } from "../support/model_client.ts";
import { ModelServer } from "../support/model_server.ts";

const json = { "content-type": "application/json" };
const UNREADABLE = "is it a chat-completions address?";

for (const stream of [false, true]) {
  for (
    const { what, text, type } of [
      { what: "a web page", text: "<html>Welcome</html>", type: "text/html" },
      { what: "half a JSON", text: stream ? "data: {nope SSL\n\n" : "{nope SSL", type: undefined },
    ]
  ) {
    Deno.test(`${stream ? "streamed" : "plain"}: ${what} is no answer, told so, and not asked for again`, async () => {
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

Deno.test("a null is no answer, told so, and not asked for again", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl);
  server.script.push({ respond: () => Response.json(null) });
  assert((await refusal(say(model))).message.endsWith(UNREADABLE), "told");
  assertEquals(server.seen.length, 1);
});

Deno.test("an answer that comes whole though a stream was asked for is told as none that can be read", async () => {
  await using server = new ModelServer();
  await using model = modelClient(server.baseUrl);
  const whole = JSON.stringify({ choices: [{ message: { content: "ready" } }] });
  server.script.push({ respond: () => new Response(whole, { headers: json }) });
  assert((await refusal(say(model, {}, true))).message.endsWith(UNREADABLE), "told");
});

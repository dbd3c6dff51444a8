import { assert, assertEquals } from "@std/assert";
import { HTTP_PUSH } from "../../../connectors/http_push/connector.ts";

Deno.test("what is pasted into senders names a source whatever its name, and leads to its route", () => {
  const { pastes = [] } = HTTP_PUSH.secrets.key ?? {};
  const filled = pastes.map(({ text }) =>
    text.replaceAll("{address}", "http://andon").replaceAll("{source}", "Line 2").replaceAll(
      "{source_path}",
      "Line%202",
    )
      .replaceAll("{secret}", "ask_1")
  );
  assertEquals(pastes.length, 3);
  for (const text of filled) assert(!/\{(address|source|source_path|secret)\}/.test(text), text);
  const [telegraf = "", curl = "", nodeRed = ""] = filled;
  assert(telegraf.includes('bucket = "Line 2"') && telegraf.includes('token = "ask_1"'));
  assert(curl.includes('"http://andon/ingest/Line%202"'));
  const msg = new Function("msg", nodeRed)({ payload: 3.5 });
  assertEquals([msg.url, msg.method, msg.headers.Authorization, msg.payload], [
    "http://andon/ingest/Line%202",
    "POST",
    "Bearer ask_1",
    [{ stream: "press.line1.temperature", value: 3.5 }],
  ]);
});

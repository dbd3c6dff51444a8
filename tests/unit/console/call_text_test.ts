import { assertEquals } from "@std/assert";
import {
  argumentText,
  argumentTexts,
  entryText,
  functionName,
  functionText,
  operationText,
} from "../../../console/pages/assistant/call_text.ts";

const timeText = (ms: number) => `at ${ms / 1_000}`;

Deno.test("a function call is told in words: its name, its fields, its times", () => {
  assertEquals(functionText("get_active_events"), "Get active events");
  assertEquals(functionName(" Get  active events"), "get_active_events");
  const texts = argumentTexts({
    from: "1970-01-01T00:01:00Z",
    plant_node_floc_id: "NORTH",
    close_reason: "condition_cleared",
    is_active: true,
    rules: [{ on_delay_seconds: 5 }],
  }, timeText);
  assertEquals(
    argumentText(texts),
    "From: at 60; Location: NORTH; Close reason: condition cleared; Active: yes; Rule 1, on delay seconds: 5",
  );
  assertEquals(argumentTexts({}, timeText), []);
  assertEquals(argumentText([]), "Without arguments");
  assertEquals(argumentText(argumentTexts('{"from": ', timeText)), '{"from": ');
});

Deno.test("an entry of the conversation log names its type and its function in words", () => {
  assertEquals(
    entryText(
      { type: "function", content: "get_streams: 2 streams since 1970-01-01T00:01:00Z: A, B" },
      timeText,
    ),
    {
      what: "Function call",
      text: "Get streams: 2 streams since at 60: A, B",
    },
  );
  assertEquals(entryText({ type: "user", content: "get_streams: what?" }, timeText), {
    what: "Question",
    text: "get_streams: what?",
  });
  assertEquals(["chat.completions", "list_models"].map(operationText), ["Chat", "List models"]);
});

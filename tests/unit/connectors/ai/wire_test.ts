import { assertEquals } from "@std/assert";
import { parseChunk } from "../../../../connectors/ai/wire.ts";

const NOTHING = { content: undefined, calls: undefined, finish: undefined, usage: null };

Deno.test("parseChunk() reads a whole answer and a chunk of one", () => {
  const tool_calls = [{ index: 0, id: "a", type: "function", function: { name: "look", arguments: "{}" } }];
  const usage = { prompt_tokens: 1, completion_tokens: 2, total_tokens: 3 };
  const expected = {
    content: "Hello",
    calls: [{ index: 0, id: "a", function: { name: "look", arguments: "{}" } }],
    finish: "stop",
    usage,
  };
  for (const name of ["message", "delta"]) {
    const choices = [{ index: 0, [name]: { content: "Hello", tool_calls }, finish_reason: "stop" }];
    assertEquals(parseChunk({ id: "x", choices, usage }), expected);
  }
});

Deno.test("parseChunk() takes a refusal of the model as the text", () => {
  assertEquals(parseChunk({ choices: [{ message: { content: null, refusal: "No" } }] }).content, "No");
});

Deno.test("parseChunk() reads text content that comes in parts, without reasoning", () => {
  const content = [
    { type: "thinking", thinking: [{ type: "text", text: "Hm" }] },
    { type: "text", text: "All is " },
    null,
    { type: "text", text: "well" },
  ];
  assertEquals(parseChunk({ choices: [{ delta: { content } }] }).content, "All is well");
});

Deno.test("parseChunk() takes arguments that come as an object", () => {
  const tool_calls = [{ function: { name: "look", arguments: { at: "here" } } }];
  assertEquals(parseChunk({ choices: [{ message: { tool_calls } }] }).calls, [
    { index: 0, id: null, function: { name: "look", arguments: '{"at":"here"}' } },
  ]);
});

Deno.test("parseChunk() numbers the calls of a whole answer, since some vendors send no ids", () => {
  const look = { id: "", function: { name: "look", arguments: "{}" } };
  assertEquals(
    parseChunk({ choices: [{ message: { tool_calls: [look, look] } }] }).calls?.map(({ index }) => index),
    [
      0,
      1,
    ],
  );
  assertEquals(parseChunk({ choices: [{ delta: { tool_calls: [look] } }] }).calls?.[0].index, null);
});

Deno.test("parseChunk() ignores what does not match the protocol", () => {
  for (const body of [null, undefined, 5, "text", [], {}, { choices: "x", usage: "y" }, { choices: [] }]) {
    assertEquals(parseChunk(body), NOTHING);
  }
  const calls = [null, 5, { function: { name: 7, arguments: 8 } }];
  const message = { content: { a: 1 }, tool_calls: calls };
  const none = (index: number) => ({ index, id: null, function: null });
  assertEquals(parseChunk({ choices: [{ message, finish_reason: 5 }], usage: { prompt_tokens: "x" } }), {
    content: "",
    calls: [none(0), none(1), { ...none(2), function: { name: null, arguments: null } }],
    finish: null,
    usage: { prompt_tokens: null, completion_tokens: null, total_tokens: null },
  });
  assertEquals(parseChunk({ choices: [{ message: { content: "x", tool_calls: { a: 1 } } }] }).calls, []);
});

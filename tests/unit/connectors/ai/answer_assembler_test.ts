import { assertEquals } from "@std/assert";
import { AnswerAssembler } from "../../../../connectors/ai/answer_assembler.ts";
import { MAX_ANSWER_CHARACTERS, MAX_CALLS } from "../../../../connectors/ai/limits.ts";

Deno.test("AnswerAssembler assembles text and numbered calls from chunks", () => {
  const assembler = new AnswerAssembler(null);
  assembler.add({ content: "Let me " });
  assembler.add({
    content: "look",
    calls: [{ index: 1, id: "b", function: { name: "two", arguments: "{" } }],
  });
  assembler.add({
    calls: [{ index: 0, id: "a", function: { name: "one" } }, { index: 1, function: { arguments: "}" } }],
  });
  assertEquals(assembler.isFinished, false);
  assembler.add({ finish: "tool_calls", usage: { prompt_tokens: 3, completion_tokens: 4 } });
  const { text, calls, usage } = assembler.answer();
  assertEquals([assembler.isFinished, text], [true, "Let me look"]);
  assertEquals(calls, [
    { id: "a", name: "one", argumentsText: "" },
    { id: "b", name: "two", argumentsText: "{}" },
  ]);
  assertEquals(usage, { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 });
});

Deno.test("AnswerAssembler separates calls by their ids when a vendor sends no index", () => {
  const assembler = new AnswerAssembler(null);
  for (const [id, text] of [["a", "{"], [null, "}"], ["b", "[]"]]) {
    assembler.add({ calls: [{ id, function: { name: id === null ? null : `f_${id}`, arguments: text } }] });
  }
  assertEquals(assembler.answer().calls.map(({ name, argumentsText }) => [name, argumentsText]), [
    ["f_a", "{}"],
    ["f_b", "[]"],
  ]);
});

Deno.test("AnswerAssembler keeps text and calls up to their limits", () => {
  const assembler = new AnswerAssembler(null);
  assembler.add({ content: "x".repeat(MAX_ANSWER_CHARACTERS - 1) });
  assertEquals(assembler.answer().isCut, false);
  assertEquals(assembler.add({ content: "yz" }), "y");
  assertEquals(assembler.answer().text.length, MAX_ANSWER_CHARACTERS);
  assertEquals(assembler.answer().isCut, true);
  for (let index = 0; index <= MAX_CALLS; index++) {
    assembler.add({ calls: [{ index, id: `${index}`, function: { name: "f" } }] });
  }
  assertEquals(assembler.answer().calls.length, MAX_CALLS);
});

Deno.test("AnswerAssembler ignores impossible token counts", () => {
  for (
    const [prompt_tokens, expected] of [[1e9, 1e9], [1e9 + 1, 0], [1e300, 0], [-1, 0], [NaN, 0], [2.5, 2]]
  ) {
    const assembler = new AnswerAssembler(null);
    assembler.add({ usage: { prompt_tokens } });
    assertEquals(assembler.answer().usage.prompt_tokens, expected);
  }
});

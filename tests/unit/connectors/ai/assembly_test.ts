import { assertEquals } from "@std/assert";
import { Assembly } from "../../../../connectors/ai/assembly.ts";
import { MOST_ANSWER_CHARACTERS, MOST_CALLS } from "../../../../connectors/ai/limits.ts";

Deno.test("Assembly puts words and numbered calls together from their pieces", () => {
  const assembly = new Assembly(null);
  assembly.add({ content: "Let me " });
  assembly.add({
    content: "look",
    calls: [{ index: 1, id: "b", function: { name: "two", arguments: "{" } }],
  });
  assembly.add({
    calls: [{ index: 0, id: "a", function: { name: "one" } }, { index: 1, function: { arguments: "}" } }],
  });
  assertEquals(assembly.isWhole, false);
  assembly.add({ finish: "tool_calls", usage: { prompt_tokens: 3, completion_tokens: 4 } });
  const { text, calls, usage } = assembly.answer();
  assertEquals([assembly.isWhole, text], [true, "Let me look"]);
  assertEquals(calls, [
    { id: "a", name: "one", argumentsText: "" },
    { id: "b", name: "two", argumentsText: "{}" },
  ]);
  assertEquals(usage, { prompt_tokens: 3, completion_tokens: 4, total_tokens: 7 });
});

Deno.test("Assembly tells calls apart by their ids where a vendor numbers none", () => {
  const assembly = new Assembly(null);
  for (const [id, text] of [["a", "{"], [null, "}"], ["b", "[]"]]) {
    assembly.add({ calls: [{ id, function: { name: id === null ? null : `f_${id}`, arguments: text } }] });
  }
  assertEquals(assembly.answer().calls.map(({ name, argumentsText }) => [name, argumentsText]), [
    ["f_a", "{}"],
    ["f_b", "[]"],
  ]);
});

Deno.test("Assembly keeps no more words and calls than there may be", () => {
  const assembly = new Assembly(null);
  assembly.add({ content: "x".repeat(MOST_ANSWER_CHARACTERS - 1) });
  assertEquals(assembly.answer().isCut, false);
  assertEquals(assembly.add({ content: "yz" }), "y");
  assertEquals(assembly.answer().text.length, MOST_ANSWER_CHARACTERS);
  assertEquals(assembly.answer().isCut, true);
  for (let index = 0; index <= MOST_CALLS; index++) {
    assembly.add({ calls: [{ index, id: `${index}`, function: { name: "f" } }] });
  }
  assertEquals(assembly.answer().calls.length, MOST_CALLS);
});

Deno.test("Assembly takes counts that cannot be for none, so that totals stay what they are", () => {
  for (
    const [prompt_tokens, expected] of [[1e9, 1e9], [1e9 + 1, 0], [1e300, 0], [-1, 0], [NaN, 0], [2.5, 2]]
  ) {
    const assembly = new Assembly(null);
    assembly.add({ usage: { prompt_tokens } });
    assertEquals(assembly.answer().usage.prompt_tokens, expected);
  }
});

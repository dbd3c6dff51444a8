import { assertEquals } from "@std/assert";
import { combineInstructions } from "../../../../domain/provider/instructions.ts";
import { supportsFunctionCalling } from "../../../../domain/provider/vendor.ts";

Deno.test("a model can call functions unless the table lists it", () => {
  const able = (
    provider_type: "openai" | "ollama" | "anthropic" | "gemini" | "mistral",
    model_name: string,
  ) => supportsFunctionCalling({ provider_type, model_name });
  assertEquals([able("openai", "gpt-5.2"), able("openai", "o1-mini"), able("openai", "anything")], [
    true,
    false,
    true,
  ]);
  assertEquals([able("ollama", "llama3.1"), able("ollama", "llama2:13b"), able("ollama", "phi")], [
    true,
    false,
    false,
  ]);
  assertEquals([able("ollama", "phi4-mini"), able("gemini", "gemma-3"), able("mistral", "mistral-tiny")], [
    true,
    false,
    false,
  ]);
  assertEquals([able("anthropic", "claude-2.1"), able("anthropic", "claude-opus-4-6")], [false, true]);
});

Deno.test("combined instructions are the type's, an empty line, the provider's", () => {
  assertEquals(combineInstructions("A", "B").combined_instructions, "A\n\nB");
  assertEquals(combineInstructions("", "B").combined_instructions, "B");
  assertEquals(combineInstructions("A", "").combined_instructions, "A");
});

import { assertEquals } from "@std/assert";
import { KeyMask } from "../../../../connectors/ai/key_mask.ts";

const KEY = "sk-0123456789";

Deno.test("KeyMask masks the key in a text", () => {
  const mask = new KeyMask(KEY);
  assertEquals(mask.mask(`It is ${KEY}, I say ${KEY}`), "It is [key], I say [key]");
  assertEquals(mask.mask("It is sk-012345678"), "It is sk-012345678");
});

Deno.test("KeyMask masks the key in chunks, wherever they are split", () => {
  const text = `It is ${KEY}, and sk-sk-0123 is none, sk-${KEY}`;
  for (let width = 1; width <= text.length; width++) {
    const mask = new KeyMask(KEY);
    const masked: string[] = [];
    for (let at = 0; at < text.length; at += width) masked.push(mask.maskChunk(text.slice(at, at + width)));
    assertEquals(masked.join("") + mask.rest(), "It is [key], and sk-sk-0123 is none, sk-[key]");
  }
});

Deno.test("KeyMask holds back only a possible start of the key, until the end", () => {
  const mask = new KeyMask(KEY);
  assertEquals([
    mask.maskChunk("All is well sk"),
    mask.maskChunk("i"),
    mask.maskChunk("s"),
    mask.rest(),
    mask.rest(),
  ], [
    "All is well ",
    "ski",
    "",
    "s",
    "",
  ]);
});

Deno.test("KeyMask leaves placeholder keys in the text", () => {
  for (const apiKey of [null, "none", "elevenchars"]) {
    assertEquals([new KeyMask(apiKey).mask("none elevenchars"), new KeyMask(apiKey).maskChunk("non")], [
      "none elevenchars",
      "non",
    ]);
  }
});

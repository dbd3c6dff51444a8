import { assertEquals } from "@std/assert";
import { KeyMask } from "../../../../connectors/ai/key_mask.ts";

const KEY = "sk-0123456789";

Deno.test("KeyMask takes the key out of a text", () => {
  const mask = new KeyMask(KEY);
  assertEquals(mask.masked(`It is ${KEY}, I say ${KEY}`), "It is [key], I say [key]");
  assertEquals(mask.masked("It is sk-012345678"), "It is sk-012345678");
});

Deno.test("KeyMask takes the key out of pieces, wherever they are cut", () => {
  const text = `It is ${KEY}, and sk-sk-0123 is none, sk-${KEY}`;
  for (let width = 1; width <= text.length; width++) {
    const mask = new KeyMask(KEY);
    const said: string[] = [];
    for (let at = 0; at < text.length; at += width) said.push(mask.piece(text.slice(at, at + width)));
    assertEquals(said.join("") + mask.rest(), "It is [key], and sk-sk-0123 is none, sk-[key]");
  }
});

Deno.test("KeyMask tells words at once that no key begins with, and the rest at the end", () => {
  const mask = new KeyMask(KEY);
  assertEquals([mask.piece("All is well sk"), mask.piece("i"), mask.piece("s"), mask.rest(), mask.rest()], [
    "All is well ",
    "ski",
    "",
    "s",
    "",
  ]);
});

Deno.test("KeyMask leaves words in that stand for no key", () => {
  for (const apiKey of [null, "none", "elevenchars"]) {
    assertEquals([new KeyMask(apiKey).masked("none elevenchars"), new KeyMask(apiKey).piece("non")], [
      "none elevenchars",
      "non",
    ]);
  }
});

import { assertEquals } from "@std/assert";
import { wordUses } from "../../../tools/check_words.ts";

const WORDS = { Sprocket: "Gear", "spins on": "turns", "cog (a person)": "colleague" };

const uses = (path: string, text: string) =>
  wordUses([{ path, text }], WORDS).map(({ line, advice }) => `${line} ${advice}`);

Deno.test("wordUses() names each use of a retired word, its line, and what to write", () => {
  assertEquals(uses("a.ts", "class Sprocket {}\n// It spins  on.\n"), [
    '1 "Sprocket" is retired; write Gear (tools/retired_words.ts)',
    '2 "spins  on" is retired; write turns (tools/retired_words.ts)',
  ]);
});

Deno.test("wordUses() passes over parts of words, and words that are quoted", () => {
  assertEquals(uses("a.md", "Sprockets, aSprocket, `Sprocket`, \"Sprocket\" and 'spins on'"), []);
});

Deno.test("wordUses() reads file names too", () => {
  assertEquals(uses("main/spins_on.ts", ""), [
    '0 "spins on" is retired; write turns (tools/retired_words.ts)',
  ]);
});

Deno.test("wordUses() finds a word in any case", () => {
  assertEquals(uses("a.md", "sprocket"), ['1 "sprocket" is retired; write Gear (tools/retired_words.ts)']);
});

Deno.test("wordUses() leaves words that are retired in one sense only to readers", () => {
  assertEquals(uses("a.md", "a cog (a person)"), []);
});

Deno.test("wordUses() passes over the list of the words", () => {
  assertEquals(uses("tools/retired_words.ts", "Sprocket"), []);
});

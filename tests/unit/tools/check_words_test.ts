import { assertEquals } from "@std/assert";
import { wordUses } from "../../../tools/check_words.ts";

const WORDS = { Sprocket: "Gear", "spins on": "turns" };

const uses = (path: string, text: string) =>
  wordUses([{ path, text }], WORDS).map(({ line, advice }) => `${line} ${advice}`);

Deno.test("wordUses() names each use of a retired word, its line, and what to write", () => {
  assertEquals(uses("a.ts", "class Sprocket {}\n// It spins  on.\n"), [
    '1 "Sprocket" is retired; write Gear (docs/glossary.md)',
    '2 "spins  on" is retired; write turns (docs/glossary.md)',
  ]);
});

Deno.test("wordUses() passes over parts of words, and words that are quoted", () => {
  assertEquals(uses("a.md", "Sprockets, aSprocket, `Sprocket`, \"Sprocket\" and 'spins on'"), []);
});

Deno.test("wordUses() reads file names too", () => {
  assertEquals(uses("main/spins_on.ts", ""), ['0 "spins on" is retired; write turns (docs/glossary.md)']);
});

Deno.test("wordUses() passes over the glossary", () => {
  assertEquals(uses("docs/glossary.md", "Sprocket"), []);
});

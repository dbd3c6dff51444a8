import { assertEquals } from "@std/assert";
import { characterProblem } from "../../../../domain/shared/text.ts";

/** Characters that no name may hold, by code point. */
const REFUSED = [
  ...[0x0000, 0x001b, 0x007f, 0x0085, 0x009f, 0x061c, 0x200e, 0x200f, 0x2028, 0x2029, 0x202a, 0x202e, 0x2066],
  ...[0x2069, 0xfeff, 0xd800, 0xdfff],
];

Deno.test("characterProblem() names a control character by its code point and its place", () => {
  for (const codePoint of REFUSED) {
    const name = `U+${codePoint.toString(16).toUpperCase().padStart(4, "0")}`;
    for (const lines of [false, true]) {
      const problem = characterProblem(`😀a${String.fromCodePoint(codePoint)}b`, { lines });
      assertEquals(problem?.startsWith(`Character 3 is ${name}; remove it`), true, `${name}: ${problem}`);
    }
  }
});

Deno.test("characterProblem() takes tabs and line breaks in texts of several lines only", () => {
  for (const character of ["\t", "\n", "\r"]) {
    assertEquals(characterProblem(`a${character}b`, { lines: true }), undefined);
    assertEquals(typeof characterProblem(`a${character}b`, { lines: false }), "string");
  }
});

Deno.test("characterProblem() takes the letters of all scripts, joiners and pairs of surrogates", () => {
  for (const text of ["Pümpe 1", "泵", "مضخة", "משאבה", "क्\u200dष", "👩\u200d🔧", "𝒜", "", "a\u00a0b"]) {
    assertEquals(characterProblem(text, { lines: false }), undefined, text);
  }
});

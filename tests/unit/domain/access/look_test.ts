import { assert, assertEquals } from "@std/assert";
import { looksOf } from "../../../../domain/access/look.ts";

const looksAlike = (a: string, b: string) => !looksOf(a).isDisjointFrom(looksOf(b));

Deno.test("names look alike that differ in case, in the form or script of letters, or in what is not seen", () => {
  const cases: [string, string, string][] = [
    ["case", "admin", "Admin"],
    ["capitals", "admin", "ADMIN"],
    ["Cyrillic a", "admin", "аdmin"],
    ["Cyrillic capital A", "admin", "Аdmin"],
    ["Cyrillic i", "admin", "admіn"],
    ["Cyrillic d, a", "admin", "аԁmin"],
    ["Greek omicron", "operator", "οperatοr"],
    ["Greek nu as a small letter", "olive", "oliνe"],
    ["Greek nu as a capital", "ADMIN", "ADMIΝ"],
    ["one Greek capital", "admin", "admiΝ"],
    ["full-width", "admin", "ａｄｍｉｎ"],
    ["mathematical", "admin", "𝐚𝐝𝐦𝐢𝐧"],
    ["a ligature", "office", "oﬃce"],
    ["dotless i", "admin", "admın"],
    ["dotted capital I", "admin", "ADMİN"],
    ["a blank", "admin", "admin "],
    ["a blank that does not break", "admin", "ad\u00a0min"],
    ["zero width", "admin", "ad\u200bmin"],
    ["a joiner", "admin", "ad\u2060min"],
    ["a soft hyphen", "admin", "ad\u00admin"],
    ["a letter that is not seen", "admin", "admin\u3164"],
    ["the order of writing", "admin", "admin\u202e"],
    ["a whole word", "сора", "copa"],
    ["sigma at the end", "ΝΙΚΟΣ", "νικος"],
  ];
  for (const [what, a, b] of cases) assert(looksAlike(a, b), what);
});

Deno.test("names do not look alike that differ in a letter, an accent, a digit or a sign", () => {
  const cases = [
    ["admin", "admin2"],
    ["anna", "ana"],
    ["jörg", "jorg"],
    ["line-1", "line_1"],
    ["anna", "anna@corp"],
    ["иван", "яван"],
    ["NOVA", "vova"],
  ];
  for (const [a, b] of cases) assert(!looksAlike(a, b), `${a} ${b}`);
  assertEquals(looksOf("Anna"), new Set(["ANNA", "anna"]));
});

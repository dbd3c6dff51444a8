import { assertEquals } from "@std/assert";
import { referencesIn, replaceReferences, wholeReference } from "../../../../domain/rule/references.ts";

Deno.test("referencesIn() finds each name once, in order", () => {
  assertEquals(referencesIn("<B> and <A_1>, <B> again"), ["B", "A_1"]);
});

Deno.test("referencesIn() takes any other < as text", () => {
  assertEquals(referencesIn("a < b, <b>, <1A>, < A>, <A >, <>, <A-B>, <_A>, <<A>>"), ["A"]);
});

Deno.test("referencesIn() takes names of up to 64 characters", () => {
  const longest = "A".repeat(64);
  assertEquals(referencesIn(`<${longest}> <${longest}B>`), [longest]);
});

Deno.test("wholeReference() needs the whole text", () => {
  assertEquals(["<A>", "<A>.x", " <A>", "A", "<A>\n"].map(wholeReference), [
    "A",
    ...Array(4).fill(undefined),
  ]);
});

Deno.test("replaceReferences() replaces every place and leaves the rest as it is", () => {
  const valueOf = (name: string) => name === "A" ? "$& <B>" : undefined;
  assertEquals(replaceReferences("<A>.x <A> <B> <a>", { valueOf, most: 100 }), "$& <B>.x $& <B> <B> <a>");
});

Deno.test("replaceReferences() cuts a result that is too long, by characters", () => {
  const replaced = (count: number) =>
    replaceReferences("<A>".repeat(count), { valueOf: () => "𝒜", most: 10 });
  assertEquals(replaced(10), "𝒜".repeat(10));
  assertEquals(replaced(11), `${"𝒜".repeat(9)}…`);
  assertEquals(replaced(1_000_000), replaced(11));
});

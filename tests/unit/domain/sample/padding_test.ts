import { assertEquals } from "@std/assert";
import { withoutPadding } from "../../../../domain/sample/padding.ts";

Deno.test("withoutPadding() takes away blanks and NULs at the end, and nothing else", () => {
  for (const text of ["RUN", "RUN ", "RUN\u0000\u0000", "RUN \u0000 "]) {
    assertEquals(withoutPadding(text), "RUN");
  }
  assertEquals([withoutPadding("  A B "), withoutPadding(" \u0000"), withoutPadding("A\t")], [
    "  A B",
    "",
    "A\t",
  ]);
});

import { assertEquals } from "@std/assert";
import { commentSegments, mentionAt, peopleOf } from "../../../console/events/comment_text.ts";

const marked = (text: string) =>
  commentSegments(text).flatMap(({ mentioned }) => mentioned === undefined ? [] : [`@${mentioned}`]);

Deno.test("commentSegments() marks each @name, not an address, and loses no character", () => {
  const text = "@ben.k, see anna@plant.example and @Jörg-2.\n@ @x";
  assertEquals(marked(text), ["@ben.k", "@Jörg-2", "@x"]);
  assertEquals(commentSegments(text).map((segment) => segment.text).join(""), text);
});

Deno.test("mentionAt() offers the people whose user name or display name continues the text at the caret", () => {
  const names = ["anna", "Andrej", "ben"];
  const nameOf = (who: string) => who === "ben" ? "Benedikt Anders" : who;
  assertEquals(mentionAt("ask @and", { caret: 8, names, nameOf }), { start: 4, names: ["Andrej", "ben"] });
  assertEquals(mentionAt("ask @ann now", { caret: 8, names, nameOf }), { start: 4, names: ["anna"] });
  assertEquals(mentionAt("@", { caret: 1, names, nameOf }), { start: 0, names });
  for (const [text, caret] of [["ask anna", 8], ["x@an", 4], ["@zoe", 4], ["@ben", 4]] as const) {
    assertEquals(mentionAt(text, { caret, names, nameOf }), undefined, text);
  }
});

Deno.test("peopleOf() names who commented or acknowledged, once, and no API keys", () => {
  const by = (created_by: string | null) => ({ id: 1, text: "", created_by, created_at: null });
  assertEquals(peopleOf({ acknowledged_by: "ben" }, [by("zoe"), by("ben"), by(null), by("key:press")]), [
    "ben",
    "zoe",
  ]);
});

import { assertEquals } from "@std/assert";
import { hasWords } from "../../../../domain/audit/text_search.ts";
import type { AuditRecord } from "../../../../domain/audit/types.ts";
import { wordsOf } from "../../../../domain/event/filter.ts";

const ENTRY: AuditRecord = {
  v: 1,
  id: "01",
  at: "2026-01-31T08:15:02.123Z",
  who: "anna",
  address: "192.0.2.7",
  desk: "control-room",
  action: "sign_in_refused",
  resource_type: "rule_event",
  resource_id: "4711",
  before: { note: null, rules: [{ name: "Overfill" }] },
  after: { note: "Cleaning of Line 2", limit: { value: 7.25 }, trigger: [{ stream: "Mixer.Level" }] },
};
const NAMES: Record<string, string> = { anna: "Anna Keller", "control-room": "Control room 1" };
const has = (text: string, entry = ENTRY) =>
  hasWords(entry, { words: wordsOf(text), displayNameOf: (name) => NAMES[name] });

Deno.test("hasWords() looks in who, what, which resource, and what it was before and after, whatever the case", () => {
  for (
    const text of [
      ...[
        "anna",
        "keller",
        "Control",
        "refused",
        "sign-in_".replace("-", "_"),
        "rule event",
        "4711",
        "192.0.2",
      ],
      ...["overfill", "cleaning LINE", "7.25", "mixer.level", "anna refused overfill cleaning"],
    ]
  ) assertEquals([text, has(text)], [text, true]);
});

Deno.test("hasWords() needs each word, and finds no names of fields", () => {
  for (const text of ["cleaning ben", "trigger", "note", "null", "rules", "anna4711"]) {
    assertEquals([text, has(text)], [text, false]);
  }
  assertEquals(has("cleaning", { ...ENTRY, after: null }), false);
});

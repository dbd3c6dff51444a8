import { assert, assertEquals } from "@std/assert";
import { calendarText } from "../../../../domain/roster/icalendar.ts";
import { cases, fc } from "../../../support/fast_check.ts";

const NOW = Date.parse("2026-01-05T08:00:00.500Z");

/** The values of a property, unfolded and without escapes. */
function read(text: string, name: string): string[] {
  return text.replaceAll("\r\n ", "").split("\r\n").filter((line) => line.startsWith(`${name}:`)).map((
    line,
  ) => line.slice(name.length + 1).replace(/\\(.)/g, (_, one) => one === "n" ? "\n" : one));
}

Deno.test("calendarText() writes times in UTC without fractions", () => {
  const entry = { uid: "a@b", from: NOW, to: NOW + 3_600_000, summary: "Anna", description: "" };
  const text = calendarText("Nights", { entries: [entry], now: NOW });
  assertEquals([read(text, "DTSTART"), read(text, "DTEND"), read(text, "DTSTAMP"), read(text, "UID")], [
    ["20260105T080000Z"],
    ["20260105T090000Z"],
    ["20260105T080000Z"],
    ["a@b"],
  ]);
  assert(text.startsWith("BEGIN:VCALENDAR\r\n") && text.endsWith("END:VCALENDAR\r\n"));
});

Deno.test("calendarText() folds lines at 75 bytes between characters, and every text is read back", () => {
  const character = fc.constantFrom("a", "ä", "€", "𝒳", ";", ",", "\\", " ", "\n", ":");
  const texts = fc.array(character, { maxLength: 200 }).map((all) => all.join(""));
  fc.assert(
    fc.property(texts, texts, (summary, name) => {
      const entry = { uid: "a@b", from: NOW, to: NOW + 1, summary, description: "x" };
      const text = calendarText(name, { entries: [entry], now: NOW });
      for (const line of text.split("\r\n")) assert(new TextEncoder().encode(line).length <= 75);
      assertEquals([read(text, "SUMMARY"), read(text, "NAME")], [[summary], [name]]);
    }),
    cases(100),
  );
});

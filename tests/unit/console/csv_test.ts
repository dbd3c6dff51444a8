import { assertEquals } from "@std/assert";
import { csvText, excelCsv, PLAIN_CSV } from "../../../console/parts/csv.ts";
import { cases, fc } from "../../support/fast_check.ts";

const ROW = ["Pump 1", 7.25, -3, null, true, "a, b; c", 'says "no"'];

Deno.test("csvText() writes RFC 4180 for programs", () => {
  assertEquals(csvText([ROW]), 'Pump 1,7.25,-3,,true,"a, b; c","says ""no"""\r\n');
  assertEquals(csvText([["Time"]], PLAIN_CSV).charCodeAt(0), "T".charCodeAt(0));
});

Deno.test("csvText() writes for Excel a byte order mark, the reader's separator, and a decimal comma where the locale has one", () => {
  const german = csvText([ROW], excelCsv("de-DE"));
  assertEquals(german, '\uFEFFPump 1;7,25;-3;;true;"a, b; c";"says ""no"""\r\n');
  assertEquals([...new TextEncoder().encode(german).slice(0, 3)], [0xEF, 0xBB, 0xBF]);
  assertEquals(csvText([[7.25, "a"]], excelCsv("en-GB")), "\uFEFF7.25,a\r\n");
});

Deno.test("excelCsv() knows the locales in which lists and numbers are separated differently", () => {
  const format = (locale: string) => {
    const { separator, hasDecimalComma } = excelCsv(locale);
    return `${separator}${hasDecimalComma ? "1,5" : "1.5"}`;
  };
  assertEquals(["en-US", "en", "ja-JP"].map(format), [",1.5", ",1.5", ",1.5"]);
  assertEquals(["de-DE", "de", "fr-FR", "pt-BR", "nb-NO"].map(format), Array(5).fill(";1,5"));
  assertEquals(["de-CH", "it-CH", "de-LI"].map(format), Array(3).fill(";1.5"));
});

Deno.test("csvText() lets no text begin a formula, whatever the separator that a spreadsheet takes", () => {
  const text = fc.string({ unit: fc.constantFrom(..."=+-@＝＋－＠,;\t\r\n\"' a1") });
  fc.assert(
    fc.property(text, fc.constantFrom("en", "de", "de-CH"), (given, locale) => {
      const written = csvText([[given]], excelCsv(locale)).slice(1, -2);
      const unquoted = written.startsWith('"') ? written.slice(1, -1).replaceAll('""', '"') : written;
      for (const cell of unquoted.split(/[,;\t\r\n]/)) {
        assertEquals(/^[=+\-@＝＋－＠]/.test(cell), false, unquoted);
      }
      assertEquals(/^[\t\r]/.test(unquoted), false);
    }),
    cases(500),
  );
});

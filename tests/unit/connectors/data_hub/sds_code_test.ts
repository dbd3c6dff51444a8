import { assertEquals } from "@std/assert";
import { codeName, codeTraits, readTypeCode } from "../../../../connectors/data_hub/sds_code.ts";

Deno.test("readTypeCode() reads numbers, digits and the vendor's names", () => {
  const spelled: [number | string | null | undefined, number | undefined][] = [
    [14, 14],
    ["14", 14],
    ["Double", 14],
    ["NullableDouble", 114],
    ["DoubleArray", 214],
    ["Int32Enum", 609],
    ["NullableSByteEnum", 705],
    ["datetime", 16],
    ["DateTimeOffset", 20],
    ["Object", 1],
    ["IDictionary", 402],
    ["Nonsense", undefined],
    ["toString", undefined],
    [null, undefined],
    [undefined, undefined],
  ];
  for (const [raw, code] of spelled) assertEquals(readTypeCode(raw), code, String(raw));
});

Deno.test("codeTraits() maps numbers to NUM, booleans to BOOL, texts and enumerations to STR", () => {
  for (let code = 5; code <= 15; code++) {
    assertEquals(codeTraits(code)?.dataType, "NUM");
    assertEquals(codeTraits(code)?.nullable, false);
    assertEquals(codeTraits(code + 100)?.dataType, "NUM");
    assertEquals(codeTraits(code + 100)?.nullable, true);
  }
  assertEquals(codeTraits(3)?.dataType, "BOOL");
  assertEquals(codeTraits(103)?.nullable, true);
  assertEquals(codeTraits(18)?.nullable, true);
  for (let code = 605; code <= 612; code++) assertEquals(codeTraits(code)?.kind, "enum");
  assertEquals(codeTraits(709)?.nullable, true);
});

Deno.test("codeTraits() is undefined for objects, arrays, times and ids", () => {
  for (const code of [0, 1, 16, 19, 20, 21, 22, 116, 119, 203, 214, 222, 400, 403, 501, 604, 613, 713]) {
    assertEquals(codeTraits(code), undefined, String(code));
  }
});

Deno.test("codeName() gives a readable name of a code", () => {
  assertEquals([codeName(214), codeName(119), codeName(1), codeName(999)], [
    "array of double",
    "guid",
    "object",
    "code 999",
  ]);
});

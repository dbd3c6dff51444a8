import { assertEquals } from "@std/assert";
import { createQualityReader } from "../../../../connectors/data_hub/quality.ts";
import type { QualityProperty } from "../../../../connectors/data_hub/stream_address.ts";

function quality(raw: unknown, changed: Partial<QualityProperty> = {}) {
  return createQualityReader([{ property: "Status", typeCode: 10, enumMembers: null, ...changed }])([raw]);
}

Deno.test("a number is a status code of OPC UA, by its two highest bits", () => {
  for (const code of [0, 0x00a20000, 0x3fffffff]) assertEquals(quality(code), "good");
  for (const code of [0x40000000, 0x408f0000]) assertEquals(quality(code), "uncertain");
  for (const code of [0x80000000, 0x80050000, 0xc0000000, 0xffffffff]) assertEquals(quality(code), "bad");
  for (const code of [-2147155968, -1, -(2 ** 31)]) assertEquals(quality(code), "bad", "signed");
  assertEquals([quality("2147811328"), quality("-2147155968"), quality("0x80050000"), quality("0")], [
    ...["bad", "bad", "bad", "good"],
  ]);
});

Deno.test("a number that is no status code, null and unknown texts are uncertain", () => {
  for (const raw of [2 ** 32, -(2 ** 31) - 1, 1.5, null, {}, "", "?", "12345678901"]) {
    assertEquals(quality(raw), "uncertain", String(raw));
  }
});

Deno.test("an omitted quality is the default of its type", () => {
  assertEquals(quality(undefined), "good");
  assertEquals(quality(undefined, { typeCode: 110 }), "uncertain");
  assertEquals(quality(undefined, { property: "IsGood", typeCode: 3 }), "bad");
  assertEquals(quality(undefined, { property: "IsQuestionable", typeCode: 3 }), "good");
  assertEquals(quality(undefined, { typeCode: 609, enumMembers: { 0: "Bad" } }), "bad");
});

Deno.test("a boolean tells by its name what true means", () => {
  const flag = (property: string) => [true, false].map((raw) => quality(raw, { property, typeCode: 3 }));
  for (const name of ["IsGood", "Good", "Valid", "Quality"]) assertEquals(flag(name), ["good", "bad"], name);
  for (const name of ["Bad", "IsBad", "Invalid", "SensorFault"]) {
    assertEquals(flag(name), ["bad", "good"], name);
  }
  for (const name of ["IsQuestionable", "Questionable", "Suspect"]) {
    assertEquals(flag(name), ["uncertain", "good"], name);
  }
});

Deno.test("a text or a state tells by its first word, in any case", () => {
  for (const name of ["Good", "GOOD", "GoodNoData", "Good_LocalOverride", "ok"]) {
    assertEquals(quality(name, { typeCode: 18 }), "good", name);
  }
  for (const name of ["Uncertain", "uncertainLastUsableValue", "Questionable"]) {
    assertEquals(quality(name, { typeCode: 18 }), "uncertain", name);
  }
  for (const name of ["Bad", "BadSensorFailure", "bad_CommFailure", "Invalid", "Not good"]) {
    assertEquals(quality(name, { typeCode: 18 }), "bad", name);
  }
  const states = { typeCode: 609, enumMembers: { 0: "Good", 1: "BadSensorFailure", 2: "Other" } };
  assertEquals([0, 1, 2, "bad"].map((raw) => quality(raw, states)), ["good", "bad", "uncertain", "bad"]);
});

Deno.test("of several quality properties the worst counts", () => {
  const flags = ["Valid", "Suspect"].map((property) => ({ property, typeCode: 3, enumMembers: null }));
  const read = createQualityReader(flags);
  assertEquals([read([true, false]), read([true, true]), read([false, true])], ["good", "uncertain", "bad"]);
});

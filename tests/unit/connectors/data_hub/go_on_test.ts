import { assertEquals } from "@std/assert";
import { goOn } from "../../../../connectors/data_hub/go_on.ts";
import type { DataHubAddress } from "../../../../connectors/data_hub/stream_address.ts";
import type { StreamMeaning } from "../../../../domain/asset/types.ts";
import { streamSource } from "../../../support/data_hub_client.ts";

const TYPED = { typeId: "T1", unit: "bar", isOnlyValue: true, properties: ["Time", "Value"] };

function meaning(
  source: Partial<DataHubAddress> = {},
  { data_type = "NUM", uom = "bar" }: Partial<StreamMeaning> = {},
): StreamMeaning {
  return { data_type, uom, source: streamSource({ ...TYPED, unit: uom, ...source }) };
}

/** The address by which the stored stream goes on, without what is as it was listed; null when it does not. */
function goesOn(stored: StreamMeaning, found: StreamMeaning) {
  const address = goOn(stored, found);
  if (address === null) return null;
  const { former = [], ...rest } = address;
  assertEquals<object>(rest, found.source);
  return former.map(({ keyProperty, valueProperty, typeCode }) => [keyProperty, valueProperty, typeCode]);
}

Deno.test("goOn() keeps a stream whose type is as it was, and one whose nullability or accuracy changed", () => {
  assertEquals(goesOn(meaning(), meaning()), []);
  assertEquals(goesOn(meaning(), meaning({ typeCode: 114, nullable: true })), []);
  assertEquals(goesOn(meaning({ typeCode: 9 }), meaning({ typeCode: 14, typeId: "T2" })), [[
    "Time",
    "Value",
    9,
  ]]);
});

Deno.test("goOn() accepts another property only where both types have one value", () => {
  const renamed = { valueProperty: "Measurement", typeId: "T2", properties: ["Time", "Measurement"] };
  assertEquals(goesOn(meaning(), meaning(renamed)), [["Time", "Value", 14]]);
  assertEquals(goesOn(meaning({ isOnlyValue: false }), meaning(renamed)), null);
  assertEquals(goesOn(meaning(), meaning({ ...renamed, isOnlyValue: false })), null);
  assertEquals(goesOn(meaning({ isOnlyValue: undefined }), meaning(renamed)), null, "it is not known");
  assertEquals(goesOn(meaning(), meaning({ isOnlyValue: false })), [], "the same property among others");
  assertEquals(goesOn(meaning(), meaning({ valueProperty: "VALUE" })), [], "in another case");
});

Deno.test("goOn() accepts a renamed key", () => {
  assertEquals(goesOn(meaning(), meaning({ keyProperty: "At" })), [["Time", "Value", 14]]);
});

Deno.test("goOn() is null for another data type and another stream", () => {
  assertEquals(goesOn(meaning(), meaning({ typeCode: 18 }, { data_type: "STR" })), null);
  assertEquals(goesOn(meaning(), meaning({ sdsStreamId: "s2" })), null);
  assertEquals(goesOn(meaning(), meaning({ sdsStreamId: "S1" })), []);
});

Deno.test("goOn() accepts another unit only with the same type", () => {
  assertEquals(goesOn(meaning(), meaning({}, { uom: "psi" })), []);
  assertEquals(goesOn(meaning(), meaning({ typeId: "t1" }, { uom: null })), []);
  assertEquals(goesOn(meaning(), meaning({ typeId: "T2" }, { uom: "psi" })), null);
  assertEquals(goesOn(meaning({ typeId: undefined }), meaning({}, { uom: "psi" })), null, "it is not known");
});

Deno.test("goOn() accepts an enumeration in which every number keeps its name", () => {
  const states = (...names: string[]) =>
    meaning(
      { typeCode: 609, enumMembers: Object.fromEntries(names.entries()), typeId: names.join() },
      { data_type: "STR" },
    );
  assertEquals(goesOn(states("Off", "Run"), states("Off", "Run", "Fault"))?.length, 1);
  assertEquals(goesOn(states("Off", "Run"), states("Run", "Off")), null);
  assertEquals(goesOn(states("Off", "Run"), states("Off", "RUN")), null);
  assertEquals(goesOn(states("Off", "Run", "Fault"), states("Off", "Run")), null);
  assertEquals(goesOn(states("Off"), meaning({ typeCode: 18 }, { data_type: "STR" })), null);
  assertEquals(goesOn(meaning({ typeCode: 18 }, { data_type: "STR" }), states("Off")), null);
});

Deno.test("goOn() keeps the five newest former readings, each once, without the present one", () => {
  let stored = meaning();
  for (const valueProperty of ["A", "B", "Value", "C", "D", "E", "F"]) {
    const found = meaning({ valueProperty });
    stored = { ...found, source: goOn(stored, found) ?? found.source };
  }
  const { former } = stored.source as DataHubAddress;
  assertEquals(former?.map((one) => one.valueProperty), ["E", "D", "C", "Value", "B"]);
  assertEquals(goOn(stored, meaning({ valueProperty: "F" })), stored.source, "the same again");
});

Deno.test("goOn() adds to an address that was stored before what is listed now", () => {
  const before: StreamMeaning = { data_type: "NUM", uom: "bar", source: streamSource() };
  assertEquals(goOn(before, meaning()), meaning().source);
});

Deno.test("goOn() forgets former readings that would make the stored record too long", () => {
  const names = (prefix: string) =>
    Object.fromEntries(Array.from({ length: 500 }, (_, i) => [i, `${prefix}${"x".repeat(20)}${i}`]));
  const typed = { typeCode: 609, enumMembers: names("a") };
  const one = meaning({ ...typed, keyProperty: "A" }, { data_type: "STR" });
  const other = meaning({ ...typed, keyProperty: "B" }, { data_type: "STR" });
  assertEquals(goesOn(one, other), []);
});

import { assertEquals, assertThrows } from "@std/assert";
import { createEventDecoder } from "../../../../connectors/data_hub/decode.ts";
import type { DataHubAddress } from "../../../../connectors/data_hub/stream_address.ts";
import { at, streamSource } from "../../../support/data_hub_client.ts";

const TIME = "2026-01-31T08:15:02.1234567Z";

function read(source: Partial<DataHubAddress>, event: unknown) {
  return createEventDecoder(streamSource(source)).sample(event);
}

function judged(source: Partial<DataHubAddress>, event: Record<string, unknown>) {
  const sample = read(source, { Time: TIME, ...event });
  return [sample?.value, sample?.quality];
}

Deno.test("createEventDecoder() keeps all seven decimals of the time", () => {
  assertEquals(read({}, { Time: TIME, Value: 1.5 }), { time: at(TIME), value: 1.5, quality: "good" });
  assertEquals(at("2026-01-31T08:15:02.1234568Z") - at(TIME), 1);
});

Deno.test("createEventDecoder() reads US times and offsets", () => {
  const us = read({}, { Time: "3/7/2024 1:02:03 PM", Value: 1 });
  assertEquals(us?.time, at("2024-03-07T13:02:03Z"));
  assertEquals(read({}, { Time: "2024-03-07T15:02:03+02:00", Value: 1 })?.time, us?.time);
});

Deno.test("createEventDecoder() drops an event whose time cannot be read", () => {
  for (
    const event of [{ Time: "soon", Value: 1 }, { Value: 1 }, { Time: 5, Value: 1 }, null, 7, "x", [TIME]]
  ) {
    assertEquals(read({}, event), undefined);
  }
});

Deno.test("createEventDecoder() reads a text up to 10,000 characters", () => {
  const text = { typeCode: 18 };
  const longest = "x".repeat(10_000);
  assertEquals(judged(text, { Value: longest }), [longest, "good"]);
  assertEquals(judged(text, { Value: `${longest}y` }), [longest, "good"]);
  const state = { DigitalStateName: `${longest}y`, SystemStateCode: null };
  assertEquals(judged({ ...text, piEvent: true }, { Value: "v", ...state }), [longest, "good"]);
});

Deno.test("createEventDecoder() finds members by the type's casing first, then without case", () => {
  assertEquals(judged({}, { value: 1 }), [1, "good"]);
  assertEquals(judged({}, { VALUE: 1, Value: 2 }), [2, "good"]);
  assertEquals(read({}, { time: TIME, value: 3 })?.value, 3);
});

Deno.test("createEventDecoder() takes no member from the object's prototype", () => {
  assertEquals(judged({ valueProperty: "constructor" }, {}), [0, "good"]);
  assertEquals(judged({ valueProperty: "toString", typeCode: 18, nullable: true }, {}), [null, "bad"]);
});

Deno.test("createEventDecoder() makes NaN, infinities, null and wrong types bad, with no value", () => {
  const overflow = JSON.parse("1e309");
  for (const Value of ["NaN", "Infinity", "-Infinity", null, "abc", "1.5", true, {}, [1], overflow]) {
    assertEquals(judged({ typeCode: 14 }, { Value }), [null, "bad"]);
  }
  assertEquals(judged({ typeCode: 3 }, { Value: 1 }), [null, "bad"]);
  assertEquals(judged({ typeCode: 3 }, { Value: "true" }), [null, "bad"]);
  assertEquals(judged({ typeCode: 18, nullable: true }, { Value: 5 }), [null, "bad"]);
});

Deno.test("createEventDecoder() takes an omitted member for its type's default", () => {
  assertEquals(judged({ typeCode: 14 }, {}), [0, "good"]);
  assertEquals(judged({ typeCode: 3 }, {}), [false, "good"]);
  assertEquals(judged({ typeCode: 609, enumMembers: { "0": "Ok", "1": "Warning" } }, {}), ["Ok", "good"]);
  assertEquals(judged({ typeCode: 609, enumMembers: { "1": "Warning" } }, {}), [null, "bad"]);
});

Deno.test("createEventDecoder() takes an omitted nullable member for null", () => {
  assertEquals(judged({ typeCode: 114, nullable: true }, {}), [null, "bad"]);
  assertEquals(judged({ typeCode: 18, nullable: true }, {}), [null, "bad"]);
  assertEquals(judged({ typeCode: 709, nullable: true, enumMembers: { "0": "Ok" } }, {}), [null, "bad"]);
});

Deno.test("createEventDecoder() reads an explicit null of a type that is not nullable as bad", () => {
  assertEquals(judged({ typeCode: 14 }, { Value: null }), [null, "bad"]);
});

Deno.test("createEventDecoder() reads enumerations by number and by name", () => {
  const source = { typeCode: 609, enumMembers: { "0": "Ok", "1": "Warning", "-1": "Unset" } };
  assertEquals(judged(source, { Value: 1 }), ["Warning", "good"]);
  assertEquals(judged(source, { Value: -1 }), ["Unset", "good"]);
  assertEquals(judged(source, { Value: "warning" }), ["Warning", "good"]);
  assertEquals(judged(source, { Value: 7 }), [null, "bad"]);
  assertEquals(judged(source, { Value: "Other" }), [null, "bad"]);
  assertEquals(judged(source, { Value: 1.5 }), [null, "bad"]);
});

Deno.test("createEventDecoder() reads Int64, UInt64 and Decimal from texts too, to the nearest double", () => {
  for (const typeCode of [11, 12, 15, 111, 112, 115]) {
    assertEquals(judged({ typeCode }, { Value: "1.5" }), [1.5, "good"]);
    assertEquals(judged({ typeCode }, { Value: "-2e3" }), [-2000, "good"]);
    assertEquals(judged({ typeCode }, { Value: "" }), [null, "bad"]);
    assertEquals(judged({ typeCode }, { Value: "0x10" }), [null, "bad"]);
    assertEquals(judged({ typeCode }, { Value: "1e999" }), [null, "bad"]);
  }
  assertEquals(judged({ typeCode: 11 }, { Value: "9007199254740993" }), [9007199254740992, "good"]);
  assertEquals(judged({ typeCode: 11 }, JSON.parse('{"Value":9007199254740993}')), [
    9007199254740992,
    "good",
  ]);
});

Deno.test("createEventDecoder() judges PI events by their system state and questionable mark", () => {
  const pi = { piEvent: true, typeCode: 113, nullable: true };
  const plain = {
    IsQuestionable: false,
    IsSubstituted: false,
    SystemStateCode: null,
    DigitalStateName: null,
  };
  assertEquals(judged(pi, { Value: 5, ...plain }), [5, "good"]);
  assertEquals(judged(pi, { Value: 5, ...plain, SystemStateCode: 0 }), [5, "good"]);
  assertEquals(judged(pi, { Value: 5, ...plain, IsQuestionable: true }), [5, "uncertain"]);
  assertEquals(judged(pi, { ...plain, SystemStateCode: 246, DigitalStateName: "I/O Timeout" }), [
    null,
    "bad",
  ]);
  assertEquals(judged(pi, { Value: 5, ...plain, SystemStateCode: 246 }), [5, "bad"]);
  assertEquals(judged(pi, { Value: null, ...plain, IsQuestionable: true }), [null, "bad"]);
  assertEquals(judged(pi, { Value: 5, isquestionable: true }), [5, "uncertain"]);
});

Deno.test("createEventDecoder() reads a PI digital state's text, and leaves numbers alone", () => {
  const digital = { piEvent: true, typeCode: 18, nullable: true };
  assertEquals(judged(digital, { Value: 1, DigitalStateName: "Running" }), ["Running", "good"]);
  assertEquals(judged(digital, { Value: "Running" }), ["Running", "good"]);
  assertEquals(judged(digital, { Value: 1 }), [null, "bad"]);
  const state = { DigitalStateName: "Pt Created", SystemStateCode: 253 };
  assertEquals(judged(digital, state), ["Pt Created", "bad"]);
  assertEquals(judged({ piEvent: true, typeCode: 113 }, { Value: 1, DigitalStateName: "Running" }), [
    1,
    "good",
  ]);
});

Deno.test("createEventDecoder() pays no heed to PI members of other types", () => {
  assertEquals(judged({ typeCode: 14 }, { Value: 5, SystemStateCode: 246, IsQuestionable: true }), [
    5,
    "good",
  ]);
});

Deno.test("createEventDecoder() throws for a code that cannot be monitored", () => {
  assertThrows(() => createEventDecoder(streamSource({ typeCode: 214 })), TypeError, "214");
});

import { assertEquals, assertThrows } from "@std/assert";
import { createEventDecoder } from "../../../../connectors/data_hub/decode.ts";
import type { DataHubAddress } from "../../../../connectors/data_hub/stream_address.ts";
import { at, justRead, notRead, sourceStream, streamSource } from "../../../support/data_hub_client.ts";

const TIME = "2026-01-31T08:15:02.1234567Z";

function read(source: Partial<DataHubAddress>, event: unknown) {
  return createEventDecoder(streamSource(source)).sample(event, justRead().of(sourceStream(1)));
}

function decoded(source: Partial<DataHubAddress>, event: Record<string, unknown>) {
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

Deno.test("createEventDecoder() reads a number in time that grows with its length", () => {
  const almost = `${"1".repeat(1_000_000)}x`;
  assertEquals(decoded({ typeCode: 11 }, { Value: almost }), decoded({ typeCode: 11 }, { Value: "x" }));
});

Deno.test("createEventDecoder() truncates texts to 10,000 characters", () => {
  const text = { typeCode: 18 };
  const longest = "x".repeat(10_000);
  assertEquals(decoded(text, { Value: longest }), [longest, "good"]);
  assertEquals(decoded(text, { Value: `${longest}y` }), [longest, "good"]);
  const state = { DigitalStateName: `${longest}y`, SystemStateCode: null };
  assertEquals(decoded({ ...text, piEvent: true }, { Value: "v", ...state }), [longest, "good"]);
});

Deno.test("createEventDecoder() finds members by exact spelling first, then ignoring case", () => {
  assertEquals(decoded({}, { value: 1 }), [1, "good"]);
  assertEquals(decoded({}, { VALUE: 1, Value: 2 }), [2, "good"]);
  assertEquals(read({}, { time: TIME, value: 3 })?.value, 3);
});

Deno.test("createEventDecoder() takes no member from the object's prototype", () => {
  assertEquals(decoded({ valueProperty: "constructor" }, {}), [0, "good"]);
  assertEquals(decoded({ valueProperty: "toString", typeCode: 18, nullable: true }, {}), [null, "bad"]);
});

Deno.test("createEventDecoder() makes NaN, infinities, null and wrong types bad, with no value", () => {
  const overflow = JSON.parse("1e309");
  for (const Value of ["NaN", "Infinity", "-Infinity", null, "abc", "1.5", true, {}, [1], overflow]) {
    assertEquals(decoded({ typeCode: 14 }, { Value }), [null, "bad"]);
  }
  assertEquals(decoded({ typeCode: 3 }, { Value: 1 }), [null, "bad"]);
  assertEquals(decoded({ typeCode: 3 }, { Value: "true" }), [null, "bad"]);
  assertEquals(decoded({ typeCode: 18, nullable: true }, { Value: 5 }), [null, "bad"]);
});

Deno.test("createEventDecoder() reads an omitted member as the default of its type", () => {
  assertEquals(decoded({ typeCode: 14 }, {}), [0, "good"]);
  assertEquals(decoded({ typeCode: 3 }, {}), [false, "good"]);
  assertEquals(decoded({ typeCode: 609, enumMembers: { "0": "Ok", "1": "Warning" } }, {}), ["Ok", "good"]);
  assertEquals(decoded({ typeCode: 609, enumMembers: { "1": "Warning" } }, {}), ["0", "good"]);
});

Deno.test("createEventDecoder() reads an omitted nullable member as null", () => {
  assertEquals(decoded({ typeCode: 114, nullable: true }, {}), [null, "bad"]);
  assertEquals(decoded({ typeCode: 18, nullable: true }, {}), [null, "bad"]);
  assertEquals(decoded({ typeCode: 709, nullable: true, enumMembers: { "0": "Ok" } }, {}), [null, "bad"]);
});

Deno.test("createEventDecoder() reads an explicit null of a type that is not nullable as bad", () => {
  assertEquals(decoded({ typeCode: 14 }, { Value: null }), [null, "bad"]);
});

Deno.test("createEventDecoder() reads enumerations by number and by name", () => {
  const source = { typeCode: 609, enumMembers: { "0": "Ok", "1": "Warning", "-1": "Unset" } };
  assertEquals(decoded(source, { Value: 1 }), ["Warning", "good"]);
  assertEquals(decoded(source, { Value: -1 }), ["Unset", "good"]);
  assertEquals(decoded(source, { Value: "warning" }), ["Warning", "good"]);
  assertEquals(decoded(source, { Value: 7 }), ["7", "good"]);
  assertEquals(decoded(source, { Value: "Other" }), [null, "bad"]);
  assertEquals(decoded(source, { Value: 1.5 }), [null, "bad"]);
});

Deno.test("createEventDecoder() reads Int64, UInt64 and Decimal from texts too, to the nearest double", () => {
  for (const typeCode of [11, 12, 15, 111, 112, 115]) {
    assertEquals(decoded({ typeCode }, { Value: "1.5" }), [1.5, "good"]);
    assertEquals(decoded({ typeCode }, { Value: "-2e3" }), [-2000, "good"]);
    assertEquals(decoded({ typeCode }, { Value: "" }), [null, "bad"]);
    assertEquals(decoded({ typeCode }, { Value: "0x10" }), [null, "bad"]);
    assertEquals(decoded({ typeCode }, { Value: "1e999" }), [null, "bad"]);
  }
  assertEquals(decoded({ typeCode: 11 }, { Value: "9007199254740993" }), [9007199254740992, "good"]);
  assertEquals(decoded({ typeCode: 11 }, JSON.parse('{"Value":9007199254740993}')), [
    9007199254740992,
    "good",
  ]);
});

Deno.test("createEventDecoder() derives the quality of PI events from system state and questionable flag", () => {
  const pi = { piEvent: true, typeCode: 113, nullable: true };
  const plain = {
    IsQuestionable: false,
    IsSubstituted: false,
    SystemStateCode: null,
    DigitalStateName: null,
  };
  assertEquals(decoded(pi, { Value: 5, ...plain }), [5, "good"]);
  assertEquals(decoded(pi, { Value: 5, ...plain, SystemStateCode: 0 }), [5, "good"]);
  assertEquals(decoded(pi, { Value: 5, ...plain, IsQuestionable: true }), [5, "uncertain"]);
  assertEquals(decoded(pi, { ...plain, SystemStateCode: 246, DigitalStateName: "I/O Timeout" }), [
    null,
    "bad",
  ]);
  assertEquals(decoded(pi, { Value: 5, ...plain, SystemStateCode: 246 }), [5, "bad"]);
  assertEquals(decoded(pi, { Value: null, ...plain, IsQuestionable: true }), [null, "bad"]);
  assertEquals(decoded(pi, { Value: 5, isquestionable: true }), [5, "uncertain"]);
});

Deno.test("createEventDecoder() reads a PI digital state's text, and not for numbers", () => {
  const digital = { piEvent: true, typeCode: 18, nullable: true };
  assertEquals(decoded(digital, { Value: 1, DigitalStateName: "Running" }), ["Running", "good"]);
  assertEquals(decoded(digital, { Value: "Running" }), ["Running", "good"]);
  assertEquals(decoded(digital, { Value: 1 }), [null, "bad"]);
  const state = { DigitalStateName: "Pt Created", SystemStateCode: 253 };
  assertEquals(decoded(digital, state), ["Pt Created", "bad"]);
  assertEquals(decoded({ piEvent: true, typeCode: 113 }, { Value: 1, DigitalStateName: "Running" }), [
    1,
    "good",
  ]);
});

Deno.test("createEventDecoder() ignores PI members of other types", () => {
  assertEquals(decoded({ typeCode: 14 }, { Value: 5, SystemStateCode: 246, IsQuestionable: true }), [
    5,
    "good",
  ]);
});

Deno.test("createEventDecoder() throws for a code that cannot be monitored", () => {
  assertThrows(() => createEventDecoder(streamSource({ typeCode: 214 })), TypeError, "214");
});

const LISTED = { properties: ["Time", "Value", "Note"] };

/** The value and the quality, and what is noticed, when the type has not been read lately. */
function doubted(source: Partial<DataHubAddress>, event: Record<string, unknown>) {
  const doubts = notRead(), stream = sourceStream(1, source);
  const sample = createEventDecoder(stream.source).sample({ Time: TIME, ...event }, doubts.of(stream));
  const open = doubts.open.get(1);
  return [sample?.value, sample?.quality, open && [open.since === at(TIME), open.mayCount]];
}

Deno.test("createEventDecoder() reads what fits without a doubt", () => {
  assertEquals(doubted(LISTED, { Value: 5, More: 1 }), [5, "good", undefined]);
  for (const Value of [null, "NaN", "Infinity", JSON.parse("1e999")]) {
    assertEquals(doubted(LISTED, { Value }), [null, "bad", undefined]);
  }
  assertEquals(doubted({ typeCode: 11 }, { Value: "7" }), [7, "good", undefined]);
});

Deno.test("createEventDecoder() takes no event for another value that has an unknown property", () => {
  assertEquals(decoded(LISTED, { Measurement: 99 }), [null, "bad"]);
  assertEquals(doubted(LISTED, { Measurement: 99 }), [null, "bad", [true, false]]);
  assertEquals(decoded(LISTED, { note: "x" }), [0, "good"], "known, in another case");
});

Deno.test("createEventDecoder() completes an omitted value only by a type that was read lately", () => {
  assertEquals(doubted(LISTED, {}), [null, "bad", [true, true]]);
  assertEquals(doubted({}, { Measurement: 99 }), [null, "bad", [true, true]], "its properties are not known");
});

Deno.test("createEventDecoder() makes another kind of value bad", () => {
  for (const Value of ["Run", "1.5", true, {}, [1]]) {
    assertEquals(doubted(LISTED, { Value }), [null, "bad", [true, false]]);
  }
  assertEquals(doubted({ typeCode: 18 }, { Value: 5 }), [null, "bad", [true, false]]);
  assertEquals(doubted({ typeCode: 3 }, { Value: 1 }), [null, "bad", [true, false]]);
});

Deno.test("createEventDecoder() notices a key that it does not know, with the likely time", () => {
  const doubts = notRead(), stream = sourceStream(1, LISTED);
  const decoder = createEventDecoder(stream.source);
  assertEquals(decoder.sample({ At: TIME, Value: 1 }, doubts.of(stream)), undefined);
  assertEquals([doubts.open.get(1)?.since, doubts.unreadableTimes], [at(TIME), 1]);
});

Deno.test("createEventDecoder() reads events of former types as they were", () => {
  const former = [streamSource({ valueProperty: "Level" }), streamSource({ keyProperty: "At" })];
  const source = { ...LISTED, valueProperty: "Measurement", properties: ["Time", "Measurement"], former };
  assertEquals(doubted(source, { Measurement: 1 }), [1, "good", undefined]);
  assertEquals(doubted(source, { Level: 2 }), [2, "good", undefined]);
  assertEquals(read(source, { At: TIME, Value: 3 }), { time: at(TIME), value: 3, quality: "good" });
  assertEquals(decoded(source, { Level: "x" }), [null, "bad"]);
  assertEquals(decoded(source, { Other: 4 }), [null, "bad"]);
});

Deno.test("createEventDecoder() reads no sample of a stream that means something else", () => {
  const doubts = justRead(), stream = sourceStream(1);
  const decoder = createEventDecoder(stream.source, { isLost: true });
  assertEquals(decoder.sample({ Time: TIME, Value: 1 }, doubts.of(stream)), {
    time: at(TIME),
    value: null,
    quality: "bad",
  });
  assertEquals([decoder.takesNumbers, decoder.fits({ value: 1, others: [] })], [false, false]);
});

Deno.test("createEventDecoder() reads a state as number, name or id; an unlisted number is its own text", () => {
  const source = { typeCode: 609, enumMembers: { 0: "Off", 1: "In operation" }, enumIds: { 1: "Run" } };
  for (const Value of [1, "1", "in operation", "RUN", "Run  \u0000"]) {
    assertEquals(doubted(source, { Value }), ["In operation", "good", undefined]);
  }
  assertEquals(decoded(source, { Value: 7 }), ["7", "good"]);
  assertEquals(decoded(source, { Value: -7 }), ["-7", "good"]);
  assertEquals(doubted(source, { Value: 7 }), [null, "bad", [true, true]], "the type may have been extended");
  for (const Value of ["Fault", 1.5]) assertEquals(decoded(source, { Value }), [null, "bad"]);
});

Deno.test("createEventDecoder() reads texts without the padding at their end", () => {
  const text = { typeCode: 18 };
  for (const Value of ["RUN", "RUN   ", "RUN\u0000\u0000", "RUN \u0000 "]) {
    assertEquals(decoded(text, { Value }), ["RUN", "good"]);
  }
  assertEquals(decoded(text, { Value: "  RUN" }), ["  RUN", "good"]);
  assertEquals(decoded(text, { Value: "   " }), ["", "good"]);
  const pi = { piEvent: true, ...text };
  assertEquals(decoded(pi, { Value: 1, DigitalStateName: "On  ", SystemStateCode: 0 }), ["On", "good"]);
});

Deno.test("createEventDecoder() takes the quality from the properties that tell it", () => {
  const qualities = [{ property: "Status", typeCode: 10, enumMembers: null }];
  assertEquals(decoded({ qualities }, { Value: 5, Status: 0 }), [5, "good"]);
  assertEquals(decoded({ qualities }, { Value: 5 }), [5, "good"]);
  assertEquals(decoded({ qualities }, { Value: 5, status: 0x40000000 }), [5, "uncertain"]);
  assertEquals(decoded({ qualities }, { Value: 999, Status: 0x80050000 }), [999, "bad"]);
  assertEquals(decoded({ qualities }, { Value: null, Status: 0 }), [null, "bad"]);
  assertEquals(createEventDecoder(streamSource({ qualities })).takesNumbers, false);
});

Deno.test("createEventDecoder() drops and counts times before 1970 and after 2199", () => {
  const doubts = notRead(), stream = sourceStream(1), decoder = createEventDecoder(stream.source);
  const times = ["0001-01-01T00:00:00Z", "0070-01-01T00:00:00Z", "1969-12-31T23:59:59.9Z"];
  for (const Time of [...times, "2200-01-01T00:00:00Z", "9999-12-31T23:59:59.9999999-14:00"]) {
    assertEquals(decoder.sample({ Time, Value: 1 }, doubts.of(stream)), undefined, Time);
  }
  assertEquals(doubts.impossibleTimes, 5);
  for (const Time of ["1970-01-01T00:00:00Z", "2199-12-31T23:59:59.9Z"]) {
    assertEquals(decoder.sample({ Time, Value: 1 }, doubts.of(stream))?.value, 1, Time);
  }
});

import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { readTime } from "../../../../connectors/mqtt/message_time.ts";
import { valueAt } from "../../../../connectors/mqtt/path.ts";
import { MOST_FIELDS, readPayload } from "../../../../connectors/mqtt/payload.ts";
import type { TopicRow } from "../../../../connectors/mqtt/settings.ts";
import type { SampleValue } from "../../../../domain/sample/types.ts";
import { msFromTicks, sourceTimeFromTicks } from "../../../../domain/shared/time.ts";

const NOTHING = { value: null, time: null, quality: null, unit: null, stream: null, asset: null };

function read(payload: unknown, row: Partial<TopicRow> = {}) {
  const text = typeof payload === "string" ? payload : JSON.stringify(payload);
  const readings = readPayload(new TextEncoder().encode(text), { ...NOTHING, topic: "#", ...row });
  if (typeof readings === "string") return readings;
  return readings.map(({ field, value, quality }) => [field, value, quality]);
}

Deno.test("readPayload() takes a plain payload as a number, a boolean or a text", () => {
  const cases: [string, SampleValue][] = [
    ["21.5", 21.5],
    [" -3e2\n", -300],
    [".5", 0.5],
    ["TRUE", true],
    ["false", false],
    ["running", "running"],
    ['"12"', "12"],
    ["1,5", "1,5"],
    ["0x10", "0x10"],
    ["NaN", "NaN"],
  ];
  for (const [text, value] of cases) assertEquals(read(text), [["", value, "good"]], text);
  assertEquals(read(""), "The payload is empty");
});

Deno.test("readPayload() takes the value, the quality and the fields that their paths name", () => {
  const json = { data: { value: 7, "a.b": "x" }, q: true, n: null, list: [{ v: 1 }] };
  assertEquals(read(json, { value: "data.value" }), [["", 7, "good"]]);
  assertEquals(read(json, { value: "data.a.b" }), [["", "x", "good"]]);
  assertEquals(read(json, { value: "list.0.v" }), [["", 1, "good"]]);
  assertEquals(read(json, { value: "n" }), [["", null, "good"]]);
  assertEquals(read(json, { value: "data" }), "At data is no single value; choose one in it");
  assertEquals(read(json, { value: "toString" }), "There is nothing at toString");
  assertEquals(read({ v: 1, t: 0, in: { p: "x", deep: { q: true } } }, { value: "*", time: "t" }), [
    ["v", 1, "good"],
    ["in.p", "x", "good"],
    ["in.deep.q", true, "good"],
  ]);
  const most = Object.fromEntries(Array.from({ length: MOST_FIELDS }, (_, i) => [`f${i}`, i]));
  assertEquals(read(most, { value: "*" }).length, MOST_FIELDS);
  assertEquals(read({ ...most, more: 1 }, { value: "*" }), `The payload has more than ${MOST_FIELDS} fields`);
});

Deno.test("readPayload() reads qualities of OPC UA, of OPC DA, by name and by flag; an omitted one is good", () => {
  const cases: [unknown, string][] = [
    [0, "good"],
    [192, "good"],
    [64, "uncertain"],
    [24, "bad"],
    [0x80000000, "bad"],
    [0x40000000, "uncertain"],
    ["Good", "good"],
    ["bad_sensor", "bad"],
    [true, "good"],
    [false, "bad"],
    [null, "uncertain"],
    [undefined, "good"],
  ];
  for (const [q, quality] of cases) {
    assertEquals(read({ v: 1, q }, { value: "v", quality: "q" }), [["", 1, quality]]);
  }
});

Deno.test("readTime() tells seconds, ms, µs and ns apart, and reads texts", () => {
  const told = "2026-11-29T07:00:00.1230000Z", ms = Date.parse(told);
  for (
    const raw of [
      ms / 1_000,
      ms,
      ms * 1_000,
      ms * 1_000_000,
      String(ms),
      told,
      "2026-11-29T08:00:00.123+01:00",
    ]
  ) {
    const ticks = readTime(raw);
    assertEquals(
      ticks !== undefined && sourceTimeFromTicks(ticks).slice(0, 25),
      told.slice(0, 25),
      String(raw),
    );
  }
  for (const raw of ["soon", "", {}, null, undefined, true, -1, Infinity, NaN]) {
    assertEquals(readTime(raw), undefined);
  }
});

Deno.test("readTime() gives each whole ms back", () => {
  fc.assert(fc.property(fc.integer({ min: 1e11, max: 4e12 }), (ms) => {
    assertEquals(msFromTicks(readTime(ms)!), ms);
    assertEquals(msFromTicks(readTime(new Date(ms).toISOString())!), ms);
  }));
});

Deno.test("whatever the payload and the paths are, readPayload() reads it or says why not", () => {
  const path = fc.oneof(fc.constant(null), fc.string({ minLength: 1 }));
  const row = fc.record({ value: fc.oneof(path, fc.constant("*")), time: path, quality: path, unit: path });
  fc.assert(fc.property(fc.oneof(fc.json(), fc.string()), row, (text, paths) => {
    const readings = read(text, paths);
    if (typeof readings === "string") return;
    for (const [, value] of readings) assertEquals(typeof value === "object" && value !== null, false);
  }));
  fc.assert(fc.property(fc.uint8Array({ maxLength: 64 }), row, (bytes, paths) => {
    readPayload(bytes, { ...NOTHING, topic: "#", ...paths });
  }));
});

Deno.test("valueAt() finds every value by its path of keys", () => {
  fc.assert(fc.property(fc.array(fc.string({ minLength: 1 }), { minLength: 1, maxLength: 4 }), (keys) => {
    const json = keys.reduceRight<unknown>((inner, key) => ({ [key]: inner }), "here");
    assertEquals(valueAt(JSON.parse(JSON.stringify(json)), keys.join(".")), "here");
  }));
});

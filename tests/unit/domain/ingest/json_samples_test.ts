import { assertEquals, assertThrows } from "@std/assert";
import { readJson, readJsonLines } from "../../../../domain/ingest/json_samples.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { sourceTimeFromTicks } from "../../../../domain/shared/time.ts";

Deno.test("readJsonLines() reads a sample a line, and rejects what is none by its number", () => {
  const { samples, lines, rejected } = readJsonLines(
    [
      '{"stream":"a","time":"2026-01-31T08:15:02.123Z","value":1.5}',
      "",
      '{"stream":"b","value":null,"quality":"uncertain","unit":"bar"}',
      "{",
      "[]",
      '{"stream":"","value":1}',
      '{"stream":"a"}',
      '{"stream":"a","value":{}}',
      '{"stream":"a","value":1,"quality":"fine"}',
      '{"stream":"a","value":1,"time":"noon"}',
      '{"stream":"a","value":1,"timestamp":5}',
      '{"stream":"a","value":1,"unit":5}',
      '{"stream":"\ufffd","value":1}',
      '{"stream":"c","value":true}\r',
    ].join("\n"),
    "ms",
  );
  assertEquals(samples.map(({ stream, value, quality, unit }) => [stream, value, quality, unit]), [
    ["a", 1.5, "good", undefined],
    ["b", null, "uncertain", "bar"],
    ["c", true, "good", undefined],
  ]);
  assertEquals(lines, [1, 3, 14]);
  assertEquals(rejected.map(({ line, reason }) => `${line} ${reason}`), [
    "4 It is not JSON; a line is one object",
    "5 A sample is an object with stream, time and value",
    "6 `stream` must be the name of a stream",
    "7 `value` must be a number, a text, a boolean or null",
    "8 `value` must be a number, a text, a boolean or null",
    "9 `quality` must be one of good, uncertain, bad",
    "10 `time` must be a text such as 2026-01-31T08:15:02.123Z, or a number by `precision`",
    '11 Unknown field "timestamp"; a sample has stream, time, value, quality, unit and asset',
    "12 `unit` must be a text",
    "13 It is not UTF-8 text",
  ]);
});

Deno.test("readJson() reads an array or one object, with times as texts or numbers", () => {
  const times = (body: unknown, precision: "ns" | "us" | "ms" | "s" = "ms") =>
    readJson(JSON.stringify(body), precision).samples.map(({ time }) => time && sourceTimeFromTicks(time));
  const at = (time: unknown) => ({ stream: "a", value: 1, time });
  assertEquals(
    times([at("2026-01-31T09:15:02+01:00"), at(1_790_000_000_123), at(null), { stream: "a", value: 1 }]),
    [
      "2026-01-31T08:15:02.0000000Z",
      "2026-09-21T14:13:20.1230000Z",
      null,
      null,
    ],
  );
  assertEquals(times(at(1_790_000_000.25), "s"), ["2026-09-21T14:13:20.2500000Z"]);
  assertEquals(times(at(1_790_000_000_123_456), "us"), ["2026-09-21T14:13:20.1234560Z"]);
  assertEquals(times(at(1_790_000_000_000_000_000), "ns"), ["2026-09-21T14:13:20.0000000Z"]);
});

Deno.test("readJson() refuses what is no JSON, and more than 10,000 items; so does readJsonLines()", () => {
  assertThrows(() => readJson("{", "ms"), Refusal, "The body is not JSON");
  const items = Array<string>(10_001).fill('{"stream":"a","value":1}');
  assertEquals(readJson(`[${items.slice(1).join()}]`, "ms").samples.length, 10_000);
  assertThrows(() => readJson(`[${items.join()}]`, "ms"), Refusal, "10,000 lines");
  assertEquals(readJsonLines(`${items.slice(1).join("\n")}\n\n`, "ms").samples.length, 10_000);
  assertThrows(() => readJsonLines(items.join("\n"), "ms"), Refusal, "10,000 lines");
});

Deno.test("a line may name the asset of its stream, in at most 900 characters", () => {
  const read = (asset: unknown) => readJsonLines(JSON.stringify({ stream: "a", value: 1, asset }), "ms");
  for (const asset of ["Line1.Press", "a".repeat(900)]) {
    assertEquals(read(asset).samples.map(({ path }) => path), [[asset]]);
  }
  for (const asset of ["a".repeat(901), "", " ", 5, null, ["Line1"]]) {
    assertEquals(read(asset).rejected, [{
      line: 1,
      reason: "`asset` must be a text of at most 900 characters",
    }]);
  }
});

import { assertEquals, assertThrows } from "@std/assert";
import { LineProtocol } from "../../../../domain/ingest/line_protocol.ts";
import { DEFAULT_STREAM_NAME } from "../../../../domain/ingest/stream_names.ts";
import type { Precision, PushedSamples } from "../../../../domain/ingest/types.ts";
import { Refusal } from "../../../../domain/shared/refusal.ts";
import { sourceTimeFromTicks } from "../../../../domain/shared/time.ts";
import { cases, fc } from "../../../support/fast_check.ts";

function read(
  text: string,
  { name = DEFAULT_STREAM_NAME, precision = "ns", mayBeBroken = false }: {
    name?: string;
    precision?: Precision;
    mayBeBroken?: boolean;
  } = {},
): PushedSamples {
  return new LineProtocol(name).read(text, { precision, mayBeBroken });
}

/** `stream=value` of each sample. */
function values(text: string, name?: string): string[] {
  const { samples, rejected } = read(text, { name });
  assertEquals(rejected, []);
  return samples.map(({ stream, value }) => `${stream}=${JSON.stringify(value)}`);
}

function problems(text: string): string[] {
  return read(text).rejected.map(({ line, reason }) => `${line} ${reason}`);
}

Deno.test("LineProtocol reads each field of a line as a stream of its own", () => {
  assertEquals(values('press,host=plc1,line=2 temp=20.5,on=true,state="run" 1790000000000000000'), [
    "press.plc1.2.temp=20.5",
    "press.plc1.2.on=true",
    'press.plc1.2.state="run"',
  ]);
});

Deno.test("LineProtocol reads numbers, whole ones with i and u, booleans and texts", () => {
  const of = (value: string) => values(`m f=${value}`).map((text) => text.slice("m.f=".length))[0];
  const numbers = {
    "1": "1",
    "-1.5": "-1.5",
    "+2": "2",
    "1.": "1",
    ".5": "0.5",
    "1e3": "1000",
    "2.5E-1": "0.25",
  };
  for (const [given, shown] of Object.entries({ ...numbers, "7i": "7", "-7i": "-7", "7u": "7" })) {
    assertEquals(of(given), shown, given);
  }
  for (const text of ["t", "T", "true", "True", "TRUE"]) assertEquals(of(text), "true");
  for (const text of ["f", "F", "false", "False", "FALSE"]) assertEquals(of(text), "false");
  assertEquals(of('"a \\"b\\" \\\\ , = c"'), JSON.stringify('a "b" \\ , = c'));
  assertEquals(of('""'), '""');
});

Deno.test("LineProtocol takes a backslash before a comma, a blank or = for the mark itself", () => {
  assertEquals(values("my\\,press,the\\ host=a\\=b my\\=field\\ 1=1"), ["my,press.a=b.my=field 1=1"]);
  assertEquals(values("C:\\temp f\\x=1"), ["C:\\temp.f\\x=1"]);
});

Deno.test("LineProtocol skips comments and empty lines, and takes any end of a line", () => {
  assertEquals(values("# begin\n\n  \r\nm a=1\r\nm b=2 1790000000000000000 \r\n#end"), ["m.a=1", "m.b=2"]);
  assertEquals(values(""), []);
});

Deno.test("LineProtocol reads times by their unit, cut to 100 ns; without one there is none", () => {
  const time = (text: string, precision: Precision) => {
    const { time } = read(`m f=1 ${text}`, { precision }).samples[0]!;
    return time === null ? null : sourceTimeFromTicks(time);
  };
  assertEquals(time("1790000000123456789", "ns"), "2026-09-21T14:13:20.1234567Z");
  assertEquals(time("1790000000123456", "us"), "2026-09-21T14:13:20.1234560Z");
  assertEquals(time("1790000000123", "ms"), "2026-09-21T14:13:20.1230000Z");
  assertEquals(time("1790000000", "s"), "2026-09-21T14:13:20.0000000Z");
  assertEquals(time("5", "ns"), "1970-01-01T00:00:00.0000000Z");
  assertEquals(time("", "ns"), null);
});

Deno.test("LineProtocol rejects a line that it cannot read by its number, and reads the others", () => {
  const { samples, lines, rejected } = read(
    ["m a=1", "m a=oops", "m a=2", 'm a="open', "m a=3", "nothing", 'm a="x\ny",b=1', "m a=5 yesterday"].join(
      "\n",
    ),
  );
  assertEquals(samples.map(({ value }) => value), [1, 2, 3, "x\ny", 1]);
  assertEquals(lines, [1, 3, 5, 7, 7]);
  assertEquals(rejected.map(({ line }) => line), [2, 4, 6, 9]);
});

Deno.test("LineProtocol says what is wrong with a line", () => {
  const form = "a line is `measurement,tag=value field=1,other=2 time`";
  assertEquals(
    problems(
      ["m", ",a=b f=1", "m,a f=1", "m,a= f=1", "m f", "m f=", "m =1", "m f=1,", 'm f="a"b', "m f=1 -5"].join(
        "\n",
      ),
    ),
    [
      `1 It has no fields; ${form}`,
      `2 It has no measurement; ${form}`,
      `3 The tag "a" has no name or no value; ${form}`,
      `4 The tag "a=" has no name or no value; ${form}`,
      `5 A field has no name or no value; ${form}`,
      '6 The value "" of "f" is no number, text in quotes or boolean',
      `7 A field has no name or no value; ${form}`,
      `8 A field has no name or no value; ${form}`,
      '9 Something follows the quote at the end of "f"',
      '10 "-5" is no time in whole nanoseconds since 1970',
    ],
  );
  for (const value of ["NaN", "Infinity", "1e999", "0x10", "-1u", "1.5i", "1_000", "yes", "'a'", "-"]) {
    assertEquals(problems(`m f=${value}`), [
      `1 The value ${JSON.stringify(value)} of "f" is no number, text in quotes or boolean`,
    ]);
  }
  assertEquals(read('m f="\ufffd"\nm g=1', { mayBeBroken: true }).rejected, [
    { line: 1, reason: "It is not UTF-8 text" },
  ]);
});

Deno.test("LineProtocol names streams by the text that a source has for it", () => {
  const line = "cpu,cpu=cpu0,host=plc1 idle=1";
  assertEquals(values(line, "{host}/{measurement}/{cpu}/{field}"), ["plc1/cpu/cpu0/idle=1"]);
  assertEquals(values(line, "{field}"), ["idle=1"]);
  assertEquals(values(line, "{host}.{tags}.{field}"), ["plc1.cpu0.idle=1"]);
  assertEquals(values(line, "plant.{line}.{host}.{field}"), ["plant.plc1.idle=1"]);
  assertEquals(values(line, "{line}.{host}.{field}"), ["plc1.idle=1"]);
  assertEquals(values(line, "{field}.{line}"), ["idle=1"]);
  assertEquals(values("m,b=2,a=1 f=1"), values("m,a=1,b=2 f=1"));
});

Deno.test("LineProtocol rejects two series that meet in one stream at one time", () => {
  const name = "{measurement}.{field}", at = 1_790_000_000_000_000_000n;
  const { samples, rejected } = read(
    `cpu,cpu=cpu0 idle=1 ${at}\ncpu,cpu=cpu1 idle=2 ${at}\ncpu,cpu=cpu0,version=2 idle=3 ${
      at + 1_000_000_000n
    }`,
    { name },
  );
  assertEquals(samples.map(({ value }) => value), [1, 3]);
  assertEquals(rejected, [{
    line: 2,
    reason:
      'Two series give "cpu.idle" a value at one time: cpu,cpu=cpu0 and cpu,cpu=cpu1; put the tag by which ' +
      "they differ into the name of streams",
  }]);
});

Deno.test("LineProtocol takes 10,000 lines and refuses one more", () => {
  const text = Array.from({ length: 10_000 }, (_, i) => `m f=${i}`).join("\n") + "\n\n";
  assertEquals(read(text).samples.length, 10_000);
  const error = assertThrows(() => read(`${text}m f=1`), Refusal, "may hold 10,000 lines");
  assertEquals((error as Refusal).code, "PAYLOAD_TOO_LARGE");
});

const name = fc.string({ minLength: 1, maxLength: 8, unit: fc.constantFrom(...'ab ,=é#."{/') })
  .filter((text) => !/^[#\s]/.test(text));
const value = fc.oneof(
  fc.double({ noNaN: true, noDefaultInfinity: true }),
  fc.boolean(),
  fc.string({ maxLength: 10, unit: fc.constantFrom(...'ab ,=é#"\\\n') }),
);
const lines = fc.array(
  fc.record({
    measurement: name,
    tags: fc.dictionary(name, name, { maxKeys: 3 }),
    fields: fc.dictionary(name, value, { minKeys: 1, maxKeys: 4 }),
    seconds: fc.option(fc.nat({ max: 2_000_000_000 })),
  }),
  { maxLength: 5 },
);

const marked = (text: string) => text.replace(/[,= ]/g, "\\$&");

function written(of: unknown): string {
  return typeof of === "string" ? `"${of.replace(/["\\]/g, "\\$&")}"` : String(of);
}

Deno.test("LineProtocol reads back what a sender has written, whatever its names and texts", () => {
  fc.assert(
    fc.property(lines, (all) => {
      const text = all.map(({ measurement, tags, fields, seconds }) => {
        const series = [measurement, ...Object.entries(tags).flat()].map(marked);
        const [first, ...pairs] = series;
        const tagText = Object.keys(tags).map((_, i) => `,${pairs[2 * i]}=${pairs[2 * i + 1]}`).join("");
        const fieldText = Object.entries(fields).map(([key, of]) => `${marked(key)}=${written(of)}`).join();
        return `${first}${tagText} ${fieldText}${seconds === null ? "" : ` ${seconds}`}`;
      }).join("\n");
      const { samples, rejected } = read(text, { precision: "s" });
      const expected = all.flatMap(({ measurement, tags, fields }) => {
        const sorted = Object.entries(tags).sort(([a], [b]) => a < b ? -1 : 1).map(([, of]) => of);
        // Minus zero is written as 0.
        return Object.entries(fields).map(([key, of]) => [
          [measurement, ...sorted, key].join("."),
          of === 0 ? 0 : of,
        ]);
      });
      assertEquals(rejected, []);
      assertEquals(samples.map(({ stream, value }) => [stream, value]), expected);
    }),
    cases(300),
  );
});

Deno.test("LineProtocol gives each line of any text a sample or a reason", () => {
  const any = fc.string({ maxLength: 60, unit: fc.constantFrom(...'ab1it,= "\\\n#-.') });
  fc.assert(
    fc.property(any, (text) => {
      const { samples, lines, rejected } = read(text);
      assertEquals(samples.length, lines.length);
      const numbers = [...lines, ...rejected.map(({ line }) => line)];
      const most = text.split("\n").length;
      assertEquals(numbers.every((number) => number >= 1 && number <= most), true);
      const good = read(`${text.replaceAll('"', "")}\nlast f=1`);
      assertEquals(good.samples.at(-1)?.stream, "last.f");
    }),
    cases(1_000),
  );
});

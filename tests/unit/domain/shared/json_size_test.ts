import { assertEquals } from "@std/assert";
import { fc } from "../../../support/fast_check.ts";
import { JSON_LIMITS, JsonScan, jsonSizeProblem } from "../../../../domain/shared/json_size.ts";

const encode = (text: string) => new TextEncoder().encode(text);

function scanned(text: string): JsonScan {
  const scan = new JsonScan(), bytes = encode(text);
  for (let at = 0; at < bytes.length; at++) {
    if (scan.skips(bytes[at])) at++;
    else scan.take(bytes[at], at);
  }
  return scan;
}

function valuesIn(value: unknown): number {
  if (typeof value !== "object" || value === null) return 0;
  return Object.values(value).reduce((sum: number, one) => sum + 1 + valuesIn(one), 0);
}

Deno.test("JsonScan counts the fields and items of any JSON text, spaced or not", () => {
  fc.assert(fc.property(fc.jsonValue({ maxDepth: 5 }), fc.boolean(), (value, isSpaced) => {
    const { values, depth } = scanned(JSON.stringify(value, null, isSpaced ? 1 : 0));
    assertEquals([values, depth], [valuesIn(value), 0]);
  }));
});

Deno.test("jsonSizeProblem() takes 20,000 values and 32 levels, and not one more", () => {
  const list = (count: number) => encode(`[${Array(count).fill(0).join()}]`);
  const nested = (depth: number) => encode("[".repeat(depth) + "]".repeat(depth));
  assertEquals([JSON_LIMITS.values, JSON_LIMITS.depth], [20_000, 32]);
  assertEquals(jsonSizeProblem(list(20_000)), undefined);
  assertEquals(
    jsonSizeProblem(list(20_001)),
    "A body may hold 20,000 fields and list items in all; send fewer",
  );
  assertEquals(jsonSizeProblem(nested(32)), undefined);
  assertEquals(
    jsonSizeProblem(nested(33)),
    "Lists and objects may be nested 32 deep; nest them less",
  );
});

Deno.test("jsonSizeProblem() does not take what stands in a text for structure", () => {
  const text = JSON.stringify({ a: `${"[".repeat(50)}\\"${"{,".repeat(30_000)}` });
  assertEquals(jsonSizeProblem(encode(text)), undefined);
});

Deno.test("jsonSizeProblem() refuses 500,000 open lists without parsing them", () => {
  assertEquals(typeof jsonSizeProblem(encode("[".repeat(500_000))), "string");
  assertEquals(typeof jsonSizeProblem(encode('{"a":'.repeat(100_000))), "string");
});

import { assert, assertEquals } from "@std/assert";
import {
  fillStars,
  matchesOf,
  parsePattern,
  type Pattern,
  PatternIndex,
} from "../../../../domain/instance/pattern.ts";

function pattern(text: string): Pattern {
  const parsed = parsePattern(text);
  if (typeof parsed === "string") throw new TypeError(parsed);
  return parsed;
}

/** The captures of the stars, by name. */
function found(text: string, names: string[]): [string, string[]][] {
  const index = new PatternIndex(new Map([["P", pattern(text)]]));
  const found: [string, string[]][] = [];
  for (const name of names) index.match(name, (_, captures) => found.push([name, captures]));
  assertEquals(
    found.map(([name]) => name),
    names.filter((_, at) => [...matchesOf(pattern(text), names)][at]),
  );
  return found;
}

Deno.test("PatternIndex lets * match any text within one dotted part", () => {
  const names = [
    "A.Pump1.Temp",
    "A.Pump.Temp",
    "A.Pump1.x.Temp",
    "B.Pump1.Temp",
    "A.Pump12.Temp",
    "A.Pump1.Temp2",
  ];
  assertEquals(found("A.Pump*.Temp", names), [["A.Pump1.Temp", ["1"]], ["A.Pump12.Temp", ["12"]]]);
  assertEquals(found("*.Pump1.Temp", names), [["A.Pump1.Temp", ["A"]], ["B.Pump1.Temp", ["B"]]]);
  assertEquals(found("*", names), []);
  assertEquals(found("*", ["Loose", "a.b"]), [["Loose", ["Loose"]]]);
});

Deno.test("PatternIndex matches several * of one part at their first occurrence", () => {
  assertEquals(found("L*_S*", ["L1_S2", "L1_S2_S3", "L_S1", "L1_S", "L1S2"]), [
    ["L1_S2", ["1", "2"]],
    ["L1_S2_S3", ["1", "2_S3"]],
  ]);
  assertEquals(found("*-*-*", ["a-b-c", "a--c", "a-b-"]), [["a-b-c", ["a", "b", "c"]]]);
});

Deno.test("PatternIndex treats every character of a pattern but * literally", () => {
  const names = ["a+b(c)[d].1", "aab(c)[d].1", "a?b.x", "axb.x", "^$.|\\.y"];
  assertEquals(found("a+b(c)[d].*", names), [["a+b(c)[d].1", ["1"]]]);
  assertEquals(found("a?b.*", names), [["a?b.x", ["x"]]]);
  assertEquals(found("^$.|\\.*", names), [["^$.|\\.y", ["y"]]]);
});

Deno.test("PatternIndex finds the matches of several patterns, whatever their literals", () => {
  const patterns = new Map([
    ["TEMP", pattern("Plant.*.Temp")],
    ["PRESS", pattern("Plant.*.Press")],
    ["ANY", pattern("*.Tank.Level")],
  ]);
  const index = new PatternIndex(patterns);
  const matches: string[] = [];
  for (const name of ["Plant.A.Temp", "Plant.A.Press", "Plant.B.Temp", "Site.Tank.Level"]) {
    index.match(name, (key, captures) => matches.push(`${key}: ${name}, ${captures}`));
  }
  assertEquals(matches, [
    "TEMP: Plant.A.Temp, A",
    "PRESS: Plant.A.Press, A",
    "TEMP: Plant.B.Temp, B",
    "ANY: Site.Tank.Level, Site",
  ]);
});

Deno.test("PatternIndex of 100 patterns over 100,000 names tests each name a few times only", () => {
  const names = Array.from(
    { length: 100_000 },
    (_, i) => `Site.Line${i % 1000}.Value${Math.floor(i / 1000)}`,
  );
  const patterns = new Map(
    Array.from({ length: 100 }, (_, i) => [i, pattern(`Site.Line*.Value${i}`)] as const),
  );
  const index = new PatternIndex(patterns), matches = new Map<number, number>();
  let split = 0;
  const counted = names.map((name) =>
    Object.assign(Object(name), { split: (by: string) => (split++, name.split(by)) })
  );
  for (const name of counted) index.match(name, (key) => matches.set(key, (matches.get(key) ?? 0) + 1));
  assertEquals([...matches.values()], Array.from({ length: 100 }, () => 1_000));
  assertEquals(split, names.length);
});

Deno.test("parsePattern() refuses two * side by side", () => {
  assert(typeof parsePattern("a**b") === "string");
  assertEquals(pattern("a*b.*").stars, 2);
});

Deno.test("fillStars() puts the captures in order", () => {
  assertEquals(fillStars("Pump * of *", ["1", "A"]), "Pump 1 of A");
  assertEquals(fillStars("Pump *", ["1", "A"]), "Pump 1");
  assertEquals(fillStars("Pump", ["1"]), "Pump");
});

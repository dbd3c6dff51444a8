import { assertEquals } from "@std/assert";
import { z } from "zod";
import { lengthIssues, limitedMap } from "../../../../domain/shared/schema.ts";
import { templateSchema } from "../../../../domain/template/schema.ts";

const pathsOf = (schema: z.ZodType, input: unknown) => lengthIssues(schema, input).map(({ path }) => path);
const many = (count: number, one: unknown = {}) => Array(count).fill(one);

Deno.test("lengthIssues() finds lists and maps at every depth that are longer than the schema allows", () => {
  const schema = z.strictObject({
    lists: z.array(z.array(z.number()).max(2)).max(3),
    map: limitedMap(z.array(z.string()).max(1), { most: 2, keyMax: 10, noun: "pairs" }).optional(),
  });
  assertEquals(pathsOf(schema, { lists: [[1, 2], [], [1]], map: { a: ["x"], b: [] } }), []);
  assertEquals(pathsOf(schema, { lists: many(4) }), ["lists"]);
  assertEquals(pathsOf(schema, { lists: [[1, 2, 3], [], [1, 2, 3]] }), ["lists.0", "lists.2"]);
  assertEquals(pathsOf(schema, { lists: [], map: { a: ["x", "y"] } }), ["map.a"]);
  assertEquals(pathsOf(schema, { lists: [], map: { a: [], b: [], c: ["x", "y"] } }), ["map"]);
  assertEquals(lengthIssues(schema, { lists: many(4) })[0].message, "Takes at most 3 items");
});

Deno.test("lengthIssues() does not look into a list that is too long", () => {
  const schema = z.array(z.array(z.number()).max(2)).max(2);
  assertEquals(pathsOf(schema, many(3, many(3, 1))), [""]);
});

Deno.test("lengthIssues() leaves wrong types to the schema", () => {
  const schema = z.strictObject({ list: z.array(z.number()).max(1), text: z.string().optional() });
  for (const input of [null, 5, "text", many(1_000), { list: "text" }, { list: {} }, { text: many(1_000) }]) {
    assertEquals(pathsOf(schema, input), []);
  }
});

Deno.test("lengthIssues() follows unions and schemas that refer to themselves", () => {
  const rule = (condition: unknown) => ({ rules: [{ conditions: [condition] }] });
  const at = "rules.0.conditions.0";
  assertEquals(pathsOf(templateSchema, rule({ any: many(51) })), [`${at}.any`]);
  assertEquals(pathsOf(templateSchema, rule({ any: [{ not: { all: many(51) } }] })), [`${at}.any.0.not.all`]);
  assertEquals(pathsOf(templateSchema, rule({ value: many(101, 1) })), [`${at}.value`]);
  assertEquals(pathsOf(templateSchema, rule({ value: many(100, 1), any: many(50) })), []);
});

Deno.test("lengthIssues() names the first 100 of more unknown fields than a body can need", () => {
  const fields = Object.fromEntries(Array.from({ length: 2_000 }, (_, i) => [`x${i}`, 0]));
  const issues = lengthIssues(templateSchema, { name: "T", ...fields });
  assertEquals([issues.length, issues[0]], [100, { path: "x0", message: 'Unknown field "x0"' }]);
  assertEquals(pathsOf(templateSchema, { name: "T", unknown: 1 }), []);
});

Deno.test("lengthIssues() finds at most 100 issues", () => {
  const schema = z.array(z.array(z.number()).max(1)).max(1_000);
  assertEquals(pathsOf(schema, many(1_000, [1, 2])).length, 100);
});

import { assertEquals } from "@std/assert";
import { z } from "zod";
import { enrichmentPairs, ignoring, issuesOfZod, nameText } from "../../../../domain/shared/schema.ts";

function pathsOf(schema: z.ZodType, input: unknown): string[] {
  const parsed = schema.safeParse(input);
  return parsed.success ? [] : issuesOfZod(parsed.error).map((issue) => issue.path);
}

Deno.test("issuesOfZod() names each unknown field under its own path", () => {
  const schema = z.strictObject({ rules: z.array(z.strictObject({ name: z.string() })) });
  const paths = pathsOf(schema, { rules: [{ name: "a", colour: 1 }, { name: 5, size: 2 }], more: 1 });
  assertEquals(paths.sort(), ["more", "rules.0.colour", "rules.1.name", "rules.1.size"]);
});

Deno.test("issuesOfZod() goes into the nearest branch of a union", () => {
  const schema = z.strictObject({
    at: z.union([z.strictObject({ a: z.number() }), z.strictObject({ b: z.number(), c: z.string() })]),
  });
  assertEquals(pathsOf(schema, { at: { b: 1, c: 2 } }), ["at.c"]);
  assertEquals(pathsOf(schema, { at: 5 }), ["at"]);
});

Deno.test("ignoring() drops read-only fields and still refuses other unknown ones by name", () => {
  const schema = ignoring(["id"], z.strictObject({ name: nameText() }));
  assertEquals(schema.parse({ id: 7, name: "x" }), { name: "x" });
  assertEquals(pathsOf(schema, { id: 7, name: "x", ID: 1 }), ["ID"]);
});

Deno.test("nameText() refuses blank names and those over 200 characters", () => {
  assertEquals(pathsOf(nameText(), "   "), [""]);
  assertEquals(pathsOf(nameText(), "x".repeat(201)), [""]);
  assertEquals(pathsOf(nameText(), "x".repeat(200)), []);
});

Deno.test("enrichmentPairs() takes 50 pairs of 100 and 1,000 characters, no more", () => {
  const pairs = (count: number) =>
    Object.fromEntries(Array.from({ length: count }, (_, i) => [`k${i}`, "v"]));
  assertEquals(pathsOf(enrichmentPairs(), pairs(50)), []);
  assertEquals(pathsOf(enrichmentPairs(), pairs(51)), [""]);
  assertEquals(pathsOf(enrichmentPairs(), { k: "x".repeat(1_001) }), ["k"]);
  assertEquals(pathsOf(enrichmentPairs(), { ["k".repeat(101)]: "x" }).length, 1);
});

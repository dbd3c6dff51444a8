import { assertEquals } from "@std/assert";
import { changedPaths } from "../../../../domain/package/difference.ts";

Deno.test("changedPaths() names what differs by its dotted path", () => {
  const before = { name: "a", rules: [{ id: 1, values: [1, 2] }, { id: 2 }], kept: { x: null } };
  assertEquals(changedPaths(before, structuredClone(before)), []);
  const after = { name: "b", rules: [{ id: 1, values: [1, 3, 4] }], kept: { x: null } };
  assertEquals(changedPaths(before, after), ["name", "rules.0.values.1", "rules.0.values.2", "rules.1"]);
  assertEquals(changedPaths({ a: 1 }, { b: 1 }), ["a", "b"]);
  assertEquals(changedPaths({ a: [] }, { a: {} }), ["a"]);
  assertEquals(changedPaths(null, "x", "node"), ["node"]);
});

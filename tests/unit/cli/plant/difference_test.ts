import { assertEquals } from "@std/assert";
import { changesOf, changeText } from "../../../../cli/plant/difference.ts";

const told = (before: Record<string, unknown>, wanted: Record<string, unknown>) =>
  changesOf(before, wanted).map(changeText);

Deno.test("changesOf() names fields by their paths, and items of lists by their names", () => {
  const rule = (rule_id: string, severity: string) => ({ rule_id, severity });
  assertEquals(
    told(
      { name: "T", rules: [rule("a", "info"), rule("b", "info")], config: { host: "x", ca: null } },
      { name: "T", rules: [rule("b", "error"), rule("c", "info")], config: { host: "y" } },
    ),
    [
      'rules[a]: - {"rule_id":"a","severity":"info"}',
      'rules[b].severity: "info" -> "error"',
      'rules[c]: + {"rule_id":"c","severity":"info"}',
      'config.host: "x" -> "y"',
    ],
  );
});

Deno.test("changesOf() tells another order of the same items", () => {
  assertEquals(told({ layers: [{ name: "a" }, { name: "b" }] }, { layers: [{ name: "b" }, { name: "a" }] }), [
    'layers (order): ["a","b"] -> ["b","a"]',
  ]);
  assertEquals(told({ users: ["a", "b"] }, { users: ["b", "a"] }), ['users: ["a","b"] -> ["b","a"]']);
});

Deno.test("changesOf() takes a null for an absent field, and leaves alone what is not wanted otherwise", () => {
  assertEquals(told({ a: null, rules: [{ rule_id: "r", until: null }] }, { rules: [{ rule_id: "r" }] }), []);
  assertEquals(told({ a: 1, b: 2 }, { b: 2, a: undefined }), []);
  assertEquals(told({ a: { x: 1, y: 2 } }, { a: { y: 2, x: 1 } }), []);
});

Deno.test("changesOf() compares lists whose items have no names as a whole", () => {
  const to = (name: string) => ({ kind: "user", name });
  assertEquals(told({ to: [to("a"), to("a")] }, { to: [to("a")] }).length, 1);
  assertEquals(told({ hours: [1] }, { hours: [] }), ["hours: [1] -> []"]);
});

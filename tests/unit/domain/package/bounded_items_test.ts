import { assert, assertEquals } from "@std/assert";
import { BoundedItems } from "../../../../domain/package/bounded_items.ts";
import { MOST_PROBLEMS } from "../../../../domain/shared/refusal.ts";
import type { ImportItem } from "../../../../domain/package/types.ts";

function item(problems: number, more: Partial<ImportItem> = {}): ImportItem {
  const one = { path: "document.templates.0.rules", message: "Takes at most 50 items" };
  return {
    type: "template",
    name: "T",
    status: "refused",
    changes: [],
    problems: Array(problems).fill(one),
    ...more,
  };
}

Deno.test("BoundedItems tells at most 100 problems an item, and 1,000 in all before it tells one each", () => {
  const bounded = new BoundedItems();
  for (let i = 0; i < 12; i++) bounded.add(item(150));
  const counts = bounded.items.map(({ problems }) => problems.length);
  assertEquals([MOST_PROBLEMS, counts], [1_000, [...Array(10).fill(100), 1, 1]]);
});

Deno.test("BoundedItems cuts names, changes and messages to what an answer can hold", () => {
  const bounded = new BoundedItems(), long = "x".repeat(100_000);
  const changes = Array.from({ length: 500 }, (_, i) => `rules.${i}`);
  bounded.add(item(0, { name: long, template: long, changes, problems: [{ path: long, message: long }] }));
  const [{ name, template, changes: shown, problems }] = bounded.items;
  assertEquals([name.length, template?.length, shown.length], [200, 200, 100]);
  assert(JSON.stringify(problems).length < 2_000);
});

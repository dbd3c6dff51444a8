import { assertEquals } from "@std/assert";
import { countOfFilters } from "../../../console/lists/filter_count.ts";
import { rowAfterKey, rowWindow } from "../../../console/parts/table/window.ts";
import { treeRows } from "../../../console/parts/table/tree_rows.ts";

Deno.test("rowWindow() of 10,000 rows is the visible rows and a margin", () => {
  const place = { height: 640, rowHeight: 32, count: 10_000 };
  assertEquals(rowWindow({ ...place, scrollTop: 0 }), { first: 0, end: 28 });
  assertEquals(rowWindow({ ...place, scrollTop: 160_000 }), { first: 4_992, end: 5_028 });
  assertEquals(rowWindow({ ...place, scrollTop: 319_360 }), { first: 9_972, end: 10_000 });
});

Deno.test("rowWindow() stays inside a list that became shorter", () => {
  assertEquals(rowWindow({ scrollTop: 5_000, height: 640, rowHeight: 32, count: 3 }), { first: 3, end: 3 });
  assertEquals(rowWindow({ scrollTop: 0, height: 640, rowHeight: 32, count: 0 }), { first: 0, end: 0 });
});

Deno.test("keys move by rows, by pages and to the ends, within the list", () => {
  const place = { at: 5, count: 100, page: 20 };
  const to = (key: string) => rowAfterKey(key, place);
  assertEquals(
    ["ArrowDown", "ArrowUp", "PageDown", "PageUp", "Home", "End", "a"].map(to),
    [6, 4, 25, 0, 0, 99, undefined],
  );
});

interface Node {
  id: string;
  children: Node[];
}

const shape = { keyOf: ({ id }: Node) => id, childrenOf: ({ children }: Node) => children };
const leaf = (id: string): Node => ({ id, children: [] });

Deno.test("treeRows() has a row for each visible node, with its position among its siblings", () => {
  const roots = [{ id: "a", children: [leaf("b"), { id: "c", children: [leaf("d")] }] }, leaf("e")];
  const rows = treeRows(roots, shape, new Set(["a"]));
  assertEquals(
    rows.map(({ node, level, position, siblings, parent, isExpanded }) => [
      ...[node.id, level, position, siblings, parent, isExpanded],
    ]),
    [["a", 1, 1, 2, -1, true], ["b", 2, 1, 2, 0, false], ["c", 2, 2, 2, 0, false], ["e", 1, 2, 2, -1, false]],
  );
});

Deno.test("countOfFilters() counts what an address chooses, and a time with two ends once", () => {
  assertEquals(
    countOfFilters({ severity: "warning", from: "a", to: "b", page: "2", order: "name", text: "" }),
    2,
  );
  assertEquals(countOfFilters({ to: "b" }), 1);
  assertEquals(countOfFilters({}), 0);
});

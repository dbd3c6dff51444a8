import { assertEquals } from "@std/assert";
import {
  extended,
  noSelection,
  type Selection,
  type Shown,
  toggled,
  withAll,
  withOnly,
} from "../../../console/parts/selection.ts";

const ROWS: Shown<number>[] = ["a", "b", "c", "d", "e"].map((key, index) => [key, index]);
const row = (key: string) => ROWS.find(([one]) => one === key)!;
const keys = ({ items }: Selection<number>) => [...items.keys()].sort().join("");
const none = () => noSelection<number>();
const to = (selection: Selection<number>, key: string) => extended(selection, { key, shown: ROWS });

Deno.test("toggled() selects an item, and clears it", () => {
  const one = toggled(none(), row("b"));
  assertEquals([keys(one), keys(toggled(one, row("d"))), keys(toggled(one, row("b")))], ["b", "bd", ""]);
});

Deno.test("extended() selects from the item selected last, up or down, and keeps the others", () => {
  const one = toggled(toggled(none(), row("e")), row("b"));
  assertEquals([keys(to(one, "d")), keys(to(one, "a"))], ["bcde", "abe"]);
});

Deno.test("extended() follows a range that shrinks and turns", () => {
  const range = to(toggled(none(), row("c")), "e");
  assertEquals([keys(range), keys(to(range, "d")), keys(to(to(range, "d"), "a"))], ["cde", "cd", "abc"]);
});

Deno.test("extended() selects one item where the range has no beginning on the screen", () => {
  assertEquals(keys(to(none(), "c")), "c");
  const gone = toggled(none(), ["x", 9]);
  assertEquals(keys(to(gone, "c")), "cx");
  assertEquals(keys(to(to(gone, "c"), "d")), "cdx");
});

Deno.test("extended() selects nothing that is not on the screen", () => {
  const one = toggled(none(), row("b"));
  assertEquals([keys(to(one, "x")), keys(to(none(), "x"))], ["b", ""]);
  const shown = ROWS.filter(([key]) => key !== "c");
  assertEquals(keys(extended(one, { key: "d", shown })), "bd");
});

Deno.test("an item stays as it was when it was selected", () => {
  const one = toggled(none(), ["b", 1]);
  assertEquals(withAll(one, [["c", 2]]).items.get("b"), 1);
  assertEquals(withAll(one, [["b", 5]]).items.get("b"), 5, "until it is selected again");
});

Deno.test("withOnly() clears the others, and a range begins where it did", () => {
  const all = withAll(toggled(none(), row("b")), ROWS);
  assertEquals(keys(withOnly(all, (item) => item > 2)), "de");
  assertEquals(keys(to(withOnly(all, (item) => item > 2), "c")), "bcde");
});

import { assert, assertEquals } from "@std/assert";
import { type ColumnTable, readTables, writeTables } from "../../../../storage/writes/column_table.ts";

interface Thing {
  id: number;
  kind: string;
  name?: string;
  of?: Record<string, unknown>;
  more?: unknown;
}

const stamped = (value: unknown, versionstamp = "s1") => ({ versionstamp, value });

function read(things: readonly unknown[], apart: readonly string[] = ["kind"]): ColumnTable<Thing>[] {
  return readTables<Thing>(writeTables(things.map((thing) => stamped(thing)), apart));
}

const recordsOf = (tables: readonly ColumnTable<Thing>[]) =>
  tables.flatMap((table) => Array.from({ length: table.rows }, (_, row) => table.record(row)));

const THINGS: Thing[] = [
  { id: 1, kind: "a", name: 'ü 𝄞\n"line"', of: { x: { stream: "S1" }, y: { value: null } }, more: [1, [2]] },
  { id: 2, kind: "a", name: "", of: { x: { stream: "S2" }, y: { value: null } }, more: [1, [2]] },
  { id: 3, kind: "a", name: "ü", of: { x: { stream: "S2" }, y: { value: 0 } }, more: {} },
  { id: 4, kind: "b", name: "ü", of: { x: { stream: "S2" }, y: { value: 0 } }, more: {} },
  { id: 5, kind: "b" },
  { id: 6, kind: "b", of: { y: { value: 1 }, x: { stream: "S1" } } },
  { id: 7, kind: "b", of: {} },
  { id: 8, kind: "b", of: { 2: "two", 1: "one" }, more: false },
];

Deno.test("records are read from their tables as written, with their fields in the same order", () => {
  const tables = read(THINGS), found = recordsOf(tables).toSorted((a, b) => a.id - b.id);
  assertEquals(found, THINGS);
  assertEquals(found.map((each) => JSON.stringify(each)), THINGS.map((each) => JSON.stringify(each)));
  assertEquals(read([]), []);
});

Deno.test("a field name like __proto__ is written and read as any other", () => {
  const odd = JSON.parse('{"id":1,"kind":"a","of":{"__proto__":{"x":1},"y":2}}');
  const [found] = recordsOf(read([odd, { ...odd, id: 2 }]));
  assertEquals(JSON.stringify(found), JSON.stringify(odd));
  assertEquals(Object.getPrototypeOf(found.of), Object.prototype);
});

Deno.test("records with the same fields, and the same values in the split fields, share one table", () => {
  assertEquals(read(THINGS).map(({ rows }) => rows), [3, 1, 1, 1, 1, 1]);
  assertEquals(read(THINGS, []).map(({ rows }) => rows), [4, 1, 1, 1, 1]);
  const [first] = read(THINGS), kind = first.field("kind")!, id = first.field("id")!;
  assertEquals([kind, first.values(kind), first.values(id)], [
    { path: ["kind"], all: "a" },
    ["a", "a", "a"],
    [1, 2, 3],
  ]);
  assertEquals([first.field("of"), first.field("nothing")], [undefined, undefined]);
});

Deno.test("some fields are read without the others, and each record has its versionstamp", () => {
  const text = writeTables(THINGS.slice(0, 3).map((thing, i) => stamped(thing, `s${i}`)), []);
  const [table] = readTables<Thing>(text), some = table.reading(["id", "of"]);
  assertEquals([0, 1, 2].map(some), THINGS.slice(0, 3).map(({ id, of }) => ({ id, of: of! })));
  assertEquals([0, 1, 2].map((row) => table.versionstamp(row)), ["s0", "s1", "s2"]);
});

Deno.test("common values are written once", () => {
  const alike = Array.from(
    { length: 200 },
    (_, i) => ({ id: i, kind: "a", name: `${i}`, more: `${i}`, of: { x: "y" } }),
  );
  const text = writeTables(alike.map((thing) => stamped(thing)), ["kind"]);
  assertEquals(text.split("\n").length, 3);
  assertEquals(text.split("kind").length, 2);
  assert(text.length < 2_500, `${text.length} characters`);
});

import { assertEquals, assertThrows } from "@std/assert";
import { defineRecord } from "../../../storage/records.ts";

interface Valve {
  v: 3;
  id: number;
  position_percent: number;
  tags: string[];
}

const valve = defineRecord<Valve>("valve", {
  version: 3,
  upgrades: {
    1: ({ position, ...rest }) => ({ ...rest, position_percent: Number(position) * 100 }),
    2: (older) => ({ ...older, tags: [] }),
  },
});

Deno.test("defineRecord() upgrades a record of any older version on reading", () => {
  const today = { v: 3 as const, id: 1, position_percent: 50, tags: [] };
  assertEquals(valve.read({ v: 1, id: 1, position: 0.5 }), today);
  assertEquals(valve.read({ v: 2, id: 1, position_percent: 50 }), today);
  assertEquals(valve.read(today), today);
});

Deno.test("defineRecord() refuses a newer version and a value that is not a record", () => {
  assertThrows(() => valve.read({ v: 4 }), Error, "supports up to 3");
  for (const stored of [undefined, null, 7, "x", {}, { v: "1" }]) {
    assertThrows(() => valve.read(stored), Error, "is not a record");
  }
});

Deno.test("defineRecord() requires an upgrade from every older version", () => {
  assertThrows(() => defineRecord("valve", { version: 2 }), TypeError, "upgrade from version 1");
});

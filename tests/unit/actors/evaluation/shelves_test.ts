import { assertEquals } from "@std/assert";
import { Shelves } from "../../../../actors/evaluation/shelves.ts";
import { newShelf } from "../../../../domain/event/shelf.ts";
import { eventRecord } from "../../storage/support.ts";

const shelfOf = (id: number, minutes: number) =>
  newShelf(eventRecord({ id, instance_id: id }), { minutes, reason: "Test", by: "anna", nowMs: 0 });

Deno.test("Shelves.of() knows a shelf up to its end, ended already or not", () => {
  const shelves = new Shelves();
  const shelf = shelfOf(1, 1);
  shelves.put(shelf);
  assertEquals([shelves.of(shelf, 59_999), shelves.of(shelf, 60_000)], [shelf, undefined]);
  assertEquals([shelves.ended(59_999), shelves.ended(60_000)], [undefined, shelf]);
});

Deno.test("Shelves has one alarm, for the shelf that ends first", () => {
  const shelves = new Shelves();
  const armed: number[] = [];
  shelves.attach((atMs) => {
    armed.push(atMs);
    return () => armed.splice(armed.indexOf(atMs), 1);
  });
  assertEquals(armed, []);
  shelves.put(shelfOf(1, 3));
  shelves.put(shelfOf(2, 2));
  assertEquals(armed, [120_000]);
  shelves.put(shelfOf(2, 5));
  assertEquals(armed, [180_000]);
  shelves.drop(shelfOf(1, 3));
  assertEquals(armed, [300_000]);
  shelves.load([]);
  assertEquals(armed, []);
});

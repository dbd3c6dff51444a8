import { fc } from "../../../support/fast_check.ts";
import { assert, assertEquals } from "@std/assert";
import { placeShards } from "../../../../cluster/remote_shards/placement.ts";

const counts = (places: string[]) =>
  Object.fromEntries(Map.groupBy(places, (one) => one).entries().map(([id, its]) => [id, its.length]));

Deno.test("a single process gets every shard", () => {
  assertEquals(placeShards({ shards: 4, self: "a", others: [] }), ["a", "a", "a", "a"]);
});

Deno.test("six shards are spread evenly over three processes, the first in the leader", () => {
  const places = placeShards({ shards: 6, self: "b", others: ["a", "c"] });
  assertEquals([places[0], counts(places)], ["b", { a: 2, b: 2, c: 2 }]);
});

Deno.test("the shards of a dead process move to the others, and no others move", () => {
  const now = ["b", "a", "c", "a", "c", "b"];
  const places = placeShards({ shards: 6, self: "b", others: ["a"], now });
  assertEquals(counts(places), { a: 3, b: 3 });
  for (const shard of [0, 1, 3, 5]) assertEquals(places[shard], now[shard]);
});

Deno.test("shards are spread evenly, the first in the leader, and no shard moves without need", () => {
  const process = fc.constantFrom("a", "b", "c", "d", "e", "f");
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 12 }),
      fc.uniqueArray(process, { minLength: 1 }),
      fc.array(fc.option(process, { nil: undefined }), { maxLength: 12 }),
      (shards, [self, ...others], now) => {
        const places = placeShards({ shards, self, others, now });
        assertEquals([places.length, places[0]], [shards, self]);
        const all = [self, ...others],
          each = all.map((one) => places.filter((place) => place === one).length);
        assertEquals(each.reduce((a, b) => a + b), shards);
        if (all.length <= shards) assert(Math.max(...each) - Math.min(...each) <= 1);
        else assert(Math.max(...each) === 1);
        assertEquals(placeShards({ shards, self, others, now: places }), places);
      },
    ),
    { numRuns: 2_000 },
  );
});

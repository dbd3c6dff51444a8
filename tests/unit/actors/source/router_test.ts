import { assertEquals } from "@std/assert";
import { Router } from "../../../../actors/source/router.ts";
import { packBatch } from "../../../../domain/sample/batch.ts";
import { upserts } from "../../../../actors/source/follow.ts";

const STREAMS = [1, 2, 2_000, 3];
const batch = packBatch(
  STREAMS.flatMap((stream) => upserts(stream, [{ time: 1, value: 1, quality: "good" }])),
);

function streamsOf(router: Router, shard: number): number[] {
  return [...router.part(batch, shard)?.streams ?? []];
}

Deno.test("part() contains the samples that a shard needs, in order; null if there is none", () => {
  const router = new Router();
  for (const stream of STREAMS) router.bind(stream, 0);
  for (const stream of [2_000, 1, 1]) router.bind(stream, 2);
  assertEquals([streamsOf(router, 0), streamsOf(router, 1), streamsOf(router, 2)], [STREAMS, [], [1, 2_000]]);
  assertEquals(router.part(batch, 1), null);
});

Deno.test("a stream is followed while one shard needs it", () => {
  const router = new Router();
  for (const shard of [0, 1, 1]) router.bind(2, shard);
  assertEquals([router.has(2), router.streams()], [true, [2]]);
  assertEquals(router.unbind(2, 0), false);
  assertEquals([streamsOf(router, 0), streamsOf(router, 1)], [[], [2]]);
  assertEquals(router.unbind(2, 2), false);
  assertEquals(router.unbind(2, 1), true);
  assertEquals([router.has(2), router.streams(), streamsOf(router, 1)], [false, [], []]);
  assertEquals(router.unbind(2, 1), false);
});

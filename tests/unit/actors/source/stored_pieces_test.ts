import { assertEquals } from "@std/assert";
import type { Piece } from "../../../../actors/source/past_pieces.ts";
import { StoredPieces } from "../../../../actors/source/stored_pieces.ts";
import { sourceIdOf } from "../../../../actors/source/contract.ts";
import { testStore } from "../../storage/support.ts";
import { contextOver } from "./context.ts";

const piece = (to: number, stream: number): Piece => ({
  from: to - 10,
  to,
  level: 0,
  index: 0,
  isChecked: false,
  isUnknown: false,
  again: null,
  digests: new Map([[stream, 7]]),
  since: new Map(),
});

Deno.test("the feeds' pieces of the past are stored beside each other", async () => {
  await using test = await testStore();
  const pieces = (feed: number) =>
    new StoredPieces(contextOver(test.store, { id: sourceIdOf(feed), shards: 2 }), "x");
  const [first, second] = [pieces(0), pieces(1)];
  await first.store([piece(10, 1)], { kept: [piece(10, 1)], upTo: 10 });
  await second.store([piece(10, 2)], { kept: [piece(10, 2)], upTo: 10 });
  await first.store([piece(20, 1)], { kept: [piece(20, 1)], upTo: 20 });
  const loaded = async (feed: number) =>
    (await pieces(feed).load()).pieces.map(({ to, digests }) => [to, ...digests.keys()]);
  assertEquals([await loaded(0), await loaded(1)], [[[20, 1]], [[10, 2]]]);
});

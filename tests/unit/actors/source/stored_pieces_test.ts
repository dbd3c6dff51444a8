import { assertEquals } from "@std/assert";
import type { Piece } from "../../../../actors/source/past_pieces.ts";
import { StoredPieces } from "../../../../actors/source/stored_pieces.ts";
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

Deno.test("the pieces of the past are stored, and those that are no longer kept are dropped", async () => {
  await using test = await testStore();
  const pieces = (of = "x") => new StoredPieces(contextOver(test.store), of);
  const first = pieces();
  await first.store([piece(10, 1), piece(20, 1)], { remaining: [piece(10, 1), piece(20, 1)], upTo: 20 });
  await first.store([piece(30, 2)], { remaining: [piece(20, 1), piece(30, 2)], upTo: 30 });
  const loaded = async (of?: string) =>
    (await pieces(of).load()).pieces.map(({ to, digests }) => [to, ...digests.keys()]);
  assertEquals([await loaded(), await loaded("y")], [[[20, 1], [30, 2]], []]);
});

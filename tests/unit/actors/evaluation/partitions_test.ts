import { assertEquals } from "@std/assert";
import { evaluationId, partitionNumber, partitionOf } from "../../../../actors/evaluation/contract.ts";
import { placement } from "../../../../actors/placement.ts";
import { keys, stateKeysOf } from "../../../../storage/keys.ts";

Deno.test("the source default keeps the ids and keys that it had; those of another source name it", () => {
  const own = { source: 1, shard: 3 }, other = { source: 7, shard: 3 };
  assertEquals([own, other].map(evaluationId), ["3", "7:3"]);
  assertEquals(["3", "7:3"].map(partitionOf), [own, other]);
  assertEquals(stateKeysOf(1).journal(4, 5, 3), keys.journal(4, 5, 3));
  assertEquals(stateKeysOf(7).journal(4, 5, 3), ["source_state", 7, ...keys.journal(4, 5, 3)]);
  assertEquals(partitionNumber(own), 3);
});

Deno.test("an evaluation runs on its shard, whatever its source; sources take the shards in turn", () => {
  const shardOf = (kind: string, id: string) => placement({ kind, id }, 4);
  assertEquals(["3", "7:3"].map((id) => shardOf("evaluation", id)), [3, 3]);
  assertEquals(["1", "2", "6"].map((id) => shardOf("source", id)), [0, 1, 1]);
});

import { ShardBeat } from "../../../../actors/evaluation/shard_beat.ts";

Deno.test("ShardBeat evaluates one beat after another", () => {
  const beat = new ShardBeat();
  for (let count = 0; count < 1_000; count++) beat.evaluate();
});

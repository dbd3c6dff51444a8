import type { ShardBeatRecord } from "../../domain/heartbeat/types.ts";
import type { Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";

/** Overwrites the last beat of a shard. */
export function saveShardBeat(shard: number, value: ShardBeatRecord): Mutation {
  return { type: "set", key: keys.shardBeat(shard), value };
}

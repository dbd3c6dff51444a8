import { z } from "zod";
import type { ShardReply, ShardRequest } from "./types.ts";

const nonce = z.string().regex(/^[0-9a-f]{32}$/);

const shardRequest: z.ZodType<ShardRequest> = z.object({
  v: z.literal(1),
  program: z.string().min(1).max(64),
  from: z.string().min(1).max(64),
  to: z.string().min(1).max(64),
  shard: z.int().min(0).max(1_000),
  nowMs: z.number(),
  nonce,
});

const shardReply: z.ZodType<ShardReply> = z.object({ v: z.literal(1), nonce });

/** Undefined for anything but a shard request of this version. */
export function parseShardRequest(text: string): ShardRequest | undefined {
  return parsed(shardRequest, text);
}

export function parseShardReply(text: string): ShardReply | undefined {
  return parsed(shardReply, text);
}

function parsed<T>(schema: z.ZodType<T>, text: string): T | undefined {
  try {
    return schema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

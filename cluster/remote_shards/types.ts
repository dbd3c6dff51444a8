import type { Ms } from "../../domain/shared/time.ts";

/** The leader's request to a worker host to run one of its shards. */
export interface ShardRequest {
  v: 1;
  /** The program's version: shards run only in processes of the same version. */
  program: string;
  /** The leader, and the worker host that it asks. */
  from: string;
  to: string;
  shard: number;
  /** The leader's clock: processes that evaluate together must agree on the time. */
  nowMs: Ms;
  /** Used once, 16 bytes in hex: the leader's half of the connection's keys. */
  nonce: string;
}

/** The largest tolerated difference of clocks. */
export const MOST_SKEW_MS: Ms = 2_000;

/** The worker host's answer with the other half of the keys. */
export interface ShardReply {
  v: 1;
  nonce: string;
}

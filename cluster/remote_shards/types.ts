import type { Ms } from "../../domain/shared/time.ts";

/** What the process that holds the store says when it borrows a worker for one of its shards. */
export interface ShardRequest {
  v: 1;
  /** The program's version: shards of another one are not understood. */
  program: string;
  /** The process that holds the store, and the one that it asks. */
  from: string;
  to: string;
  shard: number;
  /** By its clock: what judges together must agree on the time. */
  nowMs: Ms;
  /** Used once, 16 bytes in hex: its half of the connection's keys. */
  nonce: string;
}

/** Clocks that differ by more are not good for one plant. */
export const MOST_SKEW_MS: Ms = 2_000;

/** The other half. */
export interface ShardReply {
  v: 1;
  nonce: string;
}

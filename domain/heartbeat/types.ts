import type { SendResult } from "../notification/types.ts";
import type { Ms } from "../shared/time.ts";

export type { HeartbeatRecord, HeartbeatState } from "./schema.ts";

/** The last beat of another system: overwritten by each. */
export interface BeatRecord {
  v: 1;
  name: string;
  at_ms: Ms;
}

/** The last beat of a shard: overwritten each minute. */
export interface ShardBeatRecord {
  v: 1;
  /** The minute that it is for, as the leader counts it. */
  minute_ms: Ms;
  /** The shard's own clock. */
  at_ms: Ms;
}

/** What became of Andon's own heartbeat at a contact point: overwritten by each attempt. */
export interface SentHeartbeatRecord {
  v: 1;
  contact_point_id: number;
  /** The minute of the last attempt. */
  minute_ms: Ms;
  /** The minute of the last heartbeat that the receiver took; null: none. */
  taken_minute_ms: Ms | null;
  taken_at_ms: Ms | null;
  /** How many attempts have failed since. */
  failures: number;
  result: Pick<SendResult, "outcome" | "status" | "words" | "latency_ms">;
}

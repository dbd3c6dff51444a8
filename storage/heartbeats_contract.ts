import type { Actor } from "../domain/access/types.ts";
import type { HeartbeatChange, HeartbeatDraft } from "../domain/heartbeat/schema.ts";
import type { HeartbeatRecord, SentHeartbeatRecord, ShardBeatRecord } from "../domain/heartbeat/types.ts";
import type { Ms } from "../domain/shared/time.ts";

/** A heartbeat with the token of its address, which only this answer has. */
export interface WithToken {
  record: HeartbeatRecord;
  token: string;
}

/** Heartbeats of other systems, and what is kept of Andon's own. None of it grows with the beats. */
export interface Heartbeats {
  /** By name. */
  list(): readonly HeartbeatRecord[];
  get(name: string): HeartbeatRecord | undefined;
  /** VALIDATION_FAILED for a name that exists, and for the 101st. */
  create(draft: HeartbeatDraft, by: Actor): Promise<WithToken>;
  update(name: string, change: HeartbeatChange, by: Actor): Promise<HeartbeatRecord>;
  remove(name: string, by: Actor): Promise<void>;
  /** A new token; the one before ends. */
  renewToken(name: string, by: Actor): Promise<WithToken>;
  /** Whether the token is the one of the heartbeat's address. */
  isToken(name: string, token: string): boolean;
  /** When the last beat came; null: none. */
  lastBeatMs(name: string): Ms | null;
  /** Notes a beat. NOT_FOUND. */
  beat(name: string): Promise<Ms>;

  /** The last beats of the first `shards` shards, from the store; undefined: none. */
  shardBeats(shards: number): Promise<(ShardBeatRecord | undefined)[]>;
  /** What became of Andon's own heartbeat at a contact point. */
  sent(contactPointId: number): SentHeartbeatRecord | undefined;
  /** Written under the lease of this process. Nothing is written once the contact point sends none. */
  keepSent(record: SentHeartbeatRecord): Promise<void>;
}

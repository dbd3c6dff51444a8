import type { HeartbeatRecord, HeartbeatState } from "../domain/heartbeat/types.ts";
import type { Ms } from "../domain/shared/time.ts";

/** A heartbeat of another system, as it stands now. */
export interface HeartbeatSeen {
  state: HeartbeatState;
  lastBeatMs: Ms | null;
  /** When it counts as missed without another beat; null while it waits or is missed. */
  dueMs: Ms | null;
  missedSinceMs: Ms | null;
}

/** What Andon's own heartbeat waits for. */
export interface OutgoingHeartbeatStatus {
  /** `isLate`: the shard has not stored a beat for the last minute, which holds the heartbeat back. */
  shards: { shard: number; lastBeatMs: Ms | null; isLate: boolean }[];
  /** The notifier does not decide, which holds the heartbeat back. */
  isNotifierLate: boolean;
}

/** Heartbeats, as routes use them. */
export interface HeartbeatsPort {
  status(): OutgoingHeartbeatStatus;
  seen(record: HeartbeatRecord): HeartbeatSeen;
  /** Notes a beat once it is stored; answers when it came. NOT_FOUND. */
  beat(name: string): Promise<Ms>;
}

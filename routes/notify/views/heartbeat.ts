import type { HeartbeatRecord, SentHeartbeatRecord } from "../../../domain/heartbeat/types.ts";
import { isoFromMs, isoOrNull } from "../../../domain/shared/time.ts";
import type { HeartbeatSeen, OutgoingHeartbeatStatus } from "../../../ports/heartbeats.ts";
import type { Storage } from "../../../storage/contract.ts";

export function heartbeatView(
  { v: _, token_hash: _hash, counted_from: _from, ...record }: HeartbeatRecord,
  { state, lastBeatMs, dueMs, missedSinceMs }: HeartbeatSeen,
) {
  return {
    ...record,
    state,
    last_beat_at: isoOrNull(lastBeatMs),
    due_at: isoOrNull(dueMs),
    missed_since: isoOrNull(missedSinceMs),
  };
}

/** Andon's own heartbeat. Those who are no engineers do not see what receivers said. */
export function heartbeatStatusView(
  { shards, isNotifierLate }: OutgoingHeartbeatStatus,
  { storage: { contactPoints, heartbeats }, isWhole }: {
    storage: Pick<Storage, "contactPoints" | "heartbeats">;
    isWhole: boolean;
  },
) {
  return {
    is_held_back: isNotifierLate || shards.some(({ isLate }) => isLate),
    notifier_is_late: isNotifierLate,
    shards: shards.map(({ shard, lastBeatMs, isLate }) => ({
      shard,
      last_beat_at: isoOrNull(lastBeatMs),
      is_late: isLate,
    })),
    contact_points: contactPoints.list().flatMap(({ id, name, heartbeat_minutes }) =>
      heartbeat_minutes === null
        ? []
        : [{ id, name, heartbeat_minutes, ...sentView(heartbeats.sent(id), { isWhole }) }]
    ),
  };
}

function sentView(sent: SentHeartbeatRecord | undefined, { isWhole }: { isWhole: boolean }) {
  if (sent === undefined) return { taken_at: null, failures: 0, last_answer: null };
  const { taken_at_ms, minute_ms, failures, result } = sent;
  return {
    taken_at: isoOrNull(taken_at_ms),
    failures,
    last_answer: { at: isoFromMs(minute_ms), ...result, words: isWhole ? result.words : "" },
  };
}

import type { OutgoingMessage } from "../notification/types.ts";
import { isoFromMs, type Ms } from "../shared/time.ts";

export interface HeartbeatMessageInput {
  /** Part of the key: other plants may share the receiver. */
  storeId: string;
  contactPointId: number;
  minuteMs: Ms;
  nowMs: Ms;
  /** How many shards have beaten. */
  shards: number;
  /** What is lost of the data sources, such as "The data source has not answered for 5 min"; empty: nothing. */
  lostSources: readonly string[];
  /** The address of the console; null if it is not known. */
  publicUrl: string | null;
}

/** Andon's own heartbeat. The key is the same for each attempt of a minute. */
export function heartbeatMessage(
  { storeId, contactPointId, minuteMs, nowMs, shards, lostSources, publicUrl }: HeartbeatMessageInput,
): OutgoingMessage {
  const isWhole = lostSources.length === 0;
  const link = publicUrl === null ? null : `${publicUrl.replace(/\/$/, "")}/notifications/heartbeats`;
  const lines = [
    `Andon evaluates on ${shards === 1 ? "1 shard" : `${shards} shards`} and sends messages.`,
    ...lostSources,
    ...link === null ? [] : [link],
  ];
  return {
    key: `${storeId}/heartbeat/${contactPointId}/${isoFromMs(minuteMs)}`,
    event_key: null,
    reason: "heartbeat",
    severity: isWhole ? "info" : "warning",
    status: "firing",
    to: null,
    title: isWhole ? "Andon heartbeat" : "Andon heartbeat: data source lost",
    text: lines.join("\n"),
    link,
    answer_link: null,
    is_drill: false,
    events: [],
    sent_at: isoFromMs(nowMs),
  };
}

import type { SourceStream } from "../../connectors/source.ts";
import type { StreamRecord } from "../../domain/asset/types.ts";
import type { PushedBody, SourceSettings } from "../../domain/source/types.ts";
import type { KnownStream, StreamPast, StreamReach } from "../../domain/evaluation/types.ts";
import { sourceOfStream } from "../../domain/asset/address.ts";
import { joinBatches, packBatch, type SampleBatch, someRows } from "../../domain/sample/batch.ts";
import type { ErrorCode } from "../../domain/shared/refusal.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { TrendSpan } from "../../domain/trend/types.ts";
import type { ActorContext } from "../runtime/types.ts";

export const SOURCE = "source";
/** The id of the actor that reads a source. */
export function sourceAddress(source: number): string {
  return String(source);
}

/** The source that an actor reads. */
export function ownSource({ address }: Pick<ActorContext, "address">): number {
  return Number(address.id);
}

/** Channel on which a source actor publishes a `PublishedStatus` at each change and each round. */
export const SOURCE_STATUS = "source_status";
/** Channel on which it publishes the SampleBatch of each page, for live values. */
export const LIVE_SAMPLES = "live_samples";
/** Channel on which it publishes `{streams, assets}`: what a discovery under way has found so far. */
export const DISCOVERY_PROGRESS = "discovery_progress";

/**
 * Answers the Trend of a stream. Refuses with API_CONFIG_MISSING when nothing is configured, UNAVAILABLE when too many
 * wait, and as the source does.
 */
export interface TrendMessage extends TrendSpan {
  type: "trend";
  stream: StreamRecord;
}

/** Reads a stream for 5 minutes because a person views it, unless a rule names it. Answers when its value is known. */
export interface LookMessage {
  type: "look";
  stream: StreamRecord;
}

/**
 * Reads a part of the past beside live evaluation: the samples with `from` < time, complete up to
 * `upTo`. Answers PastRead. Refuses as `trend` does, and with UNAVAILABLE once the reading is stopped.
 */
export interface ReadPastMessage {
  type: "read_past";
  /** The name that all reads of one purpose share. */
  reading: string;
  streams: StreamRecord[];
  from: Ticks;
  to: Ticks;
  /** Also reads the values held at `from`, and the windows' samples, this far back. */
  isFirst: boolean;
  reaches: StreamReach[];
  /** Samples of this part, at most; a part with more ends earlier. */
  most: number;
}

/** Channel on which the source actor publishes `SuspectStreams`, at most once a minute for a stream. */
export const SUSPECT_STREAMS = "suspect_streams";

/** Channel on which a source actor publishes the id of its source when that lists other streams than before. */
export const LISTING_CHANGED = "listing_changed";

/** Followed streams (our ids) that may have changed at the source. */
export interface SuspectStreams {
  /** The source answered a read of them that there is no such stream, or that access is denied. */
  missing: number[];
  /** Their samples do not fit what is stored of them. */
  misfits: number[];
}

/** A source that is lost. */
export interface Loss {
  /** The last good answer: the state of the plant is unknown after it. */
  sinceMs: Ms;
  /** Why the calls fail, as a sentence. */
  reason: string | null;
}

/** An evaluation that lags though the source answers. */
export interface Lag {
  /** Since when it is behind by more than the limit. */
  sinceMs: Ms;
  /** How far it was behind when that was found, beyond what the wait and the poll interval explain. */
  behindMs: Ms;
}

export interface PastRead {
  /** The newest samples at `from`; empty unless asked for. */
  held: KnownStream[];
  pasts: StreamPast[];
  batch: SampleBatch;
  upTo: Ticks;
  /** Streams that the source does not have. */
  gone: number[];
}

export type SourceMessage =
  /** Starts or restarts with these settings (null: nothing is configured). Answers when the shards are restored. */
  | { type: "start"; settings: SourceSettings | null }
  /** The source is removed: stops reading, and forgets what is stored of its evaluation. Answers when that is gone. */
  | { type: "forget" }
  /** Answers a ConnectionTest, with the settings given. */
  | { type: "test"; settings: SourceSettings }
  /** Answers a Discovery. Refuses with API_CONFIG_MISSING when nothing is configured. */
  | { type: "discover" }
  /** Answers an Inspection of each: what the source lists of these streams now. Refuses as `discover` does. */
  | { type: "inspect"; streams: SourceStream[] }
  /** Answers the BrowseNodes below a node; null: this source has none to choose from. Refuses as `discover` does. */
  | { type: "browse"; node: string | null }
  /**
   * Stores what a sender has sent. Answers a PushAnswer once it is on disk; null: this source takes
   * nothing. Refuses as `discover` does, and with UNAVAILABLE when the disk is full.
   */
  | { type: "take"; body: PushedBody }
  /** Answers the CollectedState; null: this source stores nothing that arrives. Refuses as `discover` does. */
  | { type: "intake" }
  /** These stored streams have another address, are gone or are back. */
  | { type: "streams_changed"; streams: number[] }
  /** A shard's rules name other streams: the next round is due at once. */
  | { type: "bindings_changed" }
  /** A shard does not know whether its last command is stored: all shards go back to the last generation. */
  | { type: "shard_doubted" }
  /** Stores a generation now. Answers when it is pointed to. */
  | { type: "snapshot" }
  /** Reads until the source has nothing more or fails, then stores a generation. Answers when it is pointed to. */
  | { type: "catch_up" }
  | TrendMessage
  | LookMessage
  | ReadPastMessage
  /** Gives up the reads under way of this name. */
  | { type: "stop_reading"; reading: string }
  | { type: "status" };

export interface SourceStatus {
  /** `none`: nothing configured; `connecting`; `connected`; `lost`: no good answer for source_lost_seconds. */
  state: "none" | "connecting" | "connected" | "lost";
  /** How samples arrive: by the change feed or by polling. */
  mode: "feed" | "poll" | null;
  /** Milliseconds since 1970; everything up to it is evaluated. Null before the first round. */
  watermark_ms: number | null;
  /** When the source last gave a good answer, milliseconds since 1970. */
  last_answer_ms: number | null;
  /** Why the last call failed, as a sentence; null when it did not. */
  reason: string | null;
  /** The code of that failure: INVALID_CREDENTIALS when the source refuses them. */
  error_code: ErrorCode | null;
  followed_streams: number;
  /** Bound streams that have not been read yet: rules that name them cannot be evaluated on them. */
  unread_streams: number;
  samples: number;
  late_samples: number;
  generation: number;
  /** Requests that may be sent now under requests_per_minute; negative: that many wait; null: no limit. */
  requests_left: number | null;
}

export interface PublishedStatus {
  source: number;
  status: SourceStatus;
}

export interface NamedStatus {
  source: { id: number; name: string };
  status: SourceStatus;
}

const BY_URGENCY: readonly SourceStatus["state"][] = ["lost", "connecting", "connected", "none"];

/** `name`: of the source, where several are read. */
export type WorstStatus = SourceStatus & { name: string | null };

/** Of several sources the worst state with its reason, and the earliest watermark. Paused ones count only alone. */
export function worstStatus(statuses: readonly NamedStatus[]): WorstStatus {
  const read = statuses.filter(({ status }) => status.state !== "none");
  const [worst] = (read.length === 0 ? statuses : read).toSorted((a, b) =>
    BY_URGENCY.indexOf(a.status.state) - BY_URGENCY.indexOf(b.status.state)
  );
  if (worst === undefined) return { ...NO_SOURCE, name: null };
  const { source, status } = worst;
  if (read.length < 2) return { ...status, name: null };
  const marks = read.map(({ status }) => status.watermark_ms).filter((mark) => mark !== null);
  return {
    ...status,
    name: source.name,
    reason: status.reason === null ? null : `Source "${source.name}": ${status.reason}`,
    watermark_ms: marks.length === 0 ? null : Math.min(...marks),
  };
}

/** The status before anything is known of the source. */
export const NO_SOURCE: SourceStatus = {
  state: "none",
  mode: null,
  watermark_ms: null,
  last_answer_ms: null,
  reason: null,
  error_code: null,
  followed_streams: 0,
  unread_streams: 0,
  samples: 0,
  late_samples: 0,
  generation: 0,
  requests_left: null,
};

/** What asks for the past, and until when. */
export interface PastAsker {
  context: Pick<ActorContext, "ref">;
  deadlineMs: Ms;
}

/**
 * Asks the sources of the streams for a part of the past. Of several sources, the part ends where the shortest one does.
 */
export async function askPast(
  message: ReadPastMessage,
  { context, deadlineMs }: PastAsker,
): Promise<PastRead> {
  const parts = Map.groupBy(message.streams, sourceOfStream);
  const reads = await Promise.all(
    [...parts].map(([source, streams]) =>
      context.ref<SourceMessage>(SOURCE, sourceAddress(source)).ask<PastRead>(
        {
          ...message,
          streams,
          reaches: message.reaches.filter((one) => streams.some(({ id }) => id === one.stream)),
        },
        { deadlineMs },
      )
    ),
  );
  const [first] = reads;
  if (first === undefined) {
    return { held: [], pasts: [], batch: packBatch([]), upTo: message.to, gone: [] };
  }
  if (reads.length === 1) return first;
  const upTo = Math.min(...reads.map((read) => read.upTo));
  return {
    held: reads.flatMap(({ held }) => held),
    pasts: reads.flatMap(({ pasts }) => pasts),
    batch: joinBatches(reads.map(({ batch }) => rowsUpTo(batch, upTo))),
    upTo,
    gone: reads.flatMap(({ gone }) => gone),
  };
}

function rowsUpTo(batch: SampleBatch, upTo: Ticks): SampleBatch {
  const rows = Int32Array.from({ length: batch.count }, (_, row) => row);
  return someRows(batch, rows.filter((row) => batch.times[row]! <= upTo));
}

/** Gives up the reads of this name at the sources of the streams. */
export function stopReading(
  context: Pick<ActorContext, "ref">,
  { reading, streams }: Pick<ReadPastMessage, "reading" | "streams">,
): void {
  for (const source of new Set(streams.map(sourceOfStream))) {
    context.ref<SourceMessage>(SOURCE, sourceAddress(source)).tell({ type: "stop_reading", reading });
  }
}

/** A stored stream as the source is asked for it. */
export function sourceStream(
  { id, source, plant }: Pick<StreamRecord, "id" | "source" | "plant">,
): SourceStream {
  return plant === undefined ? { id, source } : { id, source, plant };
}

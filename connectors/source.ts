import type { Discovery, StreamAddress } from "../domain/asset/types.ts";
import type { ConnectionTest, SourceSettings } from "../domain/configuration/types.ts";
import type { SampleBatch } from "../domain/sample/batch.ts";
import type { Sample } from "../domain/sample/types.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import type { Ms, Ticks } from "../domain/shared/time.ts";
import type { OutboundGuard } from "./outbound.ts";

/** A stream to be read: our id for it, and its address at the source. */
export interface SourceStream {
  id: number;
  source: StreamAddress;
}

/** What a source offers beside the newest value of each stream. */
export interface Capabilities {
  /** It keeps the past: `window`, `windows` and `atOrBefore` answer it. */
  readonly history: boolean;
  /** It has a change feed; without one, streams are polled by windows. */
  readonly feed: boolean;
  /** Discovery answers the data type of each stream. */
  readonly types: boolean;
  /** Discovery answers assets with their streams. */
  readonly assets: boolean;
}

/**
 * The purpose of a request. While more requests wait than the limit a minute allows, each purpose has its share of
 * them, so that none starves another.
 */
export type Work = "feed" | "gaps" | "trends" | "discovery";

/** The default of `work` is "gaps". */
export interface ReadOptions {
  work?: Work;
  /** Once it aborts, the request under way is given up, no further one is sent, and the read rejects with its reason. */
  signal?: AbortSignal;
}

export interface WindowOptions extends ReadOptions {
  /** Once there are more samples than this, no more pages are read. */
  atMost?: number;
}

/** The part of a stream to be read: all samples with from < time ≤ to. */
export interface WindowAsk {
  stream: SourceStream;
  from: Ticks;
  to: Ticks;
}

/** Asks that a connector reads together. Only the reader that made a group reads it: it may carry more than this. */
export interface WindowGroup {
  asks: readonly WindowAsk[];
}

/** A part of a window: everything with from < time ≤ `upTo` has been given, this part included. */
export interface WindowPart {
  stream: SourceStream;
  /** In order of time. */
  samples: Sample[];
  upTo: Ticks;
  done: boolean;
  /** Why this stream alone cannot be read (it is gone, or access is denied). Then `done`, without samples. */
  failure: Refusal | null;
}

export interface PageOptions extends ReadOptions {
  /** Events of one page at most. */
  pageSize?: number;
}

/** Reads many windows. A failure that is not of one stream alone ends the reading: begin again at `upTo`. */
export interface WindowReader {
  /** Groups asks that are read together, in the order of each group's first ask; empty asks are left out. */
  group(asks: readonly WindowAsk[], options?: ReadOptions): Promise<WindowGroup[]>;
  /** A group's windows in parts; no page is requested before it is wanted. */
  read(group: WindowGroup, options?: PageOptions): AsyncGenerator<WindowPart>;
}

/** One page of the change feed. */
export interface FeedPage {
  batch: SampleBatch;
  /** Where the feed goes on after this page. */
  cursor: string;
  /** The clock when the request for this page left; of several requests the first one's. */
  sentAtMs: Ms;
  /** True when the page is empty: every change up to `sentAtMs` has been read. */
  complete: boolean;
  /** The newest source time in it; of several subscriptions, that of the one furthest behind; Infinity when complete. */
  reached: Ticks;
}

/** Where the feed stands. Both texts are opaque to all but the connector. */
export interface FeedPosition {
  /** Names what the source keeps for us; another one does not continue this one's changes. */
  subscription: string;
  cursor: string;
}

/** The feed as it is now, and the streams asked for that it does not cover: they are polled by windows. */
export interface FeedOpening extends FeedPosition {
  refused: SourceStream[];
}

/** The change feed. Throws `FeedExpired` when its position is no longer known: the caller reads the gap by windows. */
export interface ChangeFeed {
  /** Subscribes to exactly these streams, or continues our subscription, and waits until it is active. */
  open(streams: SourceStream[]): Promise<FeedOpening>;
  /**
   * Adds and removes streams. Resolves when the source covers them: changes made after that are fed. The answer is the
   * position to read on from. A refused stream that is added again is tried again.
   */
  change(position: FeedPosition, add: SourceStream[], remove: SourceStream[]): Promise<FeedOpening>;
  read(position: FeedPosition): Promise<FeedPage>;
  /** Deletes our subscription at the source. */
  leave(position: FeedPosition): Promise<void>;
}

/** The limit of requests a minute. */
export interface RequestBudget {
  /** How many requests may leave at once now; below zero, so many wait; null: no limit. */
  left(): number | null;
}

export interface DiscoveryProgress {
  streams: number;
  assets: number;
}

/**
 * A data source. Every call ends by itself (each request has a deadline) and throws one Refusal: INVALID_CREDENTIALS
 * when the source refuses the credentials, CONNECTION_FAILED with `details.reason` for all else, and
 * `StreamUnavailable` with one of these codes where only the stream cannot be read.
 */
export interface DataSource {
  readonly kind: string;
  readonly capabilities: Capabilities;
  readonly budget: RequestBudget;
  test(): Promise<ConnectionTest>;
  discover(onProgress?: (progress: DiscoveryProgress) => void): Promise<Discovery>;
  /** The newest sample of a stream, or null when it has none. */
  latest(stream: SourceStream, options?: ReadOptions): Promise<Sample | null>;
  /** The newest sample at or before an instant, or null. */
  atOrBefore(stream: SourceStream, at: Ticks, options?: ReadOptions): Promise<Sample | null>;
  /** All samples with from < time ≤ to, in order of time. */
  window(stream: SourceStream, from: Ticks, to: Ticks, options?: WindowOptions): Promise<Sample[]>;
  readonly windows: WindowReader;
  readonly feed: ChangeFeed;
  close(): Promise<void>;
}

/** What tells one source from another by its settings. */
export interface SourceIdentity {
  /** Equal for settings that reach the same streams. */
  readonly place: readonly string[];
  /** Equal for settings under which a subscription to the change feed continues. */
  readonly subscriber: readonly string[];
}

export interface ConnectOptions<Settings extends SourceSettings = SourceSettings> {
  settings: Settings;
  now: () => Ms;
  random: () => number;
  outbound: OutboundGuard;
  /** Names our subscriptions at the source, the same after a restart. */
  clientName: string;
}

/** A kind of data source: one folder of connectors/, and one line of the table in connectors/sources.ts. */
export interface Connector {
  readonly capabilities: Capabilities;
  identity(settings: SourceSettings): SourceIdentity;
  /** Sends no request yet. Throws CONNECTION_FAILED for settings that lead nowhere. */
  connect(options: ConnectOptions): Promise<DataSource>;
}

/** Thrown by a read when this stream cannot be read (it is gone, or access is denied) though the source answers. */
export class StreamUnavailable extends Refusal {
  constructor({ code, message, details }: Pick<Refusal, "code" | "message" | "details">) {
    super(code, message, details);
  }
}

/** Thrown by the feed when the source no longer knows the cursor or the subscription. */
export class FeedExpired extends Error {
  override readonly name = "FeedExpired";
}

/** Thrown by `open` when the source refuses subscriptions altogether: poll instead. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused";
}

import type { Discovery, StreamSource } from "../../domain/asset/types.ts";
import type { ConnectionTest } from "../../domain/configuration/types.ts";
import type { SampleBatch } from "../../domain/sample/batch.ts";
import type { Sample } from "../../domain/sample/types.ts";
import type { Refusal } from "../../domain/shared/refusal.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";

/** A stream to be read: our id for it, and where it is at the source. */
export interface SourceStream {
  id: number;
  source: StreamSource;
}

/**
 * What a request is for. While more requests wait than `requests_per_minute` lets leave, each kind has its share of
 * them (`SHARES` in pacing.ts), so that none keeps another from being done.
 */
export type Work = "feed" | "gaps" | "trends" | "discovery";

/** `work` is "gaps" when nothing is said. */
export interface ReadOptions {
  work?: Work;
  /** Nothing more is asked of the source once it aborts, and a request under way is given up. */
  signal?: AbortSignal;
}

export interface WindowOptions extends ReadOptions {
  /** Once there are more samples than this, no more pages are read. */
  atMost?: number;
}

/** What is to be read of a stream: all samples with from < time ≤ to. */
export interface WindowAsk {
  stream: SourceStream;
  from: Ticks;
  to: Ticks;
}

/** Asks that are read together: of one Data Hub stream, or, with one request, of one asset's streams. */
export interface WindowGroup {
  asks: readonly WindowAsk[];
  /** The asset that is asked, and its names of the Data Hub streams, by their ids in lower case. */
  asset: { id: string; names: ReadonlyMap<string, string> } | null;
}

/** A part of a window: everything with from < time ≤ `upTo` has been given, this part included. */
export interface WindowPart {
  stream: SourceStream;
  /** In order of time. */
  samples: Sample[];
  upTo: Ticks;
  done: boolean;
  /** Why this stream cannot be read (it is gone, or kept from us); the others are. Then `done`, without samples. */
  failure: Refusal | null;
}

export interface PageOptions extends ReadOptions {
  /** Events of one page at most. */
  pageSize?: number;
}

/** Reads many windows, as gaps need it. Failures that are not one stream's own end the reading: begin again at `upTo`. */
export interface WindowReader {
  /** Puts together what is read together, in the order of each group's first ask; what is empty is left out. */
  group(asks: readonly WindowAsk[], options?: ReadOptions): Promise<WindowGroup[]>;
  /** A group's windows in parts, one Data Hub stream after the other; nothing is asked for before it is wanted. */
  read(group: WindowGroup, options?: PageOptions): AsyncGenerator<WindowPart>;
}

/** One page of the change feed. `complete` says that the feed was read to its end as of `sentAtMs`. */
export interface FeedPage {
  batch: SampleBatch;
  bookmark: string;
  /** The clock when the request for this page left; of several requests the first one's. */
  sentAtMs: Ms;
  /** True when the page held nothing: everything up to `sentAtMs` has been seen. */
  complete: boolean;
  /** The newest source time in it, of several signups that of the one furthest behind; Infinity when complete. */
  reached: Ticks;
}

/** Where the feed stands. `signupId` and `bookmark` are opaque texts, of one signup or of several. */
export interface FeedPosition {
  signupId: string;
  bookmark: string;
}

/** The feed as it is now, and the streams of those asked for that it does not tell of: they are read by windows. */
export interface FeedOpening extends FeedPosition {
  refused: SourceStream[];
}

export interface DiscoveryProgress {
  streams: number;
  assets: number;
}

/**
 * The data source as Andon sees it. Every call ends by itself (each request has a deadline) and refuses with
 * one Refusal: INVALID_CREDENTIALS when the source refused the credentials, CONNECTION_FAILED with
 * `details.reason` for all else.
 */
export interface DataSource {
  test(): Promise<ConnectionTest>;
  discover(onProgress?: (progress: DiscoveryProgress) => void): Promise<Discovery>;
  /** The newest sample of a stream, or null when it has none. */
  last(stream: SourceStream, options?: ReadOptions): Promise<Sample | null>;
  /** The newest sample at or before an instant, or null. */
  atOrBefore(stream: SourceStream, at: Ticks, options?: ReadOptions): Promise<Sample | null>;
  /** All samples with from < time ≤ to, in order of time. */
  window(stream: SourceStream, from: Ticks, to: Ticks, options?: WindowOptions): Promise<Sample[]>;
  readonly windows: WindowReader;
  readonly feed: ChangeFeed;
  /** How many requests may leave at once now under the limit a minute, below zero as many as wait; null: no limit. */
  requestsLeft?(): number | null;
  close(): Promise<void>;
}

/** The change feed (signups). `FeedExpired` when the bookmark or a signup is gone: the gap is then the caller's. */
export interface ChangeFeed {
  /** Finds or makes our signups over exactly these streams and waits until they are active. */
  open(streams: SourceStream[]): Promise<FeedOpening>;
  /**
   * Adds and removes streams. Resolves when the source has taken them in: changes made after that are fed. Signups may
   * come and go by it, so the position answered is the one to read on from. A refused stream that is added again is
   * tried again.
   */
  change(position: FeedPosition, add: SourceStream[], remove: SourceStream[]): Promise<FeedOpening>;
  read(position: FeedPosition): Promise<FeedPage>;
  /** Deletes our signups at the source. */
  leave(position: FeedPosition): Promise<void>;
}

/** Thrown by the feed when the source no longer knows the bookmark or the signup. */
export class FeedExpired extends Error {
  override readonly name = "FeedExpired";
}

/** Thrown by `open` when the source refuses signups altogether: poll instead. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused";
}

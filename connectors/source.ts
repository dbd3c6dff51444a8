import type { Discovery, FoundStream, StreamAddress } from "../domain/asset/types.ts";
import type { SampleBatch } from "../domain/sample/batch.ts";
import type { Sample } from "../domain/sample/types.ts";
import { Refusal } from "../domain/shared/refusal.ts";
import type { Ms, Ticks } from "../domain/shared/time.ts";
import type {
  BrowseNode,
  CollectedState,
  ConnectionTest,
  PushAnswer,
  PushedBody,
  SourceConfig,
  SourceSettings,
} from "../domain/source/types.ts";
import type { PinningGuard } from "./outbound.ts";

/** A stream to read: its id in Andon, its address at the source, and the plant that it belongs to, if that is known. */
export interface SourceStream {
  id: number;
  source: StreamAddress;
  plant?: string;
}

/** The capabilities of a source besides the newest value of each stream. */
export interface Capabilities {
  /** It stores past samples: `window`, `windows` and `atOrBefore` return them. */
  readonly history: boolean;
  /** It has a change feed; without one, streams are polled by windows. */
  readonly feed: boolean;
  /** Discovery returns the data type of each stream. */
  readonly types: boolean;
  /** Discovery returns assets with their streams. */
  readonly assets: boolean;
  /** It thins out a long span itself: `sampled` returns the samples that describe it. */
  readonly sampled: boolean;
}

/**
 * The purpose of a request. When more requests wait than the limit per minute allows, each purpose gets a share, so that
 * none starves another.
 */
export type Work = "feed" | "gaps" | "trends" | "discovery";

/** The default of `work` is "gaps". */
export interface ReadOptions {
  work?: Work;
  /** When it aborts, the current request is aborted, no further one is sent, and the read rejects with its reason. */
  signal?: AbortSignal;
}

export interface WindowOptions extends ReadOptions {
  /** Reading stops after the page that exceeds this number of samples. */
  atMost?: number;
}

/** The part of a stream to read: all samples with from < time ≤ to. */
export interface WindowAsk {
  stream: SourceStream;
  from: Ticks;
  to: Ticks;
}

/** A closed span of a stream, in intervals of equal width. */
export interface SampledAsk extends WindowAsk {
  intervals: number;
}

/** Asks that a connector reads together. Only the reader that created a group can read it, since it may contain more. */
export interface WindowGroup {
  asks: readonly WindowAsk[];
}

/** A part of a window. This and the former parts contain everything with from < time ≤ `upTo`. */
export interface WindowPart {
  stream: SourceStream;
  /** In order of time. */
  samples: Sample[];
  upTo: Ticks;
  done: boolean;
  /** Why this stream cannot be read: it is missing, or access is denied. Then `done`, without samples. */
  failure: Refusal | null;
}

export interface PageOptions extends ReadOptions {
  /** The maximal number of events per page. */
  pageSize?: number;
}

/** Reads many windows. A failure that is not limited to one stream ends the read; resume from `upTo`. */
export interface WindowReader {
  /** Groups asks that are read together, in the order of each group's first ask; omits empty asks. */
  group(asks: readonly WindowAsk[], options?: ReadOptions): Promise<WindowGroup[]>;
  /** A group's windows in parts; pages are requested on demand. */
  read(group: WindowGroup, options?: PageOptions): AsyncGenerator<WindowPart>;
}

/** One page of the change feed. */
export interface FeedPage {
  batch: SampleBatch;
  /** The position after this page. */
  cursor: string;
  /** The time at which the (first) request for this page was sent. */
  sentAtMs: Ms;
  /** True when the page is empty: every change up to `sentAtMs` has been read. */
  complete: boolean;
  /** The newest source time in the page; the lowest of several subscriptions; Infinity when complete. */
  reached: Ticks;
}

/** A position of the feed. Both texts are opaque to all but the connector. */
export interface FeedPosition {
  /** Identifies our subscription at the source; another one does not continue its changes. */
  subscription: string;
  cursor: string;
}

/** The position of the feed, and the requested streams that it does not cover, which are polled by windows. */
export interface FeedOpening extends FeedPosition {
  refused: SourceStream[];
}

/** The change feed. Throws `FeedExpired` for an unknown position; the caller then reads the gap by windows. */
export interface ChangeFeed {
  /** Subscribes to exactly these streams, or continues our subscription, and waits until it is active. */
  open(streams: SourceStream[]): Promise<FeedOpening>;
  /**
   * Adds and removes streams. Resolves when the feed covers later changes, with the position to continue from. A refused
   * stream that is added again is requested again.
   */
  change(position: FeedPosition, add: SourceStream[], remove: SourceStream[]): Promise<FeedOpening>;
  read(position: FeedPosition): Promise<FeedPage>;
  /** Deletes our subscription at the source, except what `kept` continues. */
  leave(position: FeedPosition, remaining?: FeedPosition | null): Promise<void>;
}

/** A stream with samples that do not fit its address; `since` (ticks): the first that was returned as bad for it. */
export interface Misfit {
  stream: SourceStream;
  since: Ticks | null;
  isKnown: boolean;
}

/** The limit of requests per minute. */
export interface RequestBudget {
  /** The number of requests that may be sent now; negative: that many wait; null: no limit. */
  left(): number | null;
}

/** What the source lists of one stream now. `found`: null when it answers that there is none. */
export type Inspection =
  & { stream: SourceStream }
  & ({ found: FoundStream | null; failure: null } | { found: null; failure: Refusal });

export interface DiscoveryProgress {
  streams: number;
  assets: number;
}

/**
 * A data source. Each request has a deadline. A failed call throws one Refusal: INVALID_CREDENTIALS when the source
 * refuses the credentials, else CONNECTION_FAILED with `details.reason`; `StreamUnavailable` with one of these codes when
 * only the stream cannot be read.
 */
export interface DataSource {
  readonly kind: string;
  readonly capabilities: Capabilities;
  readonly budget: RequestBudget;
  test(): Promise<ConnectionTest>;
  discover(onProgress?: (progress: DiscoveryProgress) => void): Promise<Discovery>;
  /**
   * What the source lists of these streams now, in few requests; an answer of the last minute counts. `failure`: it cannot
   * be told of this one, for example because access is denied.
   */
  inspect(streams: readonly SourceStream[], options?: ReadOptions): Promise<Inspection[]>;
  /**
   * The streams of which samples did not fit their address since the last call, with the time of the first such sample.
   * `isKnown`: the connector has read how they are listed now and decodes by it; without it, it was too soon to ask.
   */
  takeMisfits(): Misfit[];
  /** Whether the stream means something else now, as far as the connector knows: all that is read of it is bad. */
  hasOtherMeaning(stream: SourceStream): boolean;
  /** The newest sample of a stream, or null when it has none. */
  latest(stream: SourceStream, options?: ReadOptions): Promise<Sample | null>;
  /** The newest sample at or before an instant, or null. */
  atOrBefore(stream: SourceStream, at: Ticks, options?: ReadOptions): Promise<Sample | null>;
  /** All samples with from < time ≤ to, in order of time. */
  window(stream: SourceStream, from: Ticks, to: Ticks, options?: WindowOptions): Promise<Sample[]>;
  /**
   * Of each interval of from ≤ time ≤ to at least its first, lowest, highest and last stored sample, in order of time, in
   * few requests. Null when the source cannot choose samples of this stream, for example of texts.
   */
  sampled(ask: SampledAsk, options?: ReadOptions): Promise<Sample[] | null>;
  readonly windows: WindowReader;
  readonly feed: ChangeFeed;
  /** Stores what a sender has sent in one request. Only of a source that is sent to. */
  take?(body: PushedBody): Promise<PushAnswer>;
  /** What there is to choose from below a node; null: the root. Only of a source whose streams are chosen. */
  browse?(node: string | null): Promise<BrowseNode[]>;
  /** Grows when the list of its streams changes, so that it is discovered at once. */
  streamsVersion?(): number;
  /** Up to when everything has arrived, as its sender says. Without it: up to the clock. */
  completeTo?(): Ticks;
  /** What comes in. Only of a source that stores what arrives. */
  collected?(): CollectedState;
  /** What waits to be passed on. Only with `isQueue`. */
  readonly queue?: ArrivalQueue;
  /** Calls this, and no former listener, after each write to disk until it is closed. Only of a source that stores what arrives. */
  onArrival?(listener: () => void): void;
  close(): Promise<void>;
}

/** Samples on disk that wait to be passed on, in the order in which they arrived. */
export interface ArrivalQueue {
  /** About `most` samples after this number; null: from the oldest on. */
  read(after: number | null, most: number): QueuedPage;
  /** Deletes what was passed on, up to the number of its page. */
  remove(upTo: number): void;
  /** How many wait, since when (null: none does), and how much of the room is taken, from 0 to 1. */
  fill(): { samples: number; oldestMs: Ms | null; share: number };
}

export interface QueuedPage {
  number: number;
  samples: QueuedSample[];
  /** With the page everything up to this time was passed on; null: more follows, or no sender has lived. */
  upToMs: Ms | null;
}

export interface QueuedSample {
  stream: string;
  unit: string | null;
  path: readonly string[];
  sample: Sample;
}

/** The identity of a source, derived from its settings. */
export interface SourceIdentity {
  /** Equal for settings that reach the streams of the same plant, by whatever host. */
  readonly place: readonly string[];
  /** Equal for settings under which a subscription to the change feed continues. */
  readonly subscriber: readonly string[];
}

export interface ConnectOptions<Config = SourceConfig> {
  settings: SourceSettings<Config>;
  now: () => Ms;
  random: () => number;
  outbound: PinningGuard;
  /** The name of our subscriptions at the source, stable across restarts. */
  clientName: string;
  /** Where a source that stores what arrives has a folder of its own; null: nowhere. */
  folder: string | null;
  /** Where those sources have what they share, also when one is only tested. Default: nowhere. */
  sharedFolder?: string | null;
  /** What arrives waits in `queue` until it is passed on, and is not read. Only of a kind that stores what arrives. */
  isQueue?: boolean;
}

/** Thrown by a read when the source answers but the stream is missing or access is denied. */
export class StreamUnavailable extends Refusal {
  constructor({ code, message, details }: Pick<Refusal, "code" | "message" | "details">) {
    super(code, message, details);
  }
}

/** Thrown by reads and the test of a source whose sender is silent: it is lost since then, without a further wait. */
export class SenderLost extends Refusal {
  constructor(reason: string, readonly sinceMs: Ms) {
    super("CONNECTION_FAILED", `The data source failed: ${reason}`, { reason });
  }
}

/** Thrown by the feed when the source no longer knows the cursor or the subscription. */
export class FeedExpired extends Error {
  override readonly name = "FeedExpired";
}

/** Thrown by `open` when the source refuses all subscriptions; the caller then polls. */
export class FeedRefused extends Error {
  override readonly name = "FeedRefused";
}

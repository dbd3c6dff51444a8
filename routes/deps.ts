import type { PointDeliveryRecord } from "../domain/notification/point_delivery.ts";
import type { PersonalContactPoints } from "../domain/contact_address/types.ts";
import type { BacktestRecords } from "../actors/backtest/contract.ts";
import type { Explained } from "../actors/evaluation/contract.ts";
import type { PastOrder, PastReading } from "../actors/explanation/contract.ts";
import type { ProviderMessage } from "../actors/provider/contract.ts";
import type { BulkRefs, InstanceMessage } from "../actors/instance/contract.ts";
import type { Ref } from "../actors/runtime/types.ts";
import type { SourceMessage, SourceStatus } from "../actors/source/contract.ts";
import type { ConfiguredRateScope } from "../domain/rate_limit/types.ts";
import type { SecondFactorRequirement } from "../domain/access/second_factor.ts";
import type { Actor, Role } from "../domain/access/types.ts";
import type { LastDiscoveryRecord } from "../domain/asset/listed_changes.ts";
import type { Discovery } from "../domain/asset/types.ts";
import type { BacktestOrder, BacktestProgress, BacktestResult } from "../domain/backtest/types.ts";
import type { ContactPointClient } from "../domain/contact_point/client.ts";
import type { DemoInboxView } from "../domain/contact_point/inbox_message.ts";
import type { HeartbeatRecord, HeartbeatState } from "../domain/heartbeat/types.ts";
import type { IdentityClient } from "../domain/identity_provider/identity_client.ts";
import type { MetricFamily } from "../domain/metric/types.ts";
import type { Quality, SampleValue } from "../domain/sample/types.ts";
import type { Log } from "../domain/shared/log.ts";
import type { Ms, Ticks } from "../domain/shared/time.ts";
import type { DiscoveryResult, Storage } from "../storage/contract.ts";

/** Who opens a WebSocket: a user, an API key or a wall screen, from an IPv4 address or an IPv6 /64. */
export interface SocketOpener {
  by: { user: number } | { key: number } | { screen: number };
  address: string;
}

/** A value of a stream that the source sent, evaluated or not. */
export interface LiveValue {
  value: SampleValue | null;
  time: Ticks;
  quality: Quality;
}

export interface LiveValues {
  /** The newest that is not further ahead of the clock than rules use. */
  get(streamId: number): LiveValue | undefined;
  /** The newest that is: rules and `get` use it once the clock has reached it. */
  setAside(streamId: number): LiveValue | undefined;
}

/** The server's end of a WebSocket, as far as it is used. Its states are those of WebSocket. */
export interface ServerSocket {
  readonly readyState: number;
  /** Bytes that are sent and not yet written to the connection. */
  readonly bufferedAmount: number;
  binaryType: BinaryType;
  send(data: string | Uint8Array<ArrayBuffer>): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: Event) => void) | null;
  /** A text, or the bytes of a binary message as an ArrayBuffer. */
  onmessage: ((event: MessageEvent) => void) | null;
  onerror: ((event: Event) => void) | null;
  onclose: ((event: CloseEvent) => void) | null;
}

/** A WebSocket and the response that opens it. */
export interface UpgradedSocket {
  socket: ServerSocket;
  response: Response;
}

/** The port of the push channel. */
export interface PushPort {
  /** The seq of the newest frame; a client that continues after it misses nothing from now on. */
  readonly lastSeq: string;
  /** Refuses with UNAVAILABLE or RATE_LIMITED when no more sockets are accepted of this client. */
  check(opener: SocketOpener): void;
  /** Upgrades a request to a WebSocket; throws a TypeError if the handshake is incomplete. */
  upgrade(request: Request): UpgradedSocket;
  /** Adds an upgraded socket. `isSignedIn` is called repeatedly while it is open. */
  join(
    socket: ServerSocket,
    who: {
      userId: number | undefined;
      role: Role;
      isScreen?: boolean;
      opener: SocketOpener;
      isSignedIn(): boolean;
    },
  ): void;
}

/** A process that shares the store. */
export interface ListedProcess {
  id: string;
  /** The version of its program; null: not known. */
  program: string | null;
  isLeader: boolean;
  /** Time since it last renewed its record. */
  renewedSeconds: number;
}

/** What `/metrics` reports besides requests. */
export interface MetricsPort {
  /** `METRICS_TOKEN`; null: only the machine itself may read metrics. */
  token: string | null;
  families(): MetricFamily[];
}

/** A file of the built console. */
export interface ConsoleFile {
  type: string;
  /** A weak tag: it identifies the content, compressed or not. */
  etag: string;
  body: Uint8Array<ArrayBuffer>;
  /** Null: not compressed at the build. */
  brotli: Uint8Array<ArrayBuffer> | null;
  /** Compressed when it is first read. Null if compression gains nothing. */
  readonly gzip: Uint8Array<ArrayBuffer> | null;
}

/** The built console: the paths of its pages, and its files by path. A file's name contains its content hash. */
export interface ConsoleBuild {
  /** As patterns: `/events/:id`. */
  pages: readonly string[];
  script: string;
  styles: string;
  /** Pages without the later styles in their documents; their script loads them after the first data. */
  firstPages: readonly string[];
  laterStyles: string;
  font: string;
  /** Further scripts of each page, of the sign-in page and of `/screen`, by pattern. */
  pageScripts: ReadonlyMap<string, readonly string[]>;
  files: ReadonlyMap<string, ConsoleFile>;
}

/** The client of the AI providers. */
export interface AiPort {
  provider(id: number): Ref<ProviderMessage>;
  /** Subscribes to a turn's answer as it arrives. Returns the function that unsubscribes. */
  onTokens(turnId: string, listener: (text: string) => void): () => void;
}

/** Runs backtests. */
export interface BacktestPort {
  /** Refuses with UNAVAILABLE when the signal aborts, which stops the run. */
  run(order: BacktestOrder, options: BacktestOptions): Promise<BacktestResult>;
  /** The same, with the events as records to be stored. */
  records(order: BacktestOrder, options: BacktestOptions): Promise<BacktestRecords>;
}

export interface BacktestOptions {
  signal: AbortSignal;
  onProgress?: (progress: BacktestProgress) => void;
}

/** Explains rules. */
export interface ExplanationPort {
  /** The explanation of an instance's rules now, or the state to begin from for a past time. */
  ask(instanceId: number, at: Ticks | null): Promise<Explained>;
  /** Evaluates a past time again. Refuses with UNAVAILABLE when the signal aborts, which stops the run. */
  past(order: PastOrder, signal: AbortSignal): Promise<PastReading>;
}

/** The settings of the HTTP layer. */
export interface WebSettings {
  mode: "dev" | "start";
  /** `TRUST_PROXY`: the number of proxies whose X-Forwarded-For and -Proto are trusted. */
  trustProxy: number;
  /** True if the platform terminates TLS, so that every request came by https. Default: false. */
  tlsInFront?: boolean;
  publicUrl: string | null;
  allowedHosts: string[];
  /** `COOKIE_SECURE=off` allows sign-in over plain HTTP from elsewhere. */
  cookieSecure: "auto" | "off";
  /** `LOCAL_SIGN_IN`: who may sign in with a user name and a password. */
  localSignIn: "on" | "admins" | "off";
  /** `REQUIRE_SECOND_FACTOR`: which local users must have a second factor. */
  requireSecondFactor: SecondFactorRequirement;
  plantTimeZone: string;
  /** Requests per minute by scope; null: no limit. */
  rateLimits: Readonly<Record<ConfiguredRateScope, number | null>>;
  /** `RATE_LIMIT_BY`: to what the default and the heavy limit count a request. */
  rateLimitBy: "address" | "person";
}

export interface ContactPointDelivery
  extends Pick<PointDeliveryRecord, "accepted_at_ms" | "failing_since_ms" | "lost_since_ms" | "words"> {
  queued: number;
}

/** The notifier, as routes use it. */
export interface NotifierPort {
  /** Null: it does not exist any more. */
  contactPointName(id: number): string | null;
  /** What became of the last messages by a contact point, and how many wait. */
  contactPointDelivery(id: number): ContactPointDelivery;
  /** A person answers "I cannot": resolves once the escalation has moved on. */
  cannot(answer: { event_id: number; user_id: number }): Promise<void>;
}

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

/** What a discovery found, and what it changed. */
export interface Discovered {
  found: Discovery;
  result: DiscoveryResult;
}

/** Discoveries by themselves and by hand. */
export interface DiscoveryStatus {
  isRunning: boolean;
  last: LastDiscoveryRecord | null;
  /** When the next one runs by itself; null: none does. */
  nextMs: Ms | null;
  /** Why the last attempt failed, and how many have failed in a row; null: it did not. */
  failure: { atMs: Ms; reason: string; inARow: number } | null;
}

/** Discovers the plant. */
export interface DiscoveryPort {
  /** One at a time. Refuses as the source does, and with API_CONFIG_MISSING when nothing is configured. */
  run(by: Actor): Promise<Discovered>;
  status(): DiscoveryStatus;
}

/** The dependencies of the routes, created in main.ts and in tests. */
export interface AppDeps {
  storage: Storage;
  instance(id: number): Ref<InstanceMessage>;
  /** Commands on many instances at once. */
  bulk: BulkRefs;
  source: Ref<SourceMessage>;
  sourceStatus(): SourceStatus;
  discovery: DiscoveryPort;
  ai: AiPort;
  backtests: BacktestPort;
  explanations: ExplanationPort;
  live: LiveValues;
  /** Absent where nobody is told of events. */
  notifier?: NotifierPort;
  heartbeats: HeartbeatsPort;
  /** The push channel; absent if there is none. */
  push?: PushPort;
  /** Speaks with identity providers. */
  identity: IdentityClient;
  /** The embedded receiver of dev; absent in start. */
  demoInbox?: DemoInboxView;
  /** Sends to contact points. */
  contactPoints: ContactPointClient;
  /**
   * Checks the session of a token at its identity provider if that is due; undefined: it is not. Absent where a timer
   * does so.
   */
  checkSession?(token: string): Promise<unknown> | undefined;
  /** The built console; absent if only the API is served. */
  console?: ConsoleBuild;
  /** Contact points that can reach a person at an address of their own; absent: none. */
  personalContactPoints?: PersonalContactPoints;
  metrics?: MetricsPort;
  /** Absent without a cluster. */
  processes(): ListedProcess[];
  /** Names the trace span of the current request; absent without tracing. */
  traced?(request: { method: string; route: string }): void;
  settings: WebSettings;
  now(): Ms;
  randomBytes(count: number): Uint8Array;
  /** Waits for a time; default: a timer of the real clock. */
  sleep?(delayMs: number): Promise<void>;
  /** True when storage and actors are ready, false while draining. */
  ready(): boolean;
  /** Redeems the one-time sign-in link of dev mode: true once for the right token before it expires. */
  spendLoginLink?(token: string): boolean;
  log: Log;
}

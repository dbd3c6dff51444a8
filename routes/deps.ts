import type { BacktestRecords } from "../actors/backtest/contract.ts";
import type { Explained } from "../actors/evaluation/contract.ts";
import type { PastOrder, PastReading } from "../actors/explanation/contract.ts";
import type { ProviderMessage } from "../actors/provider/contract.ts";
import type { BulkRefs, InstanceMessage } from "../actors/instance/contract.ts";
import type { Ref } from "../actors/runtime/types.ts";
import type { SourceMessage, SourceStatus } from "../actors/source/contract.ts";
import type { RateScope } from "../domain/rate_limit/types.ts";
import type { Role } from "../domain/access/types.ts";
import type { BacktestOrder, BacktestProgress, BacktestResult } from "../domain/backtest/types.ts";
import type { MetricFamily } from "../domain/metric/types.ts";
import type { Quality, SampleValue } from "../domain/sample/types.ts";
import type { Ms, Ticks } from "../domain/shared/time.ts";
import type { Storage } from "../storage/contract.ts";

/** The newest value of a stream that the source gave, as judged by nobody. */
export interface LiveValue {
  value: SampleValue | null;
  time: Ticks;
  quality: Quality;
}

export interface LiveValues {
  get(streamId: number): LiveValue | undefined;
}

/** A WebSocket, and the answer that opens it. */
export interface UpgradedSocket {
  socket: WebSocket;
  response: Response;
}

/** The door to the push channel. */
export interface PushPort {
  readonly isFull: boolean;
  /** Turns a request into a WebSocket; throws a TypeError when its handshake is not whole. */
  upgrade(request: Request): UpgradedSocket;
  /** Takes in an upgraded socket; `isSignedIn` is asked again for as long as it is open. */
  join(
    socket: WebSocket,
    who: { userId: number | undefined; role: Role; isSignedIn(): boolean },
  ): void;
}

/** A process over the store. */
export interface SeenProcess {
  id: string;
  /** Where the others reach it; null: nowhere. */
  address: string | null;
  partitions: number;
  /** Shards that live in it. */
  shards: number;
  /** All that its shards read has been judged up to here, milliseconds since 1970; null: they have none, or it is not known. */
  watermarkMs: number | null;
  /** Since its last sign of life. */
  renewedSeconds: number;
}

/** What `/metrics` tells beside the requests. */
export interface MetricsPort {
  /** `METRICS_TOKEN`; null: metrics are for the machine itself. */
  token: string | null;
  families(): MetricFamily[];
}

/** A file of the built console. */
export interface ConsoleFile {
  type: string;
  /** Weak: it stands for the content, packed or not. */
  etag: string;
  body: Uint8Array<ArrayBuffer>;
  /** Null where packing gains nothing. */
  gzip: Uint8Array<ArrayBuffer> | null;
}

/** The built console: the addresses of its pages, and its files by path. A name carries the hash of its content. */
export interface ConsoleBuild {
  /** As patterns: `/events/:id`. */
  pages: readonly string[];
  script: string;
  styles: string;
  font: string;
  /** Scripts that the first one needs at once. */
  preload: readonly string[];
  files: ReadonlyMap<string, ConsoleFile>;
}

/** The way to the AI providers. */
export interface AiPort {
  provider(id: number): Ref<ProviderMessage>;
  /** Hears a turn's answer as it comes; the answer ends that. */
  onTokens(turnId: string, listener: (text: string) => void): () => void;
}

/** The way to backtests. */
export interface BacktestPort {
  /** Refuses with UNAVAILABLE once the signal aborts: nothing of the run goes on then. */
  run(order: BacktestOrder, options: BacktestOptions): Promise<BacktestResult>;
  /** The same, with the events as records. */
  records(order: BacktestOrder, options: BacktestOptions): Promise<BacktestRecords>;
}

export interface BacktestOptions {
  signal: AbortSignal;
  onProgress?: (progress: BacktestProgress) => void;
}

/** The way to what rules stand on. */
export interface ExplanationPort {
  /** What stands behind an instance's rules now, or where to begin for a past time. */
  ask(instanceId: number, at: Ticks | null): Promise<Explained>;
  /** Judges a past time again. Refuses with UNAVAILABLE once the signal aborts: nothing of the run goes on then. */
  past(order: PastOrder, signal: AbortSignal): Promise<PastReading>;
}

/** What the web side knows of how it is reached. */
export interface WebSettings {
  mode: "dev" | "start";
  /** `TRUST_PROXY`: hops whose X-Forwarded-For and -Proto are believed. */
  trustProxy: number;
  /** The platform ends TLS and lets nothing else through: every request came by https. The default is false. */
  tlsInFront?: boolean;
  publicUrl: string | null;
  allowedHosts: string[];
  /** `COOKIE_SECURE=off` allows sign-in over plain HTTP from elsewhere. */
  cookieSecure: "auto" | "off";
  plantTimeZone: string;
  /** Requests a minute by scope; null: no limit. */
  rateLimits: Readonly<Record<RateScope, number | null>>;
}

/** Everything the routes stand on; made in main.ts, and in tests. */
export interface AppDeps {
  storage: Storage;
  instance(id: number): Ref<InstanceMessage>;
  /** Commands on many instances. */
  bulk: BulkRefs;
  source: Ref<SourceMessage>;
  sourceStatus(): SourceStatus;
  ai: AiPort;
  backtests: BacktestPort;
  explanations: ExplanationPort;
  live: LiveValues;
  /** Who is told what happens; absent where nobody is. */
  push?: PushPort;
  /** What people see; absent where nothing but the interface is served. */
  console?: ConsoleBuild;
  metrics?: MetricsPort;
  /** Absent where there is but one. */
  processes(): SeenProcess[];
  /** Names the span of the request under way; absent where nothing is traced. */
  traced?(request: { method: string; route: string }): void;
  settings: WebSettings;
  now(): Ms;
  randomBytes(count: number): Uint8Array;
  /** Waits; the real clock's timer when absent. */
  sleep?(delayMs: number): Promise<void>;
  /** True once storage and actors stand, false while draining. */
  ready(): boolean;
  /** The one-time sign-in link of dev: true once for the right token, within its time. */
  spendLoginLink?(token: string): boolean;
  log(level: "debug" | "info" | "warn" | "error", message: string, fields?: Record<string, unknown>): void;
}

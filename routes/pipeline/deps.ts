import type { BulkRefs, InstanceMessage } from "../../actors/instance/contract.ts";
import type { Ref } from "../../actors/runtime/types.ts";
import type { NamedStatus, SourceMessage, SourceStatus } from "../../actors/source/contract.ts";
import type { SecondFactorRequirement } from "../../domain/access/second_factor.ts";
import type { Role } from "../../domain/access/types.ts";
import type { PersonalContactPoints } from "../../domain/contact_address/types.ts";
import type { ContactPointClient } from "../../domain/contact_point/client.ts";
import type { DemoInboxView } from "../../domain/contact_point/inbox_message.ts";
import type { IdentityClient } from "../../domain/identity_provider/identity_client.ts";
import type { ConfiguredRateScope } from "../../domain/rate_limit/types.ts";
import type { Log } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { AiPort } from "../../ports/ai.ts";
import type { BacktestPort } from "../../ports/backtests.ts";
import type { BackupsPort } from "../../ports/backups.ts";
import type { ConsoleBuild } from "../../ports/console.ts";
import type { DiscoveryPort } from "../../ports/discovery.ts";
import type { ExplanationPort } from "../../ports/explanations.ts";
import type { HeartbeatsPort } from "../../ports/heartbeats.ts";
import type { ServerSocket, UpgradedSocket } from "../../ports/http.ts";
import type { LiveValues } from "../../ports/live_values.ts";
import type { MetricsPort } from "../../ports/metrics.ts";
import type { NotifierPort } from "../../ports/notifier.ts";
import type { SeenProcess } from "../../ports/processes.ts";
import type { Storage } from "../../storage/contract.ts";

/** Who opens a WebSocket: a user, an API key or a wall screen, from an IPv4 address or an IPv6 /64. */
export interface SocketOpener {
  by: { user: number } | { key: number } | { screen: number };
  address: string;
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

/** The dependencies of the routes, created in main.ts and in tests. */
export interface AppDeps {
  storage: Storage;
  instance(id: number): Ref<InstanceMessage>;
  /** Commands on many instances at once. */
  bulk: BulkRefs;
  /** The actor of a source. */
  source(id: number): Ref<SourceMessage>;
  sourceStatus(id: number): SourceStatus;
  /** Of all stored sources, by their ids; of `default` alone when there is none. */
  sourceStatuses(): readonly NamedStatus[];
  /** Starts a source as it is stored; without settings that it can be read with, it pauses. A failure is logged. */
  startSource(id: number): Promise<void>;
  /** Ends a removed source, and deletes what it had. What a failure leaves is deleted at the next start. */
  forgetSource(id: number): Promise<void>;
  /** Whether sources can store what arrives on this machine's disk. */
  storesArrivals: boolean;
  discovery: DiscoveryPort;
  ai: AiPort;
  backtests: BacktestPort;
  explanations: ExplanationPort;
  live: LiveValues;
  /** Absent where nobody is told of events. */
  notifier?: NotifierPort;
  heartbeats: HeartbeatsPort;
  /** Absent where nothing is backed up by itself. */
  backups?: BackupsPort;
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
  processes(): SeenProcess[];
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

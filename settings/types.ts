/** How Andon runs: `dev` with the embedded simulator and demo data, `start` in production. */
export type Mode = "dev" | "start";

/** The properties of the machine that defaults depend on. */
export interface Machine {
  cores: number;
  /** Whether the log goes to a terminal. */
  tty: boolean;
  /** Deno Deploy: no workers, the platform's own KV. The default is false. */
  onDeploy?: boolean;
}

export const LOG_LEVELS = ["debug", "info", "warn", "error"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export const LOG_FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

/** The parsed settings, with defaults, and units in the names. */
export interface Settings {
  mode: Mode;
  /** 0: any free port. */
  port: number;
  host: string;
  dataDir: string;
  /** `:memory:`, the path of a file, an http(s) KV Connect address, or `:platform:`, Deno Deploy's own KV. */
  kvUrl: string;
  /** Null: not set. Start needs it only when the store has no user yet; dev generates one. */
  adminPassword: string | null;
  /** 32 bytes; null only in dev, which generates one. */
  secretsKey: Uint8Array<ArrayBuffer> | null;
  /** Workers that run actors; 0: actors run in the main isolate. */
  actorShards: number;
  /** An origin (`https://andon.example.org`), without a trailing slash. */
  publicUrl: string | null;
  /** Host names in lower case, without port. */
  allowedHosts: string[];
  tls: TlsFiles | null;
  cookieSecure: "auto" | "off";
  trustProxyHops: number;
  /** Where the other members of the cluster reach this process; null: Andon chooses. */
  clusterAddress: HostAndPort | null;
  /** Null: no limit. */
  rateLimitDefaultPerMinute: number | null;
  rateLimitAiPerMinute: number | null;
  rateLimitHeavyPerMinute: number | null;
  outboundAllow: string;
  plantTimeZone: string;
  /** Null: never expires. */
  retentionDays: number | null;
  auditRetentionDays: number | null;
  metricsToken: string | null;
  logLevel: LogLevel;
  logFormat: LogFormat;
  /** Simulator only: additional streams, for load. */
  simulatorStreams: number;
  /** Simulator only: samples per second of all additional streams together; null: one per stream in 10 s. */
  simulatorRate: number | null;
  /** Simulator only: the seed of its random numbers. */
  simulatorSeed: number;
}

export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

export interface HostAndPort {
  hostname: string;
  /** 0: any free port. */
  port: number;
}

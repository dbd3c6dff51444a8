/** How Andon runs: `dev` with the embedded simulator and demo data, `start` in production. */
export type Mode = "dev" | "start";

/** What the defaults depend on. */
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

/** The settings as the rest of Andon takes them: parsed, with defaults, units in the names. */
export interface Settings {
  mode: Mode;
  /** 0: any free port. */
  port: number;
  host: string;
  dataDir: string;
  /** `:memory:`, the path of a file, an http(s) KV Connect address, or `:platform:`, Deno Deploy's own KV. */
  kvUrl: string;
  /** Null: not given. Start needs it only when the store has no user yet; dev generates one. */
  adminPassword: string | null;
  /** 32 bytes; null only in dev, which generates one. */
  secretsKey: Uint8Array<ArrayBuffer> | null;
  /** Workers that hold actors; 0: inside the main isolate. */
  actorShards: number;
  /** An origin (`https://andon.example.org`), without a slash at its end. */
  publicUrl: string | null;
  /** Host names in lower case, without port. */
  allowedHosts: string[];
  tls: TlsFiles | null;
  cookieSecure: "auto" | "off";
  trustProxyHops: number;
  /** Where other processes over the same KV server reach this one; null: Andon chooses. */
  clusterAddress: HostAndPort | null;
  /** Null: no limit. */
  rateLimitDefaultPerMinute: number | null;
  rateLimitAiPerMinute: number | null;
  rateLimitHeavyPerMinute: number | null;
  outboundAllow: string;
  plantTimeZone: string;
  /** Null: kept for ever. */
  retentionDays: number | null;
  auditRetentionDays: number | null;
  metricsToken: string | null;
  logLevel: LogLevel;
  logFormat: LogFormat;
  /** Simulator only: streams beside the plant's own, for load. */
  simulatorStreams: number;
  /** Simulator only: their samples a second, all together; null: each one in 10 s. */
  simulatorRate: number | null;
  /** Simulator only: the seed of its chance. */
  simulatorSeed: number;
}

export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

export interface HostAndPort {
  hostname: string;
  /** 0: any free one. */
  port: number;
}

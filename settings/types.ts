import type { SecondFactorRequirement } from "../domain/access/second_factor.ts";
import type { KeepRule } from "../domain/backup/keep.ts";
import type { DailyTime } from "../domain/backup/schedule.ts";
import type { BackupPlace } from "../domain/backup/target.ts";
import type { LogLevel } from "../domain/shared/log.ts";

/** How Andon runs: `dev` with the embedded simulator and demo data, `start` in production. */
export type Mode = "dev" | "start";

/** The properties of the machine that defaults depend on. */
export interface Machine {
  cores: number;
  /** Whether the log goes to a terminal. */
  tty: boolean;
  /** Running on Deno Deploy: no workers, the platform's KV. False by default. */
  onDeploy?: boolean;
  /** The most files and connections that the process may have open. Undefined: unknown. */
  openFiles?: number;
}

export const LOG_FORMATS = ["text", "json"] as const;
export type LogFormat = (typeof LOG_FORMATS)[number];

export const RATE_LIMIT_BY = ["address", "person"] as const;
export type RateLimitBy = (typeof RATE_LIMIT_BY)[number];

export const LOCAL_SIGN_IN = ["on", "admins", "off"] as const;
export type LocalSignIn = (typeof LOCAL_SIGN_IN)[number];

/** The parsed settings with defaults; units are in the names. */
export interface Settings {
  mode: Mode;
  /** 0: any free port. */
  port: number;
  host: string;
  dataDir: string;
  /** `:memory:`, the path of a file, an http(s) KV Connect address, or `:platform:`, Deno Deploy's own KV. */
  kvUrl: string;
  /** Null if not set. Start needs it only while the store has no users; dev generates one. */
  adminPassword: string | null;
  /** 32 bytes; null only in dev, which generates one. */
  secretsKey: Uint8Array<ArrayBuffer> | null;
  /** The key before it, while values are encrypted with it; 32 bytes. */
  secretsKeyPrevious: Uint8Array<ArrayBuffer> | null;
  /** Worker threads that run actors; 0 runs them in the main thread. */
  actorShards: number;
  /** An origin without a trailing slash: `https://andon.example.org`. */
  publicUrl: string | null;
  /** Host names in lower case, without port. */
  allowedHosts: string[];
  tls: TlsFiles | null;
  cookieSecure: "auto" | "off";
  /** Who may sign in with a user name and a password. */
  localSignIn: LocalSignIn;
  requireSecondFactor: SecondFactorRequirement;
  trustProxyHops: number;
  /** The most open connections. */
  maxConnections: number;
  /** The most open connections of one address; they are not counted behind proxies. */
  maxConnectionsPerAddress: number;
  /** Null: no limit. */
  rateLimitDefaultPerMinute: number | null;
  rateLimitAiPerMinute: number | null;
  rateLimitHeavyPerMinute: number | null;
  /** To what the default and the heavy limit count a request. */
  rateLimitBy: RateLimitBy;
  outboundAllow: string;
  plantTimeZone: string;
  /** Null keeps them indefinitely. */
  retentionDays: number | null;
  auditRetentionDays: number | null;
  notificationRetentionDays: number | null;
  /** Where and when the store is backed up; null: it is not. */
  backup: BackupSettings | null;
  metricsToken: string | null;
  /** The syslog server that gets the audit log; null: none. */
  auditSyslog: SyslogAddress | null;
  logLevel: LogLevel;
  logFormat: LogFormat;
  /** Simulator only: additional streams for load tests. */
  simulatorStreams: number;
  /** Simulator only: samples per second of the additional streams; null: one per stream in 10 s. */
  simulatorRate: number | null;
  /** Simulator only: the random seed. */
  simulatorSeed: number;
}

export interface BackupSettings {
  place: BackupPlace;
  at: DailyTime;
  keep: KeepRule;
}

export interface TlsFiles {
  certFile: string;
  keyFile: string;
}

export interface SyslogAddress {
  protocol: "udp" | "tcp" | "tls";
  hostname: string;
  port: number;
}

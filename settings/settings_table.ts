import { LOG_LEVELS, type LogLevel } from "../domain/shared/log.ts";
import { BACKUP_SETTINGS, type BackupValues } from "./backup_settings.ts";
import {
  limitText,
  MASKED,
  rateLimit,
  type Setting,
  setting,
  syslogText,
  UNSET,
  withoutCredentials,
} from "./settings_entry.ts";
import {
  hostName,
  hostNames,
  key32,
  kvAddress,
  numberOr,
  oneOf,
  origin,
  syslogAddress,
  text,
  timeZone,
  token,
  wholeNumber,
} from "./settings_schema.ts";
import { SECOND_FACTOR_REQUIREMENTS, type SecondFactorRequirement } from "../domain/access/second_factor.ts";
import {
  LOCAL_SIGN_IN,
  type LocalSignIn,
  LOG_FORMATS,
  type LogFormat,
  RATE_LIMIT_BY,
  type RateLimitBy,
  type Settings,
  type SyslogAddress,
} from "./types.ts";

const KV_FILE = "andon.sqlite";
const MOST_SHARDS = 64;
/** The default of MAX_CONNECTIONS where the limit of open files is unknown, and its most. */
const CONNECTIONS = 1_000;
const MOST_CONNECTIONS = 10_000;
const MOST_CONNECTIONS_OF_ADDRESS = 1_000;

/** What each variable gives; the two files of TLS become one setting, and those of backups too. */
export interface SettingValues extends Omit<Settings, "mode" | "tls" | "backup">, BackupValues {
  tlsCertFile: string | null;
  tlsKeyFile: string | null;
}

/** The settings, in the order in which the help prints them. */
export const SETTINGS: { readonly [Field in keyof SettingValues]: Setting<SettingValues[Field]> } = {
  port: setting({
    name: "PORT",
    meaning: "Port to listen on; 0 selects any free port.",
    standard: "8000",
    wants: "a whole number from 0 to 65535",
    schema: wholeNumber(0, 65_535),
    fallback: () => 8000,
    show: (settings) => String(settings.port),
  }),
  host: setting({
    name: "HOST",
    meaning: "Address of the network interface to listen on.",
    standard: "127.0.0.1 in dev, 0.0.0.0 in start",
    wants: "an IP address or a host name, without scheme and port",
    schema: hostName(),
    fallback: ({ mode }) => mode === "dev" ? "127.0.0.1" : "0.0.0.0",
    show: (settings) => settings.host,
  }),
  dataDir: setting({
    name: "DATA_DIR",
    meaning: "Folder for the database file and the secrets that dev generates.",
    standard: ".data",
    wants: "the path of a folder",
    schema: text(),
    fallback: () => ".data",
    show: (settings) => settings.dataDir,
  }),
  kvUrl: setting({
    name: "KV_URL",
    meaning: "Location of the store: a file path, :memory:, the http(s) address of a KV Connect server " +
      "(its token: DENO_KV_ACCESS_TOKEN, or a file in DENO_KV_ACCESS_TOKEN_FILE), or :platform: for Deno Deploy's own KV.",
    standard: `${KV_FILE} in DATA_DIR; :platform: on Deno Deploy`,
    wants: "a file path, :memory:, an http(s) address, or :platform:",
    schema: kvAddress(),
    fallback: ({ dataDir, machine }) =>
      machine.onDeploy === true ? ":platform:" : `${dataDir.replace(/\/+$/, "")}/${KV_FILE}`,
    show: (settings) => withoutCredentials(settings.kvUrl),
  }),
  adminPassword: setting<string | null>({
    name: "ADMIN_PASSWORD",
    meaning: "Password of the first user, admin; used only at the first start, while the store has no users.",
    standard: "start: required at the first start; dev: generated into DATA_DIR",
    wants: "at least 12 characters",
    schema: text(12),
    fallback: () => null,
    show: (settings) => settings.adminPassword === null ? UNSET : MASKED,
    secret: true,
  }),
  secretsKey: setting<Uint8Array<ArrayBuffer> | null>({
    name: "SECRETS_KEY",
    meaning: "Key that encrypts stored secrets. Keep it: they cannot be decrypted without it.",
    standard: "start: required; dev: generated into DATA_DIR",
    wants: "32 bytes in base64 (create one with: openssl rand -base64 32)",
    schema: key32(),
    fallback: () => null,
    show: (settings) => settings.secretsKey === null ? UNSET : MASKED,
    secret: true,
  }),
  secretsKeyPrevious: setting<Uint8Array<ArrayBuffer> | null>({
    name: "SECRETS_KEY_PREVIOUS",
    meaning: "The key before SECRETS_KEY, until all stored secrets are encrypted with the new one.",
    standard: "not set",
    wants: "32 bytes in base64, the SECRETS_KEY until now",
    schema: key32(),
    fallback: () => null,
    show: (settings) => settings.secretsKeyPrevious === null ? UNSET : MASKED,
    secret: true,
  }),
  actorShards: setting({
    name: "ACTOR_SHARDS",
    meaning: "Worker threads that run the actors; 0 runs them in the main thread.",
    standard: "cores - 1, at least 1; 0 on Deno Deploy",
    wants: `a whole number from 0 to ${MOST_SHARDS}`,
    schema: wholeNumber(0, MOST_SHARDS),
    fallback: ({ machine }) =>
      machine.onDeploy === true ? 0 : Math.min(MOST_SHARDS, Math.max(1, machine.cores - 1)),
    show: (settings) => String(settings.actorShards),
  }),
  publicUrl: setting<string | null>({
    name: "PUBLIC_URL",
    meaning: "Address that browsers use, if it differs from the listening address (behind a proxy).",
    standard: "unset",
    wants: "an http or https address without a path, such as https://andon.example.org",
    schema: origin(),
    fallback: () => null,
    show: (settings) => settings.publicUrl ?? UNSET,
  }),
  allowedHosts: setting<string[]>({
    name: "ALLOWED_HOSTS",
    meaning: "Accepted host names besides those of PUBLIC_URL and loopback, comma-separated. " +
      "Without this and PUBLIC_URL, all are accepted.",
    standard: "unset",
    wants: "host names without scheme, port and path, comma-separated",
    schema: hostNames(),
    fallback: () => [],
    show: (settings) => settings.allowedHosts.join(",") || UNSET,
  }),
  tlsCertFile: setting<string | null>({
    name: "TLS_CERT_FILE",
    meaning: "Certificate chain (PEM); with TLS_KEY_FILE, Andon serves https.",
    standard: "unset",
    wants: "the path of a PEM file",
    schema: text(),
    fallback: () => null,
    show: (settings) => settings.tls?.certFile ?? UNSET,
  }),
  tlsKeyFile: setting<string | null>({
    name: "TLS_KEY_FILE",
    meaning: "Private key (PEM) of the certificate.",
    standard: "unset",
    wants: "the path of a PEM file",
    schema: text(),
    fallback: () => null,
    show: (settings) => settings.tls?.keyFile ?? UNSET,
  }),
  cookieSecure: setting<"auto" | "off">({
    name: "COOKIE_SECURE",
    meaning:
      "off allows sign-in over plain http from other machines, which anyone on the network can read; " +
      "auto does not.",
    standard: "auto",
    wants: "auto or off",
    schema: oneOf(["auto", "off"]),
    fallback: () => "auto",
    show: (settings) => settings.cookieSecure,
  }),
  localSignIn: setting<LocalSignIn>({
    name: "LOCAL_SIGN_IN",
    meaning:
      "Who may sign in with a user name and a password: on: all local users; admins: local administrators; " +
      "off: nobody, only identity providers and API keys open Andon.",
    standard: "on",
    wants: "on, admins or off",
    schema: oneOf(LOCAL_SIGN_IN),
    fallback: () => "on",
    show: (settings) => settings.localSignIn,
  }),
  requireSecondFactor: setting<SecondFactorRequirement>({
    name: "REQUIRE_SECOND_FACTOR",
    meaning:
      "Which local users must have a second factor: off: nobody; admins: administrators; all: all of them. Who " +
      "has none sets one up at the next sign-in.",
    standard: "off",
    wants: "off, admins or all",
    schema: oneOf(SECOND_FACTOR_REQUIREMENTS),
    fallback: () => "off",
    show: (settings) => settings.requireSecondFactor,
  }),
  trustProxyHops: setting({
    name: "TRUST_PROXY",
    meaning: "Number of proxies in front of Andon whose X-Forwarded-For and -Proto headers are trusted.",
    standard: "0",
    wants: "a whole number from 0 to 10",
    schema: wholeNumber(0, 10),
    fallback: () => 0,
    show: (settings) => String(settings.trustProxyHops),
  }),
  maxConnections: setting({
    name: "MAX_CONNECTIONS",
    meaning:
      "Open connections, those of browsers' push channels included. A new one beyond takes the place of the " +
      "oldest idle one; if none is idle, it is closed at once.",
    standard: `half of the files that the process may open (ulimit -n), at most ${MOST_CONNECTIONS}; ` +
      `${CONNECTIONS} where that is unknown`,
    wants: "a whole number from 10 to 1000000",
    schema: wholeNumber(10, 1_000_000),
    fallback: ({ machine: { openFiles } }) =>
      openFiles === undefined
        ? CONNECTIONS
        : Math.max(10, Math.min(MOST_CONNECTIONS, Math.floor(openFiles / 2))),
    show: (settings) => String(settings.maxConnections),
  }),
  maxConnectionsPerAddress: setting({
    name: "MAX_CONNECTIONS_PER_ADDRESS",
    meaning:
      "Open connections of one IPv4 address or IPv6 /64. With TRUST_PROXY, connections are the proxy's, and " +
      "this does not apply.",
    standard: `half of MAX_CONNECTIONS, at most ${MOST_CONNECTIONS_OF_ADDRESS}`,
    wants: "a whole number from 5 to 1000000",
    schema: wholeNumber(5, 1_000_000),
    fallback: ({ maxConnections }) => Math.min(MOST_CONNECTIONS_OF_ADDRESS, Math.floor(maxConnections / 2)),
    show: (settings) => String(settings.maxConnectionsPerAddress),
  }),
  rateLimitDefaultPerMinute: rateLimit({
    name: "RATE_LIMIT_DEFAULT",
    perMinute: 100,
    counts: "Requests per minute from one address or person (RATE_LIMIT_BY)",
    show: (settings) => limitText(settings.rateLimitDefaultPerMinute),
  }),
  rateLimitAiPerMinute: rateLimit({
    name: "RATE_LIMIT_AI",
    perMinute: 20,
    counts: "AI requests per minute to one provider",
    show: (settings) => limitText(settings.rateLimitAiPerMinute),
  }),
  rateLimitHeavyPerMinute: rateLimit({
    name: "RATE_LIMIT_HEAVY",
    perMinute: 10,
    counts: "Discoveries, bulk operations and other costly requests per minute from one address or person",
    show: (settings) => limitText(settings.rateLimitHeavyPerMinute),
  }),
  rateLimitBy: setting<RateLimitBy>({
    name: "RATE_LIMIT_BY",
    meaning:
      "What the default and the heavy limit count. address: all requests from one IPv4 address or IPv6 /64. " +
      "person: those of one signed-in session or API key, for control rooms behind one address; requests without " +
      "one, and every sign-in, still count to their address.",
    standard: "address",
    wants: "address or person",
    schema: oneOf(RATE_LIMIT_BY),
    fallback: () => "address",
    show: (settings) => settings.rateLimitBy,
  }),
  outboundAllow: setting({
    name: "OUTBOUND_ALLOW",
    meaning: "Addresses that Andon may connect to besides public ones: host, host:port or CIDR, " +
      "comma-separated; only: before the list allows no others.",
    standard: "unset: public addresses and the embedded simulator",
    wants: "host, host:port or CIDR, comma-separated, with or without only: before them",
    schema: text(),
    fallback: () => "",
    show: (settings) => settings.outboundAllow || UNSET,
  }),
  plantTimeZone: setting({
    name: "PLANT_TIME_ZONE",
    meaning: "Time zone of the plant, for hours and weekdays in rules.",
    standard: "UTC",
    wants: "a name such as Europe/Berlin or UTC",
    schema: timeZone(),
    fallback: () => "UTC",
    show: (settings) => settings.plantTimeZone,
  }),
  retentionDays: setting<number | null>({
    name: "RETENTION_DAYS",
    meaning: "Days that closed events and logs are kept; none keeps them indefinitely.",
    standard: "400",
    wants: "a whole number from 1 to 36500, or none",
    schema: numberOr("none", wholeNumber(1, 36_500)),
    fallback: () => 400,
    show: (settings) => String(settings.retentionDays ?? "none"),
  }),
  auditRetentionDays: setting<number | null>({
    name: "AUDIT_RETENTION_DAYS",
    meaning: "Days that the audit log is kept; none keeps it indefinitely.",
    standard: "none",
    wants: "a whole number from 1 to 36500, or none",
    schema: numberOr("none", wholeNumber(1, 36_500)),
    fallback: () => null,
    show: (settings) => String(settings.auditRetentionDays ?? "none"),
  }),
  notificationRetentionDays: setting<number | null>({
    name: "NOTIFICATION_RETENTION_DAYS",
    meaning: "Days that the log of notifications is kept; none keeps it indefinitely.",
    standard: "400",
    wants: "a whole number from 1 to 36500, or none",
    schema: numberOr("none", wholeNumber(1, 36_500)),
    fallback: () => 400,
    show: (settings) => String(settings.notificationRetentionDays ?? "none"),
  }),
  ...BACKUP_SETTINGS,
  auditSyslog: setting<SyslogAddress | null>({
    name: "AUDIT_SYSLOG",
    meaning: "Syslog server (RFC 5424) that gets each entry of the audit log, refused sign-ins included.",
    standard: "unset",
    wants: "udp://host:port, tcp://host:port or tls://host:port",
    schema: syslogAddress(),
    fallback: () => null,
    show: ({ auditSyslog }) => auditSyslog === null ? UNSET : syslogText(auditSyslog),
  }),
  metricsToken: setting<string | null>({
    name: "METRICS_TOKEN",
    meaning: "Bearer token for access to /metrics from other machines.",
    standard: "unset: /metrics for loopback only",
    wants: "at least 16 ASCII characters without spaces, such as those of: openssl rand -hex 32",
    schema: token({ least: 16 }),
    fallback: () => null,
    show: (settings) => settings.metricsToken === null ? UNSET : MASKED,
    secret: true,
  }),
  logLevel: setting<LogLevel>({
    name: "LOG_LEVEL",
    meaning: "Lowest level that is logged.",
    standard: "info",
    wants: "debug, info, warn or error",
    schema: oneOf(LOG_LEVELS),
    fallback: () => "info",
    show: (settings) => settings.logLevel,
  }),
  logFormat: setting<LogFormat>({
    name: "LOG_FORMAT",
    meaning: "Log lines as text or as JSON objects.",
    standard: "text on a terminal, else json",
    wants: "text or json",
    schema: oneOf(LOG_FORMATS),
    fallback: ({ machine }) => machine.tty ? "text" : "json",
    show: (settings) => settings.logFormat,
  }),
  simulatorStreams: setting({
    name: "SIMULATOR_STREAMS",
    meaning: "Simulator only (dev, simulator): additional streams for load tests.",
    standard: "0",
    wants: "a whole number from 0 to 1000000",
    schema: wholeNumber(0, 1_000_000),
    fallback: () => 0,
    show: (settings) => String(settings.simulatorStreams),
  }),
  simulatorRate: setting<number | null>({
    name: "SIMULATOR_RATE",
    meaning: "Simulator only (dev, simulator): samples per second of all additional streams together.",
    standard: "unset: one sample per stream in 10 s",
    wants: "a whole number from 1 to 1000000",
    schema: wholeNumber(1, 1_000_000),
    fallback: () => null,
    show: ({ simulatorRate }) => simulatorRate === null ? "unset" : String(simulatorRate),
  }),
  simulatorSeed: setting({
    name: "SIMULATOR_SEED",
    meaning: "Simulator only (dev, simulator): random seed; the same seed produces the same plant.",
    standard: "1",
    wants: "a whole number from 0 to 4294967295",
    schema: wholeNumber(0, 4_294_967_295),
    fallback: () => 1,
    show: (settings) => String(settings.simulatorSeed),
  }),
};

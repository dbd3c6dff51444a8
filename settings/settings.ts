import { SettingsError } from "./settings_error.ts";
import { type Setting, type SettingInput, SETTINGS } from "./settings_table.ts";
import type { Machine, Mode, Settings, TlsFiles } from "./types.ts";

export type Environment = Record<string, string | undefined>;

/** Whether the store is on a server, so that several processes may share it. */
export function isOnServer(kvUrl: string): boolean {
  return /^https?:\/\//i.test(kvUrl);
}

type Reader = <T>(setting: Setting<T>) => T;

const LONGEST_QUOTE = 100;

/**
 * Reads the settings from environment variables; an empty one counts as not set. Throws SettingsError for the
 * first that cannot be used.
 */
export function parseSettings(env: Environment, mode: Mode, machine: Machine): Settings {
  const dataDir = readSetting(SETTINGS.dataDir, env, {
    ...{ mode, machine, dataDir: "", isShared: false },
  });
  const isShared = isOnServer(env.KV_URL ?? "");
  const given: SettingInput = { mode, machine, dataDir, isShared };
  const read: Reader = (setting) => readSetting(setting, env, given);
  const settings: Settings = {
    mode,
    dataDir,
    ...readReach(read),
    ...readInside(read),
    ...readSimulator(read),
  };
  if (mode === "start" && settings.secretsKey === null) throw missing(SETTINGS.secretsKey);
  return settings;
}

function readReach(read: Reader) {
  return {
    port: read(SETTINGS.port),
    host: read(SETTINGS.host),
    publicUrl: read(SETTINGS.publicUrl),
    allowedHosts: read(SETTINGS.allowedHosts),
    tls: readTls(read),
    cookieSecure: read(SETTINGS.cookieSecure),
    trustProxyHops: read(SETTINGS.trustProxy),
    clusterAddress: read(SETTINGS.clusterAddress),
    rateLimitDefaultPerMinute: read(SETTINGS.rateLimitDefault),
    rateLimitAiPerMinute: read(SETTINGS.rateLimitAi),
    rateLimitHeavyPerMinute: read(SETTINGS.rateLimitHeavy),
    metricsToken: read(SETTINGS.metricsToken),
  };
}

function readInside(read: Reader) {
  return {
    kvUrl: read(SETTINGS.kvUrl),
    adminPassword: read(SETTINGS.adminPassword),
    secretsKey: read(SETTINGS.secretsKey),
    actorShards: read(SETTINGS.actorShards),
    outboundAllow: read(SETTINGS.outboundAllow),
    plantTimeZone: read(SETTINGS.plantTimeZone),
    retentionDays: read(SETTINGS.retentionDays),
    auditRetentionDays: read(SETTINGS.auditRetentionDays),
    logLevel: read(SETTINGS.logLevel),
    logFormat: read(SETTINGS.logFormat),
  };
}

function readSimulator(read: Reader) {
  return {
    simulatorStreams: read(SETTINGS.simulatorStreams),
    simulatorRate: read(SETTINGS.simulatorRate),
    simulatorSeed: read(SETTINGS.simulatorSeed),
  };
}

function readTls(read: Reader): TlsFiles | null {
  const certFile = read(SETTINGS.tlsCertFile);
  const keyFile = read(SETTINGS.tlsKeyFile);
  if (certFile === null && keyFile === null) return null;
  if (certFile === null) throw incompletePair(SETTINGS.tlsCertFile, SETTINGS.tlsKeyFile);
  if (keyFile === null) throw incompletePair(SETTINGS.tlsKeyFile, SETTINGS.tlsCertFile);
  return { certFile, keyFile };
}

function readSetting<T>(setting: Setting<T>, env: Environment, given: SettingInput): T {
  const raw = env[setting.name];
  // A password keeps its spaces; in other settings they are removed, since they often come from a file.
  const text = setting.secret ? raw : raw?.trim();
  if (text === undefined || text === "") return setting.fallback(given);
  const parsed = setting.schema.safeParse(text);
  if (!parsed.success) throw unusable(setting, text);
  return parsed.data;
}

function unusable(setting: Setting<unknown>, text: string): SettingsError {
  const what = setting.secret ? "cannot be used" : `is ${quote(text)}`;
  return new SettingsError(`${setting.name} ${what}; use ${setting.wants}`);
}

function missing(setting: Setting<unknown>): SettingsError {
  return new SettingsError(`${setting.name} is not set; use ${setting.wants}`);
}

function incompletePair(absent: Setting<unknown>, present: Setting<unknown>): SettingsError {
  return new SettingsError(`${absent.name} is not set but ${present.name} is; set both or neither`);
}

/** The value on one line, whatever it contains. */
function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}

import { BACKUP_SETTINGS, backupSettings } from "./backup_settings.ts";
import { SettingsError } from "./settings_error.ts";
import type { Setting, SettingInput } from "./settings_entry.ts";
import { SETTINGS, type SettingValues } from "./settings_table.ts";
import type { Machine, Mode, Settings, TlsFiles } from "./types.ts";

export type Environment = Record<string, string | undefined>;

/** Whether the store is on a server that other processes can share. */
export function isOnServer(kvUrl: string): boolean {
  return /^https?:\/\//i.test(kvUrl);
}

/** Where sources store what machines send; null where the store is not on this machine's disk, which others do not share. */
export function collectorFolder({ kvUrl, dataDir }: Pick<Settings, "kvUrl" | "dataDir">): string | null {
  return isOnServer(kvUrl) || kvUrl === ":platform:" ? null : `${dataDir.replace(/\/+$/, "")}/collector`;
}

const LONGEST_QUOTE = 100;
/** Settings of earlier versions. */
const RETIRED = ["CLUSTER_ADDRESS"];

/** One line for each setting that no longer has an effect. */
export function retiredSettings(env: Environment): string[] {
  return RETIRED.filter((name) => env[name]).map((name) => `${name} no longer has an effect; remove it`);
}

/**
 * Reads the settings from environment variables; an empty one counts as not set. Throws SettingsError for the
 * first invalid one.
 */
export function parseSettings(env: Environment, mode: Mode, machine: Machine): Settings {
  const none: SettingInput = { mode, machine, dataDir: "", maxConnections: 0 };
  const dataDir = readSetting(SETTINGS.dataDir, env, none);
  const maxConnections = readSetting(SETTINGS.maxConnections, env, none);
  checkOpenFiles(maxConnections, machine);
  const given: SettingInput = { ...none, dataDir, maxConnections };
  const { tlsCertFile, tlsKeyFile, ...values } = readAll(env, given);
  const tls = tlsFiles(tlsCertFile, tlsKeyFile);
  const settings: Settings = { mode, ...others(values), tls, backup: backupSettings(values) };
  if (mode === "start" && settings.secretsKey === null) throw missing(SETTINGS.secretsKey);
  return settings;
}

/** The store, the workers and outgoing connections need files too. */
const OTHER_FILES = 100;

function checkOpenFiles(maxConnections: number, { openFiles }: Machine): void {
  const most = Math.max(10, (openFiles ?? Infinity) - OTHER_FILES);
  if (maxConnections <= most) return;
  throw new SettingsError(
    `MAX_CONNECTIONS is ${maxConnections}, but the process may open ${openFiles} files; ` +
      `use at most ${most}, or allow more files (ulimit -n)`,
  );
}

function readAll(env: Environment, given: SettingInput): SettingValues {
  const read = Object.entries<Setting<unknown>>(SETTINGS)
    .map(([field, setting]) => [field, readSetting(setting, env, given)]);
  return Object.fromEntries(read) as SettingValues;
}

/** The values that are settings of their own. */
function others(
  values: Omit<SettingValues, "tlsCertFile" | "tlsKeyFile">,
): Omit<Settings, "mode" | "tls" | "backup"> {
  const entries = Object.entries(values).filter(([field]) => !Object.hasOwn(BACKUP_SETTINGS, field));
  return Object.fromEntries(entries) as Omit<Settings, "mode" | "tls" | "backup">;
}

function tlsFiles(certFile: string | null, keyFile: string | null): TlsFiles | null {
  if (certFile === null && keyFile === null) return null;
  if (certFile === null) throw lonely(SETTINGS.tlsCertFile, SETTINGS.tlsKeyFile);
  if (keyFile === null) throw lonely(SETTINGS.tlsKeyFile, SETTINGS.tlsCertFile);
  return { certFile, keyFile };
}

function readSetting<T>(setting: Setting<T>, env: Environment, given: SettingInput): T {
  const raw = env[setting.name];
  // Spaces belong to a password; in other settings they are stripped.
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

function lonely(absent: Setting<unknown>, present: Setting<unknown>): SettingsError {
  return new SettingsError(`${absent.name} is not set but ${present.name} is; set both or neither`);
}

/** The value as one quoted line. */
function quote(text: string): string {
  return JSON.stringify(text.length > LONGEST_QUOTE ? `${text.slice(0, LONGEST_QUOTE)}…` : text);
}

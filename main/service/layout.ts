import { parseEnv } from "node:util";
import { fileURLToPath } from "node:url";
import { withSecretFiles } from "../../settings/secret_files.ts";
import { type Environment, parseSettings } from "../../settings/settings.ts";
import type { Settings } from "../../settings/types.ts";

export const UNIT = "andon.service";

/** Where a service of Andon has its files, below `root`, which is "" for this machine. */
export function layoutOf(root: string) {
  return {
    root,
    /** A link to the folder of the bundle that runs, in the folder with all bundles. */
    link: `${root}/opt/andon`,
    bundles: `${root}/opt`,
    config: `${root}/etc/andon`,
    secretsKey: `${root}/etc/andon/secrets_key`,
    adminPassword: `${root}/etc/andon/admin_password`,
    unit: `${root}/etc/systemd/system/${UNIT}`,
    data: `${root}/var/lib/andon`,
  };
}

export type Layout = ReturnType<typeof layoutOf>;

/** The folder of the bundle that runs this; undefined where it runs from the sources. */
export function ownBundle(): string | undefined {
  const folder = fileURLToPath(new URL("../../..", import.meta.url)).replace(/\/$/, "");
  return isFile(`${folder}/andon`) && isFile(`${folder}/SHA256SUMS`) ? folder : undefined;
}

/** The version of the bundle in a folder, or behind a link. */
export async function versionOf(bundle: string): Promise<string> {
  return JSON.parse(await Deno.readTextFile(`${bundle}/program/deno.json`)).version;
}

/** The environment that the unit gives to the service. */
export async function serviceEnvironment({ config, data, secretsKey }: Layout): Promise<Environment> {
  const more = parseEnv(await readOr(`${config}/andon.env`, ""));
  return { DATA_DIR: data, SECRETS_KEY_FILE: secretsKey, ...more };
}

/** SettingsError for settings that cannot be used. */
export function settingsOf(environment: Environment): Settings {
  return parseSettings(withSecretFiles(environment).environment, "start", { cores: 1, tty: false });
}

/** Where upgrades put their backups. */
export function backupFolder({ dataDir }: Pick<Settings, "dataDir">): string {
  return `${dataDir}/backups`;
}

export async function readOr<T>(path: string, absent: T): Promise<string | T> {
  try {
    return await Deno.readTextFile(path);
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return absent;
    throw error;
  }
}

function isFile(path: string): boolean {
  try {
    return Deno.statSync(path).isFile;
  } catch {
    return false;
  }
}

import { resolve } from "node:path";
import { parseSettings } from "../settings/settings.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";
import { BackupRefused } from "../storage/backup/backup_refused.ts";
import type { Manifest } from "../storage/backup/schema.ts";
import { writeBackup } from "../storage/backup/write.ts";
import { readEnvironment } from "./environment.ts";
import { randomBytes } from "./random_bytes.ts";

/** `deno task backup [file]`: a copy of the store, which may be in use. */
export async function runBackup(args: string[]): Promise<number> {
  if (args.length > 1) throw new SettingsError("backup takes one file, or none");
  const settings = readSettings();
  const store = storeFile(settings, "backup");
  const file = resolve(args[0] ?? defaultName(Date.now()));
  const manifest = await refusable(() => writeBackup({ store, file, now: Date.now, random: randomBytes }));
  console.log(`Backed up ${store} to ${file}: ${summary(manifest)}`);
  return 0;
}

/** The settings, with their warnings printed. */
export function readSettings(): Settings {
  const { environment, warnings } = readEnvironment();
  for (const warning of warnings) console.error(warning);
  return parseSettings(environment, "dev", { cores: 1, tty: false });
}

/** The file of the store; SettingsError without one. */
export function storeFile({ kvUrl }: Settings, what: "backup" | "restore" | "audit"): string {
  if (kvUrl === ":memory:") {
    throw new SettingsError(`KV_URL is :memory:, which has no ${what}; use a file`);
  }
  if (kvUrl === ":platform:") {
    throw new SettingsError(`KV_URL is :platform:, the platform's own KV, which has no file for ${what}`);
  }
  if (/^https?:\/\//i.test(kvUrl)) {
    throw new SettingsError(
      `KV_URL is a KV Connect server; ${what} its file on the server's machine, with KV_URL=<its path>`,
    );
  }
  return resolve(kvUrl);
}

/** `andon-backup-20260131T081502Z.sqlite` */
function defaultName(nowMs: number): string {
  return `andon-backup-${new Date(nowMs).toISOString().replace(/\.\d+|[-:]/g, "")}.sqlite`;
}

export function summary({ records, schema, bytes, sha256 }: Manifest): string {
  const counts = ["template", "instance", "event", "user"].map((noun) => counted(records[noun] ?? 0, noun));
  return `${counts.join(", ")}; schema ${schema}, ${bytes} bytes, SHA-256 ${sha256}`;
}

function counted(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? "" : "s"}`;
}

/** What a backup refuses is told in one line. */
export async function refusable<T>(work: () => Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupRefused) throw new SettingsError(error.message);
    throw error;
  }
}

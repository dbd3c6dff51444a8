import { resolve } from "node:path";
import { createOutboundGuard } from "../connectors/outbound.ts";
import type { BackupTarget } from "../domain/backup/target.ts";
import { errorSentence } from "../domain/shared/refusal.ts";
import { backupAt, wholeBackups } from "../services/backups/kept.ts";
import { SettingsError } from "../settings/settings_error.ts";
import type { Settings } from "../settings/types.ts";
import { exists } from "../storage/backup/files.ts";
import { restoreBackup, type StoredBackup } from "../storage/backup/restore.ts";
import { readSettings, refusable, storeFile, summary } from "./backup.ts";
import { proxyOf } from "./proxy.ts";
import { randomBytes } from "./random_bytes.ts";

/**
 * `deno task restore [file]`: restores a backup where no store exists yet, from a file or by its name at BACKUP_TO.
 * Without one it prints the names at BACKUP_TO, the newest first.
 */
export async function runRestore(args: string[]): Promise<number> {
  if (args.length > 1) throw new SettingsError("restore takes one backup");
  const settings = readSettings();
  const [given] = args;
  await using target = await scheduledTarget(settings);
  if (given === undefined) return await printNames(target);
  const { dataDir, secretsKey, secretsKeyPrevious } = settings;
  if (secretsKey === null) {
    throw new SettingsError("SECRETS_KEY is not set; restore needs the key that the store was created with");
  }
  const store = storeFile(settings, "restore");
  const manifest = await refusable(async () =>
    restoreBackup({
      backup: await backupOf(given, target),
      dataDir: resolve(dataDir),
      store,
      secretsKeys: { current: secretsKey, previous: secretsKeyPrevious },
      random: randomBytes,
    })
  );
  console.log(`Restored ${store} as it was at ${manifest.created_at}: ${summary(manifest)}`);
  return 0;
}

/** Undefined without BACKUP_TO. */
async function scheduledTarget({ backup, outboundAllow }: Settings): Promise<BackupTarget | undefined> {
  if (backup === null) return undefined;
  const { targetAt } = await import("../connectors/backups/target.ts");
  const outbound = createOutboundGuard({ allow: outboundAllow, alwaysAllow: [] });
  return targetAt(backup.place, { outbound, proxy: proxyOf(Deno.env.toObject()) });
}

async function printNames(target: BackupTarget | undefined): Promise<number> {
  if (target === undefined) {
    throw new SettingsError("restore takes a file that backup wrote; with BACKUP_TO also a name from there");
  }
  const names = wholeBackups(await reached(target.names())).map(({ name }) => name);
  if (names.length === 0) throw new SettingsError("There is no backup at BACKUP_TO");
  for (const name of names) console.log(name);
  return 0;
}

/** A file of this machine comes first; what looks like a path is one. */
async function backupOf(given: string, target: BackupTarget | undefined): Promise<string | StoredBackup> {
  const file = resolve(given);
  if (target === undefined || /[\\/]/.test(given) || await exists(file)) return file;
  const found = await reached(backupAt(target, given));
  if (found === undefined) {
    throw new SettingsError(`There is no backup "${given}" at BACKUP_TO, and no such file in this folder`);
  }
  return { manifest: found.manifest, fetch: (copy) => reached(found.fetch(copy)) };
}

/** A place that cannot be reached is a wrong setting. */
function reached<T>(work: Promise<T>): Promise<T> {
  return work.catch((error) => {
    throw new SettingsError(`BACKUP_TO: ${errorSentence(error)}`);
  });
}

import { readBackupName } from "../../domain/backup/name.ts";
import type { BackupTarget } from "../../domain/backup/target.ts";
import type { KeptBackups } from "../../domain/backup/types.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { manifestPath } from "../../storage/backup/files.ts";
import type { StoredBackup } from "../../storage/backup/restore.ts";
import { type Manifest, readManifest } from "../../storage/backup/schema.ts";

/** A scheduled backup that its manifest completes. */
export interface WholeBackup {
  name: string;
  storeId: string;
  atMs: Ms;
}

/** The whole backups of a store at a target. */
export async function keptAt(target: BackupTarget, storeId: string): Promise<KeptBackups> {
  const whole = wholeBackups(await target.names()).filter((backup) => backup.storeId === storeId);
  for (const { name, atMs } of whole) {
    const manifest = await manifestAt(target, name);
    if (manifest === undefined) continue;
    const { bytes, proved_at } = manifest;
    return {
      newest: { name, atMs, bytes, provedMs: Date.parse(proved_at ?? "") || atMs },
      count: whole.length,
    };
  }
  return { newest: null, count: 0 };
}

/** Among the names of a target, of all stores, the newest first. */
export function wholeBackups(names: readonly string[]): WholeBackup[] {
  const all = new Set(names);
  const whole = names.flatMap((name) => {
    const read = readBackupName(name);
    return read !== undefined && all.has(manifestPath(name)) ? [{ name, ...read }] : [];
  });
  return whole.toSorted((a, b) => b.atMs - a.atMs);
}

/** Undefined: the target has no whole backup with this name. */
export async function backupAt(target: BackupTarget, name: string): Promise<StoredBackup | undefined> {
  const manifest = await manifestAt(target, name);
  return manifest && { manifest, fetch: (file) => target.fetch(name, file) };
}

async function manifestAt(target: BackupTarget, name: string): Promise<Manifest | undefined> {
  const text = await target.text(manifestPath(name));
  return text === undefined ? undefined : readManifest(text);
}

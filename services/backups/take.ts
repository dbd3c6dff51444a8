import { join } from "node:path";
import { type KeepRule, keptTimes } from "../../domain/backup/keep.ts";
import { backupName, nameStart } from "../../domain/backup/name.ts";
import type { BackupTarget } from "../../domain/backup/target.ts";
import type { KeptBackups } from "../../domain/backup/types.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import { manifestPath } from "../../storage/backup/files.ts";
import { restoreBackup } from "../../storage/backup/restore.ts";
import type { Manifest } from "../../storage/backup/schema.ts";
import { writeBackup } from "../../storage/backup/write.ts";
import type { SecretsKeys } from "../../storage/secrets.ts";
import { keptAt, wholeBackups } from "./kept.ts";

export interface TakeOptions {
  target: BackupTarget;
  /** The file of the store, which is in use. */
  store: string;
  storeId: string;
  secretsKeys: SecretsKeys;
  /** A folder of this job alone, with room for two copies of the store. Emptied before and removed after. */
  work: string;
  keep: KeepRule;
  now: () => Ms;
  random: (bytes: number) => Uint8Array;
}

export interface Taken {
  kept: KeptBackups;
  /** Why the keep rule could not be carried out; null: it was. */
  tidyFailure: string | null;
}

/**
 * Backs a store up to a target. What has arrived there is read back and restored for a trial; only then its manifest
 * completes it, and the keep rule removes old ones. A crash in between leaves a file without a manifest, which no
 * restore takes and the next run removes.
 */
export async function takeBackup(options: TakeOptions): Promise<Taken> {
  const { target, store, storeId, work, now, random } = options;
  await removeFolder(work);
  // A place that is wrong is told before the work is done.
  await target.names();
  await Deno.mkdir(work, { recursive: true, mode: 0o700 });
  try {
    const file = join(work, "backup.sqlite");
    const manifest = await writeBackup({ store, file, now, random });
    const name = backupName(storeId, Date.parse(manifest.created_at));
    await target.store(file, name);
    await Deno.remove(file);
    await prove(name, { manifest, options });
    await target.storeText(manifestPath(name), manifestText({ ...manifest, proved_at: isoFromMs(now()) }));
  } finally {
    await removeFolder(work);
  }
  const tidyFailure = await tidy(options).then(() => null, errorSentence);
  return { kept: await keptAt(target, storeId), tidyFailure };
}

/** Restores what the target has, with the keys of the running store, and removes it there when that fails. */
async function prove(
  name: string,
  { manifest, options: { target, secretsKeys, work, random } }: { manifest: Manifest; options: TakeOptions },
): Promise<void> {
  const trial = join(work, "trial"), store = join(trial, "andon.sqlite");
  const backup = { manifest, fetch: (file: string) => target.fetch(name, file) };
  try {
    await restoreBackup({ backup, dataDir: trial, store, secretsKeys, random });
  } catch (error) {
    await target.remove(name).catch(() => {});
    throw error;
  }
}

/** Removes what the keep rule does not keep, the manifest first, and what is left of runs that ended in the middle. */
async function tidy({ target, storeId, keep }: TakeOptions): Promise<void> {
  const names = await target.names();
  const whole = wholeBackups(names).filter((backup) => backup.storeId === storeId);
  const kept = keptTimes(whole.map(({ atMs }) => atMs), keep);
  const staying = new Set(
    whole.filter(({ atMs }) => kept.has(atMs)).flatMap(({ name }) => [name, manifestPath(name)]),
  );
  const going = names.filter((name) => name.startsWith(nameStart(storeId)) && !staying.has(name));
  for (const name of going.toSorted((a, b) => Number(isManifest(b)) - Number(isManifest(a)))) {
    await target.remove(name);
  }
}

function isManifest(name: string): boolean {
  return name.endsWith(".json");
}

function manifestText(manifest: Manifest): string {
  return `${JSON.stringify(manifest, null, 2)}\n`;
}

async function removeFolder(folder: string): Promise<void> {
  try {
    await Deno.remove(folder, { recursive: true });
  } catch (error) {
    if (!(error instanceof Deno.errors.NotFound)) throw error;
  }
}

import { basename, dirname, join } from "node:path";
import { BackupRefused } from "./backup_refused.ts";
import { createPrivate, exists, fingerprint, manifestPath, sync } from "./files.ts";
import { inspect } from "./inspect.ts";
import type { Manifest } from "./schema.ts";
import { snapshot } from "./snapshot.ts";

export interface BackupOptions {
  /** The store's file; it may be in use. */
  store: string;
  /** Where the backup goes; the manifest stands beside it. Neither may be there. */
  file: string;
  now: () => number;
  random: (bytes: number) => Uint8Array;
}

/**
 * Copies a store as it is at one moment, reads the copy from end to end, and only then gives it its name. Throws
 * BackupRefused, and leaves nothing behind, when it cannot be done. Secrets stay sealed.
 */
export async function writeBackup({ store, file, now, random }: BackupOptions): Promise<Manifest> {
  if (!await exists(store)) throw new BackupRefused(`There is no store "${store}"; set DATA_DIR or KV_URL`);
  for (const path of [file, manifestPath(file)]) {
    if (await exists(path)) throw new BackupRefused(`"${path}" is there already; give another name`);
  }
  const work = await workFolder(dirname(file));
  try {
    const copy = join(work, basename(file));
    const created_at = new Date(now()).toISOString();
    await snapshot(store, copy);
    const { storeId, schema, records } = await inspectCopyOf(copy, { work, random });
    const manifest: Manifest = {
      ...{ v: 1, product: "andon", created_at, store_id: storeId, schema },
      ...await fingerprint(copy),
      records,
    };
    await writeManifest(manifestPath(copy), manifest);
    await publish(copy, file);
    return manifest;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

/** Beside the target, so that moving is one step; only its owner looks into it. */
async function workFolder(folder: string): Promise<string> {
  try {
    return await Deno.makeTempDir({ dir: folder, prefix: ".andon-backup-" });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new BackupRefused(`There is no folder "${folder}"; make it first, or give another`);
    }
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new BackupRefused(`The folder "${folder}" cannot be written to: ${reason}`);
  }
}

/** Opening a copy changes it, so a second one is opened. */
async function inspectCopyOf(
  copy: string,
  { work, random }: { work: string; random: BackupOptions["random"] },
) {
  const opened = join(work, "opened.sqlite");
  await Deno.copyFile(copy, opened);
  return await inspect(opened, { random });
}

async function writeManifest(path: string, manifest: Manifest): Promise<void> {
  using file = await createPrivate(path);
  const bytes = new TextEncoder().encode(`${JSON.stringify(manifest, null, 2)}\n`);
  for (let written = 0; written < bytes.length;) written += await file.write(bytes.subarray(written));
  await file.sync();
}

/** The names are reserved first, so that no backup replaces another; the manifest comes last and makes it whole. */
async function publish(copy: string, file: string): Promise<void> {
  const moves = [{ from: copy, to: file }, { from: manifestPath(copy), to: manifestPath(file) }];
  const reserved: string[] = [];
  try {
    for (const { to } of moves) {
      (await createPrivate(to)).close();
      reserved.push(to);
    }
    for (const { from, to } of moves) await Deno.rename(from, to);
  } catch (error) {
    for (const path of reserved) await Deno.remove(path);
    throw error;
  }
  await sync(dirname(file));
}

import { basename, dirname, join } from "node:path";
import { BackupRefused } from "./backup_refused.ts";
import { createPrivate, exists, fingerprint, manifestPath, sync } from "./files.ts";
import { inspect } from "./inspect.ts";
import type { Manifest } from "./schema.ts";
import { snapshot } from "./snapshot.ts";

export interface BackupOptions {
  /** The store's file; it may be in use. */
  store: string;
  /** The backup's path; the manifest goes beside it. Neither may exist. */
  file: string;
  now: () => number;
  random: (bytes: number) => Uint8Array;
}

/**
 * Copies a consistent state of a store, reads all of the copy, and only then gives it its name. Throws
 * BackupRefused, and leaves no files, when that fails. Secrets stay encrypted.
 */
export async function writeBackup({ store, file, now, random }: BackupOptions): Promise<Manifest> {
  if (!await exists(store)) throw new BackupRefused(`There is no store "${store}"; set DATA_DIR or KV_URL`);
  for (const path of [file, manifestPath(file)]) {
    if (await exists(path)) throw new BackupRefused(`"${path}" exists already; choose another name`);
  }
  const work = await workFolder(dirname(file));
  try {
    const copy = join(work, basename(file));
    const created_at = new Date(now()).toISOString();
    await snapshot(store, copy);
    const { storeId, schema, secretsKey, records } = await inspectCopyOf(copy, { work, random });
    const manifest: Manifest = {
      v: 1,
      product: "andon",
      created_at,
      store_id: storeId,
      schema,
      secrets_key: secretsKey,
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

/** Beside the target, so that the move is one step; readable by its owner only. */
async function workFolder(folder: string): Promise<string> {
  try {
    return await Deno.makeTempDir({ dir: folder, prefix: ".andon-backup-" });
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) {
      throw new BackupRefused(`There is no folder "${folder}"; create it first, or choose another`);
    }
    const reason = error instanceof Error ? error.message.split("\n")[0] : String(error);
    throw new BackupRefused(`The folder "${folder}" cannot be written to: ${reason}`);
  }
}

/** Opening a copy changes it, so a second copy is opened. */
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

/** Reserves both names first, so that no backup replaces another; the manifest is moved last and completes it. */
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

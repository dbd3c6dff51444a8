import { dirname, join } from "node:path";
import { storedHead } from "../audit_seals/stored_head.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import { kvBackend } from "../store/backend.ts";
import { type FileLock, lockBeside } from "../store/lock.ts";
import { fingerprintOf, type SecretsKeys } from "../secrets.ts";
import { openStore } from "../store/store.ts";
import { type AuditDraft, auditMutation, newAudit } from "../writes/audit.ts";
import { BackupRefused } from "./backup_refused.ts";
import { exists, fingerprint, manifestPath, sync } from "./files.ts";
import { inspect } from "./inspect.ts";
import { type Manifest, readManifest } from "./schema.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";

/** A backup, wherever it is. */
export interface StoredBackup {
  manifest: Manifest;
  /** Writes it to a file that does not exist. */
  fetch(file: string): Promise<void>;
}

export interface RestoreOptions {
  /** The path of its file, with its manifest beside it, or where else it is. */
  backup: string | StoredBackup;
  /** Must be empty or absent. Not given: only the store comes back into a folder with other files. */
  dataDir?: string;
  /** The path of the store's file, in `dataDir` or elsewhere. */
  store: string;
  /** Must decrypt its secrets. */
  secretsKeys: SecretsKeys;
  random: (bytes: number) => Uint8Array;
}

/**
 * Restores a backup to a path without a store: checks it against its manifest, decrypts and reads all of it,
 * records the restore in its audit log, then moves it in one step. Throws BackupRefused, and leaves no files, when anything is wrong.
 */
export async function restoreBackup(options: RestoreOptions): Promise<Manifest> {
  const { backup, dataDir, store } = options;
  const { manifest, fetch } = typeof backup === "string" ? await localBackup(backup) : backup;
  await requireNothingThere(dataDir, store);
  const work = await Deno.makeTempDir({
    dir: await nearestFolder(dirname(store)),
    prefix: ".andon-restore-",
  });
  try {
    const copy = join(work, "store.sqlite");
    await fetch(copy);
    await Deno.chmod(copy, 0o600);
    await checkFingerprint(copy, manifest);
    await checkContent(copy, { manifest, options, work });
    await recordRestore(copy, { manifest, options });
    await sync(copy);
    await moveIn(copy, store);
    return manifest;
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function localBackup(file: string): Promise<StoredBackup> {
  for (const path of [file, manifestPath(file)]) {
    if (!await exists(path)) {
      throw new BackupRefused(`There is no "${path}"; a backup consists of its file and its manifest`);
    }
  }
  const manifest = readManifest(await Deno.readTextFile(manifestPath(file)));
  if (manifest === undefined) {
    throw new BackupRefused(`"${manifestPath(file)}" is not the manifest of a backup`);
  }
  return { manifest, fetch: (copy) => Deno.copyFile(file, copy) };
}

async function requireNothingThere(dataDir: string | undefined, store: string): Promise<void> {
  if (dataDir !== undefined && await exists(dataDir)) {
    for await (const { name } of Deno.readDir(dataDir)) {
      throw new BackupRefused(
        `DATA_DIR "${dataDir}" is not empty (it contains ${name}); restore into an empty folder`,
      );
    }
  }
  await requireNoStore(store);
}

/** Leftover SQLite files beside the store would be read as parts of the restored one. */
async function requireNoStore(store: string): Promise<void> {
  for (const path of [store, `${store}-wal`, `${store}-shm`, `${store}-journal`]) {
    if (await exists(path)) throw new BackupRefused(`"${path}" exists already; restore to another place`);
  }
}

/** The folder or its closest existing parent: a move from there is one step. */
async function nearestFolder(folder: string): Promise<string> {
  while (!await exists(folder) && dirname(folder) !== folder) folder = dirname(folder);
  return folder;
}

async function checkFingerprint(copy: string, manifest: Manifest): Promise<void> {
  const { bytes, sha256 } = await fingerprint(copy);
  if (bytes !== manifest.bytes) {
    throw new BackupRefused(
      `The backup has ${bytes} bytes, but its manifest says ${manifest.bytes}: it is damaged`,
    );
  }
  if (sha256 !== manifest.sha256) {
    throw new BackupRefused("The backup's SHA-256 differs from the one in its manifest: it is damaged");
  }
}

interface Content {
  manifest: Manifest;
  options: RestoreOptions;
  work: string;
}

/** Opening a copy changes it, so a second copy is opened. */
async function checkContent(copy: string, { manifest, options, work }: Content): Promise<void> {
  const opened = join(work, "opened.sqlite");
  await Deno.copyFile(copy, opened);
  const { secretsKeys, random } = options;
  requireKey(manifest, secretsKeys);
  const { storeId, records } = await inspect(opened, { secretsKeys, random });
  if (storeId !== manifest.store_id || !sameCounts(records, manifest.records)) {
    throw new BackupRefused("The backup contains other records than its manifest says: it is damaged");
  }
}

/**
 * An audit entry that names the backup and the head of its audit log, from which the restored log goes on; and a mark
 * for the notifier, which then tells nothing that was due in the backup.
 */
async function recordRestore(
  copy: string,
  { manifest, options: { random } }: Pick<Content, "manifest" | "options">,
): Promise<void> {
  const store = await openStore({ backend: kvBackend(await Deno.openKv(copy)), random });
  try {
    const draft: AuditDraft = {
      who: "Andon",
      action: "restored",
      resource_type: "store",
      resource_id: manifest.store_id,
      after: {
        backup_created_at: manifest.created_at,
        sha256: manifest.sha256,
        head: await storedHead(store),
      },
    };
    const entry = newAudit(draft, { nowMs: Date.now(), random: () => random(1)[0]! / 256 });
    const restored = { v: 1, at_ms: Date.now() };
    await store.commit({
      mutations: [
        auditMutation(entry),
        { type: "set", key: keys.notificationsRestored(), value: restored },
      ],
    }, MAIN_LANE);
  } finally {
    await store.close();
  }
}

/** Names the key that is missing. What has no fingerprint is only tried. */
function requireKey({ secrets_key: fingerprint }: Manifest, { current, previous }: SecretsKeys): void {
  const given = [current, ...previous ? [previous] : []].map(fingerprintOf);
  if (fingerprint === undefined || given.includes(fingerprint)) return;
  throw new BackupRefused(
    `SECRETS_KEY does not decrypt the backup: use the key with the fingerprint ${fingerprint}; this one has ${
      given[0]
    }`,
  );
}

function sameCounts(these: Record<string, number>, those: Record<string, number>): boolean {
  return Object.keys({ ...these, ...those }).every((noun) => these[noun] === those[noun]);
}

/** Under the store's lock, so that no Andon starts on it meanwhile. */
async function moveIn(copy: string, store: string): Promise<void> {
  await Deno.mkdir(dirname(store), { recursive: true, mode: 0o700 });
  const lock = await lockOf(store);
  try {
    await requireNoStore(store);
    await Deno.rename(copy, store);
    await sync(dirname(store));
  } finally {
    lock.release();
  }
}

async function lockOf(store: string): Promise<FileLock> {
  try {
    return await lockBeside(store);
  } catch (error) {
    throw new BackupRefused(errorSentence(error));
  }
}

import { join } from "node:path";
import type { Key } from "../../domain/shared/commit.ts";
import { exists } from "../backup/files.ts";
import { BackupRefused } from "../backup/backup_refused.ts";
import { keys } from "../keys.ts";
import { kvBackend } from "../store/backend.ts";
import { lockBeside } from "../store/lock.ts";
import { Secrets, type SecretsKeys } from "../secrets.ts";
import { KvStore } from "../store/store.ts";
import { decoded } from "./first_key.ts";
import { keyFingerprint, sealedPublicKey, storedPublicKey } from "./signing_key.ts";
import { type AuditVerification, verifyAudit } from "./verify.ts";
import type { HeadState } from "./block.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";

export interface VerifyFileOptions {
  keptHead?: HeadState;
  /** The fingerprint of the signing key, kept elsewhere. */
  keptKey?: string;
  /** Opens the sealed key, to which the one that signed is compared. Throws WrongSecretsKey for that of another store. */
  secretsKeys?: SecretsKeys;
  random: (bytes: number) => Uint8Array;
}

export interface VerifiedFile {
  verification: AuditVerification;
  /** Of the key in the file; null if it has none that can be decoded. */
  keyFingerprint: string | null;
}

/** Verifies the audit log of a store's file. Throws BackupRefused when a process uses it. */
export async function verifyStore(path: string, options: VerifyFileOptions): Promise<VerifiedFile> {
  await requireFile(path);
  const lock = await lockBeside(path).catch((error) => {
    const reason = errorSentence(error);
    throw new BackupRefused(`${reason}; verify a running Andon in its console, or a backup of it`);
  });
  try {
    return await verifyOpened(path, options);
  } finally {
    lock.release();
  }
}

/** The same of a backup, which is copied first: opening a file changes it. */
export async function verifyBackup(path: string, options: VerifyFileOptions): Promise<VerifiedFile> {
  await requireFile(path);
  const work = await Deno.makeTempDir({ prefix: "andon-audit-" });
  try {
    const copy = join(work, "store.sqlite");
    await Deno.copyFile(path, copy);
    await Deno.chmod(copy, 0o600);
    return await verifyOpened(copy, options);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function requireFile(path: string): Promise<void> {
  if (!await exists(path)) throw new BackupRefused(`There is no file "${path}"`);
}

async function verifyOpened(path: string, options: VerifyFileOptions): Promise<VerifiedFile> {
  const { keptHead, keptKey, random, secretsKeys } = options;
  const store = new KvStore({ backend: kvBackend(await Deno.openKv(path)), random });
  try {
    if (await isAbsent(store, keys.auditKey()) && await isAbsent(store, keys.auditHead())) {
      throw new BackupRefused(`The audit log of "${path}" has no seals; the first start with them seals it`);
    }
    const stored = await storedPublicKey(store);
    const publicKey = secretsKeys === undefined
      ? stored
      : await sealedPublicKey(store, await Secrets.open(store, secretsKeys, random));
    const meta = await decoded(store.get<{ id?: string } | null>(keys.meta("store")), () => undefined);
    const storeId = meta?.value?.id ?? "";
    const verification = await verifyAudit(store, { storeId, publicKey, keptHead, keptKey });
    return { verification, keyFingerprint: stored === undefined ? null : keyFingerprint(stored) };
  } finally {
    await store.close();
  }
}

function isAbsent(store: KvStore, key: Key): Promise<boolean> {
  return decoded(store.get(key).then((found) => found === undefined), () => false);
}

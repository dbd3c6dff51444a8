import { join } from "node:path";
import { exists } from "../backup/files.ts";
import { BackupRefused } from "../backup/backup_refused.ts";
import type { AuditVerification, HeadState } from "../audit_contract.ts";
import { keys } from "../keys.ts";
import { kvBackend } from "../store/backend.ts";
import { lockBeside } from "../store/lock.ts";
import { openStore } from "../store/store.ts";
import { type AuditKeyRecord, keyFingerprint } from "./signing_key.ts";
import { verifyAudit } from "./verify.ts";

export interface VerifyFileOptions {
  keptHead?: HeadState;
  random: (bytes: number) => Uint8Array;
}

export interface VerifiedFile {
  verification: AuditVerification;
  /** Of the key in the file: compare it with the one that the console shows. */
  keyFingerprint: string;
}

/** Verifies the audit log of a store's file. Throws BackupRefused when a process uses it. */
export async function verifyStore(path: string, options: VerifyFileOptions): Promise<VerifiedFile> {
  await requireFile(path);
  const lock = await lockBeside(path).catch((error) => {
    const reason = error instanceof Error ? error.message : String(error);
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

async function verifyOpened(path: string, { keptHead, random }: VerifyFileOptions): Promise<VerifiedFile> {
  const store = await openStore({ backend: kvBackend(await Deno.openKv(path)), random });
  try {
    const key = await store.get<AuditKeyRecord>(keys.auditKey());
    const meta = await store.get<{ id?: string }>(keys.meta("store"));
    if (key === undefined) {
      throw new BackupRefused(`The audit log of "${path}" has no seals; the first start with them seals it`);
    }
    const { public_key: publicKey } = key.value;
    const verification = await verifyAudit(store, { storeId: meta?.value.id ?? "", publicKey, keptHead });
    return { verification, keyFingerprint: keyFingerprint(publicKey) };
  } finally {
    await store.close();
  }
}

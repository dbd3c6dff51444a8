import { resolve } from "node:path";
import { SettingsError } from "../settings/settings_error.ts";
import type { AuditProblem, AuditVerification, HeadState } from "../storage/audit_contract.ts";
import { verifyBackup, verifyStore } from "../storage/audit_seals/verify_file.ts";
import { readHead } from "../storage/audit_seals/block.ts";
import { BackupRefused } from "../storage/backup/backup_refused.ts";
import { readSettings, storeFile } from "./backup.ts";

const USAGE = "Use: audit verify [backup file] [--head=<block>:<entries>:<hash>]";

/**
 * `deno task audit verify [file] [--head=…]`: verifies the sealed audit log of a store that no process uses, or of a
 * backup. The exit code is 1 when something does not fit.
 */
export async function runAudit([what, ...args]: string[]): Promise<number> {
  const heads = args.filter((arg) => arg.startsWith("--head=")).map((arg) => arg.slice("--head=".length));
  const files = args.filter((arg) => !arg.startsWith("-"));
  if (
    what !== "verify" || files.length > 1 || heads.length > 1 || files.length + heads.length < args.length
  ) {
    throw new SettingsError(USAGE);
  }
  const keptHead = heads.map(headOf).at(0), [file] = files;
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const path = file === undefined ? storeFile(readSettings(), "audit") : resolve(file);
  try {
    const verify = file === undefined ? verifyStore : verifyBackup;
    const { verification, keyFingerprint } = await verify(path, { keptHead, random });
    console.log(textOf(path, { verification, keyFingerprint }));
    return verification.is_whole ? 0 : 1;
  } catch (error) {
    if (error instanceof BackupRefused) throw new SettingsError(error.message);
    throw error;
  }
}

function headOf(text: string): HeadState {
  const head = readHead(text);
  if (head === undefined) throw new SettingsError(`"${text}" is not a head of the audit log. ${USAGE}`);
  return head;
}

function textOf(
  path: string,
  { verification, keyFingerprint }: { verification: AuditVerification; keyFingerprint: string },
): string {
  const { blocks, entries, expired, unsealed, head, problems, is_whole } = verification;
  const counts = `${counted(entries, "entry", "entries")} in ${counted(blocks, "block", "blocks")} ` +
    `(${expired} removed by retention, ${unsealed} not sealed yet)`;
  const facts = `${counts}; head ${head}; key ${keyFingerprint}`;
  if (is_whole) return `The audit log of ${path} is whole: ${facts}`;
  return [`The audit log of ${path} is NOT whole: ${facts}`, ...problems.map(lineOf)].join("\n");
}

function lineOf({ block, entry_id, problem }: AuditProblem): string {
  const text = problem.replace("_", " ");
  return entry_id === null ? `  block ${block}: ${text}` : `  block ${block}: entry ${entry_id} ${text}`;
}

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

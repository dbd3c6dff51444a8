import { resolve } from "node:path";
import { SettingsError } from "../settings/settings_error.ts";
import { type VerifiedFile, verifyBackup, verifyStore } from "../storage/audit_seals/verify_file.ts";
import { type HeadState, readHead } from "../storage/audit_seals/block.ts";
import { WrongSecretsKey } from "../storage/secrets.ts";
import { UndecodableValue } from "../storage/store/undecodable.ts";
import { BackupRefused } from "../storage/backup/backup_refused.ts";
import { readSettings, storeFile } from "./backup.ts";
import type { AuditProblem } from "../storage/audit_seals/verify.ts";

const USAGE = "Use: audit verify [backup file] [--head=<block>:<entries>:<hash>] [--key=<fingerprint>]";

/**
 * `deno task audit verify [file] [--head=…] [--key=…]`: verifies the sealed audit log of a store that no process uses, or of a
 * backup. The exit code is 1 when something does not fit.
 */
export async function runAudit([what, ...args]: string[]): Promise<number> {
  const after = (name: string) =>
    args.filter((arg) => arg.startsWith(name)).map((arg) => arg.slice(name.length));
  const heads = after("--head="), keys = after("--key=");
  const files = args.filter((arg) => !arg.startsWith("-"));
  const isUnknown = files.length + heads.length + keys.length < args.length;
  if (what !== "verify" || [files, heads, keys].some(({ length }) => length > 1) || isUnknown) {
    throw new SettingsError(USAGE);
  }
  const keptHead = heads.map(headOf).at(0), keptKey = keys.map(fingerprintIn).at(0), [file] = files;
  const random = (count: number) => crypto.getRandomValues(new Uint8Array(count));
  const settings = readSettings(), { secretsKey, secretsKeyPrevious: previous } = settings;
  const path = file === undefined ? storeFile(settings, "audit") : resolve(file);
  const secretsKeys = secretsKey === null ? undefined : { current: secretsKey, previous };
  try {
    const verify = file === undefined ? verifyStore : verifyBackup;
    const found = await verify(path, { keptHead, keptKey, secretsKeys, random });
    console.log(textOf(path, found));
    const isKeyChecked = secretsKeys !== undefined || keptKey !== undefined;
    for (const line of notChecked({ isKeyChecked, isHeadChecked: keptHead !== undefined })) console.log(line);
    return found.verification.is_whole ? 0 : 1;
  } catch (error) {
    if (error instanceof WrongSecretsKey) {
      throw new SettingsError(`${error.message}, or unset it and give --key`);
    }
    if (error instanceof BackupRefused || error instanceof UndecodableValue) {
      throw new SettingsError(error.message);
    }
    throw error;
  }
}

/** What this run leaves open. */
function notChecked(
  { isKeyChecked, isHeadChecked }: { isKeyChecked: boolean; isHeadChecked: boolean },
): string[] {
  const lines: string[] = [];
  if (!isKeyChecked) {
    lines.push(
      "Not checked: whether Andon's own key signed the log. Set SECRETS_KEY or give --key=<fingerprint>.",
    );
  }
  if (!isHeadChecked) {
    lines.push(
      "Not checked: whether the newest blocks were cut off. Give --head=<a head that was kept elsewhere>.",
    );
  }
  return lines;
}

function fingerprintIn(text: string): string {
  if (/^[0-9a-f]{16}$/i.test(text)) return text.toLowerCase();
  throw new SettingsError(`"${text}" is not a fingerprint of a key: 16 hexadecimal digits. ${USAGE}`);
}

function headOf(text: string): HeadState {
  const head = readHead(text);
  if (head === undefined) throw new SettingsError(`"${text}" is not a head of the audit log. ${USAGE}`);
  return head;
}

function textOf(
  path: string,
  { verification, keyFingerprint }: VerifiedFile,
): string {
  const { blocks, entries, expired, unsealed, head, problems, is_whole } = verification;
  const counts = `${counted(entries, "entry", "entries")} in ${counted(blocks, "block", "blocks")} ` +
    `(${expired} removed by retention, ${unsealed} not sealed yet)`;
  const facts = `${counts}; head ${head}; key ${keyFingerprint ?? "none"}`;
  if (is_whole) return `The audit log of ${path} is whole: ${facts}`;
  return [`The audit log of ${path} is NOT whole: ${facts}`, ...problems.map(problemText)].join("\n");
}

function problemText({ block, entry_id, problem }: AuditProblem): string {
  const text = PROBLEM_TEXTS[problem] ?? problem.replace("_", " ");
  return entry_id === null ? `  block ${block}: ${text}` : `  block ${block}: entry ${entry_id} ${text}`;
}

const PROBLEM_TEXTS: Partial<Record<AuditProblem["problem"], string>> = {
  undecodable: "cannot be decoded",
  head: "the record of the last block is missing or cannot be decoded",
  key: "the key is not the sealed or kept one",
};

function counted(count: number, one: string, many: string): string {
  return `${count} ${count === 1 ? one : many}`;
}

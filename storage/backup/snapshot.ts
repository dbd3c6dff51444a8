import { backup, DatabaseSync } from "node:sqlite";
import { BackupRefused } from "./backup_refused.ts";
import { createPrivate, sync } from "./files.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";

const BUSY_MS = 10_000;
/** In one step, so that no write comes between and begins the copy anew. */
const ALL_PAGES = 2 ** 31 - 1;

/**
 * Copies a consistent state of a store's file while another process writes to it: Deno KV uses SQLite with a
 * write-ahead log, of which a second connection reads one state. Throws BackupRefused when it cannot be read.
 */
export async function snapshot(store: string, to: string): Promise<void> {
  (await createPrivate(to)).close();
  try {
    const database = new DatabaseSync(store, { readOnly: true, timeout: BUSY_MS });
    try {
      await backup(database, to, { rate: ALL_PAGES });
    } finally {
      database.close();
    }
    checkPages(to);
  } catch (error) {
    throw new BackupRefused(`The store "${store}" cannot be copied: ${reasonOf(error)}`);
  }
  await sync(to);
}

/** Throws an Error for damaged pages, on which Deno KV would end the process. */
function checkPages(file: string): void {
  const database = new DatabaseSync(file, { readOnly: true });
  try {
    const [found] = database.prepare("PRAGMA integrity_check(1)").all();
    if (found?.integrity_check !== "ok") throw new Error(String(found?.integrity_check));
  } finally {
    database.close();
  }
}

function reasonOf(error: unknown): string {
  return errorSentence(error).split("\n")[0]!;
}

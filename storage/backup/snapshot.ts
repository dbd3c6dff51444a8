import { DatabaseSync } from "node:sqlite";
import { BackupRefused } from "./backup_refused.ts";
import { createPrivate, sync } from "./files.ts";

const BUSY_MS = 10_000;

/**
 * Copies a consistent state of a store's file while another process writes to it: Deno KV uses SQLite with a
 * write-ahead log, of which a second connection reads one state. Throws BackupRefused when it cannot be read.
 */
export async function snapshot(store: string, to: string): Promise<void> {
  (await createPrivate(to)).close();
  try {
    const database = new DatabaseSync(store, { readOnly: true, timeout: BUSY_MS });
    try {
      database.prepare("VACUUM INTO ?").run(to);
    } finally {
      database.close();
    }
  } catch (error) {
    throw new BackupRefused(`The store "${store}" cannot be copied: ${reasonOf(error)}`);
  }
  await sync(to);
}

function reasonOf(error: unknown): string {
  return (error instanceof Error ? error.message : String(error)).split("\n")[0];
}

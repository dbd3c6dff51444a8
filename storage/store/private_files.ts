import { basename, dirname } from "node:path";
import type { Log } from "../../domain/shared/log.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";

/** The rights of other users: group and everybody. */
const OTHERS = 0o077;

/** Files of a store: SQLite gives the log and its index the rights of the database. */
const SUFFIXES = ["", "-wal", "-shm", "-journal", ".lock"];

/** Files beside the store that Andon writes too: dev's secrets, and backups. */
const BESIDE = /^(admin|admin_password|secrets_key|andon-backup-.*)$/;

/** Windows keeps no such modes. */
const HAS_MODES = Deno.build.os !== "windows";

/**
 * Creates the store's folder, readable by its owner only, and takes the rights of other users away from a folder
 * and files that exist. A folder that holds anything else is left as it is. Rights that cannot be taken away are a
 * warning that names the command.
 */
export async function keepPrivate(path: string, log: Log): Promise<void> {
  const folder = dirname(path);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  if (!HAS_MODES) return;
  for (const suffix of SUFFIXES) await closeToOthers(`${path}${suffix}`, log);
  const mode = await openMode(folder);
  if (mode === undefined) return;
  if (await holdsOnlyAndon(path)) return await closeToOthers(folder, log);
  log("warn", `Other users can open the folder "${folder}", which holds more than Andon's files`, {
    mode: octal(mode),
    remedy: `chmod 700 "${folder}"`,
  });
}

async function closeToOthers(path: string, log: Log): Promise<void> {
  const mode = await openMode(path);
  if (mode === undefined) return;
  try {
    // The owner's own rights stay: a file that was made read-only is not to become writable.
    await Deno.chmod(path, mode & ~OTHERS);
    log("info", `Other users could open "${path}"; only its owner can`, { mode: octal(mode) });
  } catch (error) {
    log("warn", `Other users can open "${path}", and Andon may not change that`, {
      mode: octal(mode),
      reason: errorSentence(error),
      remedy: `chmod ${octal(mode & ~OTHERS)} "${path}" as its owner`,
    });
  }
}

/** The permissions of what other users have a right to; undefined for what is absent or private. */
async function openMode(path: string): Promise<number | undefined> {
  try {
    const { mode } = await Deno.stat(path);
    return mode === null || (mode & OTHERS) === 0 ? undefined : mode & 0o777;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

async function holdsOnlyAndon(path: string): Promise<boolean> {
  const store = basename(path), folder = dirname(path);
  for await (const { name } of Deno.readDir(folder)) {
    if (!name.startsWith(store) && !BESIDE.test(name)) return false;
  }
  return true;
}

function octal(mode: number): string {
  return mode.toString(8);
}

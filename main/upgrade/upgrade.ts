import { basename, dirname, join } from "node:path";
import type { Ms } from "../../domain/shared/time.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import type { Settings } from "../../settings/types.ts";
import { restoreBackup } from "../../storage/backup/restore.ts";
import { writeBackup } from "../../storage/backup/write.ts";
import { randomBytes } from "../random_bytes.ts";
import { backupFolder } from "../service/layout.ts";
import { run } from "../service/programs.ts";
import type { Supervisor } from "../service/supervisor.ts";
import { untilReady } from "../service/until_ready.ts";
import { giveTo, type Owner, ownerOf } from "./ownership.ts";

/** An Andon of this machine that a supervisor runs. */
export interface Installed {
  /** The link to the folder of its bundle. */
  link: string;
  settings: Settings & { secretsKey: Uint8Array<ArrayBuffer> };
  /** The path of the store's file. */
  store: string;
  supervisor: Supervisor;
  /** How long a bundle may take to become ready, besides three times what the trial of its migration took. */
  readyMs: Ms;
  say(sentence: string): void;
}

/**
 * Replaces the bundle that runs by another one that is unpacked already. Resolves to false when the new one did not
 * become ready, and the old one and the store as it was are back. Throws, with the old one running as before, when the
 * new one cannot use the store.
 */
export async function upgrade(folder: string, installed: Installed): Promise<boolean> {
  const { link, store, supervisor, say } = installed;
  const old = await Deno.readLink(link), owner = await ownerOf(store);
  say("Tries the migration on a copy of the store");
  const triedAt = performance.now();
  await tryWith(folder, { installed, owner });
  const withinMs = installed.readyMs + 3 * (performance.now() - triedAt);
  say("Stops Andon and backs up");
  let backup: string;
  try {
    await supervisor.stop();
    backup = await backUp(installed, owner);
  } catch (error) {
    await supervisor.start();
    throw error;
  }
  say(`The backup is ${backup}`);
  say(`Links ${link} to ${basename(folder)} and starts it`);
  if (await runs(basename(folder), { installed, withinMs })) return true;
  say("The new Andon did not become ready; the old one and the backup come back");
  await supervisor.stop();
  await bringBack(backup, { installed, owner });
  if (await runs(old, { installed, withinMs })) return false;
  throw new Error(`Andon is back as it was, but not ready; its log says why. The backup is ${backup}`);
}

/** The new program migrates a copy, as the user to whom the store belongs. */
async function tryWith(
  folder: string,
  { installed, owner }: { installed: Installed; owner: Owner },
): Promise<void> {
  const { store, settings } = installed;
  const work = await Deno.makeTempDir({ dir: dirname(store), prefix: ".andon-upgrade-" });
  try {
    const file = join(work, "store.sqlite");
    await writeBackup({ store, file, now: Date.now, random: randomBytes });
    await giveTo(owner, work, file, `${file}.json`);
    await run([`${folder}/andon`, "upgrade", "--try", file], {
      cwd: work,
      env: secretsOf(settings),
      ...owner,
    });
  } catch (error) {
    throw new Error(`The new Andon cannot use the store: ${errorSentence(error)}. Nothing was changed`);
  } finally {
    await Deno.remove(work, { recursive: true });
  }
}

async function backUp({ settings, store }: Installed, owner: Owner): Promise<string> {
  const folder = backupFolder(settings);
  await Deno.mkdir(folder, { recursive: true, mode: 0o700 });
  const file = join(folder, `before-upgrade-${stamp()}.sqlite`);
  await writeBackup({ store, file, now: Date.now, random: randomBytes });
  await giveTo(owner, folder, file, `${file}.json`);
  return file;
}

/** By value: the user of the store may not read the files of the secrets. */
function secretsOf({ secretsKey, secretsKeyPrevious }: Installed["settings"]): Record<string, string> {
  return {
    SECRETS_KEY: secretsKey.toBase64(),
    ...secretsKeyPrevious === null ? {} : { SECRETS_KEY_PREVIOUS: secretsKeyPrevious.toBase64() },
  };
}

/** Links to a bundle in one step, starts it, and waits until it is ready. */
async function runs(
  bundle: string,
  { installed: { link, settings, supervisor, say }, withinMs }: { installed: Installed; withinMs: Ms },
): Promise<boolean> {
  const next = `${link}.next`;
  await Deno.remove(next).catch(() => {});
  await Deno.symlink(bundle, next);
  await Deno.rename(next, link);
  try {
    await supervisor.start();
    return await untilReady(settings, { supervisor, withinMs });
  } catch (error) {
    say(errorSentence(error));
    return false;
  }
}

/** The store that the new program has left is kept beside the one that comes back. */
async function bringBack(
  backup: string,
  { installed: { store, settings, say }, owner }: { installed: Installed; owner: Owner },
): Promise<void> {
  const aside = `${store}.not-upgraded-${stamp()}`, restored = `${store}.restored-${stamp()}`;
  const { secretsKey: current, secretsKeyPrevious: previous } = settings;
  // Whole before the other one goes: Andon would begin with an empty store where there is none.
  await restoreBackup({
    backup,
    store: restored,
    secretsKeys: { current, previous },
    random: randomBytes,
  });
  await giveTo(owner, restored);
  for (const part of ["-wal", "-shm", ""]) await Deno.rename(store + part, aside + part).catch(ignoreAbsent);
  await Deno.rename(restored, store);
  await Deno.remove(`${restored}.lock`).catch(ignoreAbsent);
  say(`The store as the new Andon left it is ${aside}`);
}

function ignoreAbsent(error: unknown): void {
  if (!(error instanceof Deno.errors.NotFound)) throw error;
}

/** `20260131T081502Z` */
function stamp(): string {
  return new Date().toISOString().replace(/\.\d+|[-:]/g, "");
}

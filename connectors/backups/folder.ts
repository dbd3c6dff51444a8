import { join } from "node:path";
import type { BackupTarget } from "../../domain/backup/target.ts";

/** A folder of this machine, which may be a share of another one. */
export function folderTarget(folder: string): BackupTarget {
  const at = (name: string) => join(folder, name);
  return {
    names: () => Array.fromAsync(Deno.readDir(folder), ({ name }) => name),
    async store(file, name) {
      await whole(at(name), (part) => Deno.copyFile(file, part));
    },
    fetch: (name, file) => Deno.copyFile(at(name), file),
    async storeText(name, text) {
      await whole(at(name), (part) => Deno.writeTextFile(part, text, { mode: 0o600 }));
    },
    async text(name) {
      return await unlessMissing(Deno.readTextFile(at(name)));
    },
    async remove(name) {
      await unlessMissing(Deno.remove(at(name)));
    },
    async [Symbol.asyncDispose]() {},
  };
}

/** Under its own name only once all of it is on the disk. */
async function whole(path: string, write: (part: string) => Promise<void>): Promise<void> {
  const part = `${path}.part`;
  try {
    await write(part);
    await sync(part);
    await Deno.rename(part, path);
  } catch (error) {
    await unlessMissing(Deno.remove(part));
    throw error;
  }
}

async function sync(path: string): Promise<void> {
  using file = await Deno.open(path, { read: true, write: true });
  await file.sync();
}

async function unlessMissing<T>(work: Promise<T>): Promise<T | undefined> {
  try {
    return await work;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound) return undefined;
    throw error;
  }
}

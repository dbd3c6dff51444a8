import { createHash } from "node:crypto";

export function manifestPath(file: string): string {
  return `${file}.json`;
}

export async function exists(path: string): Promise<boolean> {
  try {
    await Deno.lstat(path);
    return true;
  } catch (error) {
    if (error instanceof Deno.errors.NotFound || error instanceof Deno.errors.NotADirectory) return false;
    throw error;
  }
}

/** The size of a file and its SHA-256 in hex. */
export async function fingerprint(path: string): Promise<{ bytes: number; sha256: string }> {
  const hash = createHash("sha256");
  let bytes = 0;
  using file = await Deno.open(path);
  for await (const chunk of file.readable) {
    hash.update(chunk);
    bytes += chunk.byteLength;
  }
  return { bytes, sha256: hash.digest("hex") };
}

/** Creates a file that only its owner can read. Throws when it exists. */
export async function createPrivate(path: string): Promise<Deno.FsFile> {
  return await Deno.open(path, { read: true, write: true, createNew: true, mode: 0o600 });
}

/** Flushes a file, or a folder's directory entry, to the disk. */
export async function sync(path: string): Promise<void> {
  using opened = await Deno.open(path);
  await opened.sync();
}

/** Held for as long as a process uses a file store. The operating system releases it when the process dies. */
export interface FileLock {
  release(): void;
}

/**
 * Locks the store at `path` by the file `<path>.lock` beside it, which other users cannot open and therefore not
 * lock. Throws at once when another process holds it.
 */
export async function lockBeside(path: string): Promise<FileLock> {
  const file = await Deno.open(`${path}.lock`, { create: true, read: true, write: true, mode: 0o600 });
  if (await file.tryLock(true)) return { release: () => file.close() };
  file.close();
  throw new Error(`The store "${path}" is in use by another process; stop that one first`);
}

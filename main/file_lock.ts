import { sleep } from "../concurrency/sleep.ts";
const RETRY_MS = 50;

/**
 * A lock across processes: waits while another process has locked the file at `path`, then locks it until
 * disposed. After `deadlineMs` it continues without the lock.
 */
export async function lockFile(path: string, { deadlineMs }: { deadlineMs: number }): Promise<Disposable> {
  const file = await Deno.open(path, { create: true, write: true });
  const until = performance.now() + deadlineMs;
  while (!await file.tryLock(true) && performance.now() < until) {
    await sleep(RETRY_MS);
  }
  return file;
}

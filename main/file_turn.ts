const LOOK_AGAIN_MS = 50;

/**
 * One at a time over all processes: waits while another holds the file at `path` locked, then holds it until it is
 * disposed of. After `deadlineMs` it goes on all the same.
 */
export async function fileTurn(path: string, { deadlineMs }: { deadlineMs: number }): Promise<Disposable> {
  const file = await Deno.open(path, { create: true, write: true });
  const until = performance.now() + deadlineMs;
  while (!await file.tryLock(true) && performance.now() < until) {
    await new Promise((resolve) => setTimeout(resolve, LOOK_AGAIN_MS));
  }
  return file;
}

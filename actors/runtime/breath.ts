/** A turn of the event loop for everybody else: long work takes one now and then, so that the shard goes on answering. */
export function breath(): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, 0));
}

/** How long work goes on before others have their turn. */
const LONGEST_MS = 20;

/** Carries out work that is cut in steps, with a breath whenever it has gone on for a while. */
export async function inBreaths<T>(steps: Iterator<unknown, T>): Promise<T> {
  for (let since = performance.now();;) {
    const { done, value } = steps.next();
    if (done) return value;
    if (performance.now() - since < LONGEST_MS) continue;
    await breath();
    since = performance.now();
  }
}

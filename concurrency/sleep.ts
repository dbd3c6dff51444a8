/** Waits at least `ms` milliseconds. Rejects with the signal's reason when it aborts before. */
export type Sleep = (ms: number, signal?: AbortSignal) => Promise<void>;

/** A `Sleep` on the real clock. */
export function sleep(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal?.reason);
    };
    const timer = setTimeout(() => {
      signal?.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal?.addEventListener("abort", stop, { once: true });
  });
}

/** Waits at least `ms`, or until `signal` aborts: then it rejects. */
export type Sleep = (ms: number, signal: AbortSignal) => Promise<void>;

/** A timer that ends early, by rejecting, when the signal aborts. */
export function timerSleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    if (signal.aborted) return reject(signal.reason);
    const stop = () => {
      clearTimeout(timer);
      reject(signal.reason);
    };
    const timer = setTimeout(() => {
      signal.removeEventListener("abort", stop);
      resolve();
    }, ms);
    signal.addEventListener("abort", stop, { once: true });
  });
}

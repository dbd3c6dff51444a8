/** With five connection attempts, an idle page makes at most nine requests a minute. */
export const MAX_BACKGROUND_PER_MINUTE = 4;
const MINUTE_MS = 60_000;

/** Rate-limited background reads of a page; repeated requests with the same key are merged. */
export interface BackgroundReads {
  /** Runs `read` as soon as the limit allows, replacing a waiting read of the same key. Returns a cancel function. */
  soon(key: string, read: () => void): () => void;
  dispose(): void;
}

export interface BackgroundClock {
  now(): number;
  after(delayMs: number, call: () => void): () => void;
}

export const browserClock: BackgroundClock = {
  now: () => performance.now(),
  after(delayMs, call) {
    const timer = setTimeout(call, delayMs);
    return () => clearTimeout(timer);
  },
};

export function createBackgroundReads(clock: BackgroundClock = browserClock): BackgroundReads {
  const waiting = new Map<string, () => void>();
  const startedAt: number[] = [];
  let cancel: (() => void) | undefined;

  function runDue(): void {
    cancel = undefined;
    while (startedAt.length > 0 && clock.now() - startedAt[0] >= MINUTE_MS) startedAt.shift();
    for (const [key, read] of waiting) {
      if (startedAt.length >= MAX_BACKGROUND_PER_MINUTE) break;
      waiting.delete(key);
      startedAt.push(clock.now());
      read();
    }
    schedule();
  }

  function schedule(): void {
    if (waiting.size === 0 || cancel !== undefined) return;
    const isFull = startedAt.length >= MAX_BACKGROUND_PER_MINUTE;
    cancel = clock.after(isFull ? startedAt[0] + MINUTE_MS - clock.now() : 0, runDue);
  }

  return {
    soon(key, read) {
      waiting.set(key, read);
      schedule();
      return () => {
        if (waiting.get(key) === read) waiting.delete(key);
      };
    },
    dispose() {
      waiting.clear();
      cancel?.();
    },
  };
}

/** With five tries to connect, an open page makes at most nine requests a minute by itself. */
export const MOST_BACKGROUND_A_MINUTE = 4;
const MINUTE_MS = 60_000;

/** What a page reads without being asked to: each work once however often it is named, never more than so many a minute. */
export interface BackgroundReads {
  /** Runs `read` as soon as it may; the newest of a key replaces the one that waits. The function ends the wait. */
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

  function turn(): void {
    cancel = undefined;
    while (startedAt.length > 0 && clock.now() - startedAt[0] >= MINUTE_MS) startedAt.shift();
    for (const [key, read] of waiting) {
      if (startedAt.length >= MOST_BACKGROUND_A_MINUTE) break;
      waiting.delete(key);
      startedAt.push(clock.now());
      read();
    }
    plan();
  }

  function plan(): void {
    if (waiting.size === 0 || cancel !== undefined) return;
    const isFull = startedAt.length >= MOST_BACKGROUND_A_MINUTE;
    cancel = clock.after(isFull ? startedAt[0] + MINUTE_MS - clock.now() : 0, turn);
  }

  return {
    soon(key, read) {
      waiting.set(key, read);
      plan();
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

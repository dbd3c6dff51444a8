/** With five connection attempts, an idle page makes at most nine requests a minute. */
export const MAX_BACKGROUND_PER_MINUTE = 4;
const MINUTE_MS = 60_000;
/** The pause before a failed read is repeated. */
const PAUSE_MS = 10_000;

/** Rate-limited background reads of a page; repeated requests with the same key are merged. */
export interface BackgroundReads {
  /** Runs `read` as soon as the limit allows, replacing a waiting read of the same key. Returns a cancel function. */
  soon(key: string, read: () => void): () => void;
  /** The same after a pause, for a read that has failed. */
  again(key: string, read: () => void): () => void;
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
  const waiting = new Map<string, { read: () => void; dueMs: number }>();
  const startedAt: number[] = [];
  let cancel: (() => void) | undefined;

  function runDue(): void {
    const nowMs = clock.now();
    while (startedAt.length > 0 && nowMs - startedAt[0]! >= MINUTE_MS) startedAt.shift();
    for (const [key, { read, dueMs }] of waiting) {
      if (startedAt.length >= MAX_BACKGROUND_PER_MINUTE) break;
      if (dueMs > nowMs) continue;
      waiting.delete(key);
      startedAt.push(nowMs);
      read();
    }
    schedule();
  }

  function schedule(): void {
    cancel?.();
    cancel = undefined;
    if (waiting.size === 0) return;
    const isFull = startedAt.length >= MAX_BACKGROUND_PER_MINUTE;
    const freeMs = isFull ? startedAt[0]! + MINUTE_MS : 0;
    const dueMs = Math.min(...waiting.values().map(({ dueMs }) => dueMs));
    cancel = clock.after(Math.max(0, Math.max(freeMs, dueMs) - clock.now()), runDue);
  }

  function add(key: string, read: () => void, dueMs: number): () => void {
    const added = { read, dueMs };
    waiting.set(key, added);
    schedule();
    return () => {
      if (waiting.get(key) === added) waiting.delete(key);
    };
  }

  return {
    soon: (key, read) => add(key, read, clock.now()),
    again: (key, read) => add(key, read, clock.now() + PAUSE_MS),
    dispose() {
      waiting.clear();
      cancel?.();
    },
  };
}

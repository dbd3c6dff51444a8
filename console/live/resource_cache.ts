import type { Frame } from "./push_channel.ts";

/** What pages have read, kept while the console is open: a page that was seen shows it at once. */
export interface ResourceCache {
  get(key: string): CachedResource | undefined;
  set(key: string, value: unknown, follows: Follows): void;
  /** Calls `listener` with each value that is set. Returns a function that ends this. */
  watch(key: string, listener: (value: unknown) => void): () => void;
  /** The read of this key that is under way, else `read`: parts of a page that show the same read it once. */
  share<T>(key: string, read: () => Promise<T>): Promise<T>;
  /** After a frame of the push channel: what it changes is out of date. */
  follow(frames: readonly Frame[]): void;
  /** All is out of date: the connection was lost, or this client has changed something. */
  expire(): void;
}

/** The changes by which a resource stays current; see `ResourceOptions`. */
export interface Follows {
  changes: readonly string[];
  events: boolean;
}

export interface CachedResource {
  value: unknown;
  /** No newer value exists as far as the push channel tells: it need not be read again. */
  isCurrent: boolean;
}

const MOST_ENTRIES = 60;
/** What no frame tells of, such as shares of time, may be so old. */
const MAX_AGE_MS = 5 * 60_000;

export function createResourceCache(now: () => number = Date.now): ResourceCache {
  const entries = new Map<string, { value: unknown; follows: Follows; readAtMs: number }>();
  const listeners = new Map<string, Set<(value: unknown) => void>>();
  const reads = new Map<string, Promise<unknown>>();
  const outdate = (isMeant: (follows: Follows) => boolean) => {
    for (const entry of entries.values()) if (isMeant(entry.follows)) entry.readAtMs = -Infinity;
  };
  return {
    get(key) {
      const entry = entries.get(key);
      if (entry === undefined) return undefined;
      const isFollowed = entry.follows.events || entry.follows.changes.length > 0;
      return { value: entry.value, isCurrent: isFollowed && now() - entry.readAtMs < MAX_AGE_MS };
    },
    set(key, value, follows) {
      entries.delete(key);
      entries.set(key, { value, follows, readAtMs: now() });
      for (const oldest of [...entries.keys()].slice(0, -MOST_ENTRIES)) entries.delete(oldest);
      for (const listener of listeners.get(key) ?? []) listener(value);
    },
    watch(key, listener) {
      const own = listeners.get(key) ?? new Set();
      listeners.set(key, own.add(listener));
      return () => {
        own.delete(listener);
        if (own.size === 0 && listeners.get(key) === own) listeners.delete(key);
      };
    },
    share<T>(key: string, read: () => Promise<T>) {
      const running = reads.get(key) ?? read().finally(() => reads.delete(key));
      reads.set(key, running);
      // A key names one kind of value.
      return running as Promise<T>;
    },
    follow(frames) {
      for (const { kind, data } of frames) {
        if (kind === "resync") outdate(() => true);
        else if (kind === "resource_changed") outdate(({ changes }) => changes.includes(data.type));
        else if (kind.startsWith("event_")) outdate(({ events }) => events);
      }
    },
    expire: () => outdate(() => true),
  };
}

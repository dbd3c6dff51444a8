/**
 * A change of the store. A `Commit` is atomic: its checks guard its mutations, and its push frames enter the
 * log in the same transaction. It is plain data, so that a worker can send it to the main isolate.
 */
export type KeyPart = string | number | bigint | boolean | Uint8Array;
export type Key = readonly KeyPart[];

/**
 * The commit fails unless the key is unchanged since it was read. `versionstamp`: as read; null for an absent
 * key.
 */
export interface Check {
  key: Key;
  versionstamp: string | null;
}

export type Mutation =
  | { type: "set"; key: Key; value: unknown }
  | { type: "delete"; key: Key }
  /**
   * Adds to a 64-bit counter. The sum wraps, so a negative number subtracts. Only for keys that are always
   * counters.
   */
  | { type: "sum"; key: Key; value: number };

/** A push frame without its sequence number; `domain/push/types.ts` lists the kinds. */
export interface FrameDraft {
  kind: string;
  at: string;
  data: unknown;
  /** The id of the only user who may get it, such as the owner of an AI session for an `ai_response`. */
  to?: number;
}

export interface Commit {
  checks?: Check[];
  mutations: Mutation[];
  frames?: FrameDraft[];
}

/** `ok: false`: a check failed, so nothing was written. */
export type CommitResult = { ok: true; versionstamp: string } | { ok: false };

export interface Entry<T = unknown> {
  key: Key;
  value: T;
  versionstamp: string;
}

export interface ListSelector {
  prefix: Key;
  /** Inclusive. */
  start?: Key;
  /** Exclusive. */
  end?: Key;
  limit?: number;
  reverse?: boolean;
  /**
   * Only keys whose second part, a number, has the remainder `rest` when divided by `of`: the share of one
   * shard.
   */
  every?: { of: number; rest: number };
  /** Upper limit of entries in one read, for values too large for the usual number. */
  atOnce?: number;
}

/** Whether `every` selects a key. */
export function isInShare(key: Key, every: ListSelector["every"]): boolean {
  return every === undefined || Number(key[1]) % every.of === every.rest;
}

/**
 * The store as actors see it, in the main isolate and in workers. Every call has a deadline. Past it, or when
 * the store cannot be reached, the call throws a Refusal UNAVAILABLE.
 */
export interface StorePort {
  get<T>(key: Key): Promise<Entry<T> | undefined>;
  /** In the order of the keys; undefined for absent ones. Takes any number of keys. */
  getMany<T>(keys: readonly Key[]): Promise<(Entry<T> | undefined)[]>;
  list<T>(selector: ListSelector): Promise<Entry<T>[]>;
  /** Commits of one lane are carried out in the order of the calls. */
  commit(commit: Commit, lane: number): Promise<CommitResult>;
  /** Reserves unique integer ids: `first` to `first + count - 1`. */
  allocateIds(noun: string, count: number): Promise<number>;
}

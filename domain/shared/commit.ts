/**
 * What is written together. A `Commit` is all or nothing: its checks guard its mutations, and its push frames
 * enter the log in the same transaction. Plain data, so that a turn in a worker can hand one to the store.
 */
export type KeyPart = string | number | bigint | boolean | Uint8Array;
export type Key = readonly KeyPart[];

/** The key must still be as it was read: `versionstamp` as given by the read, null for "absent". */
export interface Check {
  key: Key;
  versionstamp: string | null;
}

export type Mutation =
  | { type: "set"; key: Key; value: unknown }
  | { type: "delete"; key: Key }
  /** Adds to a 64-bit counter (wraps, so that a negative number subtracts). Only on keys that are only ever counters. */
  | { type: "sum"; key: Key; value: number };

/** A push frame without its sequence; see `domain/push/types.ts` for the kinds. */
export interface FrameDraft {
  kind: string;
  at: string;
  data: unknown;
  /** The id of the one user who may get it: an `ai_response` goes to its session's owner alone. */
  to?: number;
}

export interface Commit {
  checks?: Check[];
  mutations: Mutation[];
  frames?: FrameDraft[];
}

/** `ok: false`: a check failed and nothing was written. */
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
  /** Only the keys whose second part, a number, leaves `rest` when it is divided by `of`: one shard's share. */
  every?: { of: number; rest: number };
  /** How many are read in one go, at most: for values so large that the usual number is too many. */
  atOnce?: number;
}

/** Whether a key is one that `every` asks for. */
export function isInShare(key: Key, every: ListSelector["every"]): boolean {
  return every === undefined || Number(key[1]) % every.of === every.rest;
}

/**
 * The store as turns see it, in the main isolate and in workers alike. Every call ends within its deadline;
 * past it, or when the store is out of reach, it throws a Refusal UNAVAILABLE.
 */
export interface StorePort {
  get<T>(key: Key): Promise<Entry<T> | undefined>;
  /** In the order of the keys; undefined where absent. Any number of keys. */
  getMany<T>(keys: readonly Key[]): Promise<(Entry<T> | undefined)[]>;
  list<T>(selector: ListSelector): Promise<Entry<T>[]>;
  /** Commits of one lane are carried out in the order in which they were handed in. */
  commit(commit: Commit, lane: number): Promise<CommitResult>;
  /** A block of fresh integer ids: `first` to `first + count - 1`, never handed out before. */
  allocateIds(noun: string, count: number): Promise<number>;
}

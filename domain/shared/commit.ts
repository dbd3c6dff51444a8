/**
 * A change of the store. A commit is atomic: its checks guard its mutations, and its push frames and notices
 * enter their logs in the same transaction. It is plain data, so that a worker can send it to the main isolate.
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

declare const OF_EVENT: unique symbol;

/** The key of an event's record. Only an `EventCommit` may write it. */
export type EventRecordKey = Key & { readonly [OF_EVENT]: true };

type PlainKey = Key & { readonly [OF_EVENT]?: never };

export type Mutation =
  | { type: "set"; key: PlainKey; value: unknown }
  | { type: "delete"; key: PlainKey }
  /**
   * Adds to a 64-bit counter. The sum wraps, so a negative number subtracts. Only for keys that are always
   * counters.
   */
  | { type: "sum"; key: PlainKey; value: number };

/** Writes or removes an event's record. */
export type EventMutation =
  | { type: "set"; key: EventRecordKey; value: unknown }
  | { type: "delete"; key: EventRecordKey };

export type AnyMutation = Mutation | EventMutation;

/** A push frame without its sequence number; `domain/push/types.ts` lists the kinds. */
export interface FrameDraft {
  kind: string;
  at: string;
  data: unknown;
  /** The id of the only user who may get it, such as the owner of an AI session for an `ai_response`. */
  to?: number;
}

/** What a change of an event means for notifications: one row of the outbox. */
export interface EventNotice {
  event_id: number;
  /** `restored`: it was open in a backup that was restored. */
  change: "created" | "updated" | "deleted" | "restored";
  revision: number;
}

/** A commit that writes no event. */
export interface Commit {
  checks?: Check[];
  mutations: Mutation[];
  frames?: FrameDraft[];
  notices?: undefined;
}

/** A commit that writes events. */
export interface EventCommit {
  checks?: Check[];
  mutations: AnyMutation[];
  frames?: FrameDraft[];
  /** What the notifier has to consider, in order; none when nobody is to be told. */
  notices: EventNotice[];
}

export type AnyCommit = Commit | EventCommit;

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
  commit(commit: AnyCommit, lane: number): Promise<CommitResult>;
  /** Reserves unique integer ids: `first` to `first + count - 1`. */
  allocateIds(noun: string, count: number): Promise<number>;
}

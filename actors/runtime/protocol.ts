import type { AnyCommit, Key, ListSelector } from "../../domain/shared/commit.ts";
import type { LogLevel } from "../../domain/shared/log.ts";
import type { RefusalData } from "../../domain/shared/refusal.ts";
import type { Ms } from "../../domain/shared/time.ts";
import type { Address, ShardCounts } from "./types.ts";

/** The version of every message between the main isolate and a shard. */
export const PROTOCOL_VERSION = 1;

/** The outcome of an ask or a store call. Errors are sent as data, never as classes. */
export type Outcome = { ok: true; value: unknown } | { ok: false; refusal: RefusalData };

/** The limits of a shard; all times in milliseconds. */
export interface ShardLimits {
  /** Messages waiting for one actor, those of its `later` promises included. */
  mailboxLimit: number;
  idleMs: number;
  storeDeadlineMs: number;
  /** How long one `load`, `prepare` or `putAway` may take before the actor is given up. */
  waitDeadlineMs: number;
}

export interface ShardStart {
  v: 1;
  type: "start";
  shard: number;
  shards: number;
  init: unknown;
  limits: ShardLimits;
}

export interface Delivery {
  v: 1;
  type: "deliver";
  to: Address;
  message: unknown;
  /** The number that the answer must carry; undefined when the sender expects none. */
  ask: number | undefined;
  /** After this instant the message gets no turn; Infinity when the sender expects no answer. */
  expiresMs: Ms;
}

export interface Answer {
  v: 1;
  type: "answer";
  ask: number;
  outcome: Outcome;
}

/** A message from an actor to an actor of another shard. `transfer` lets the main isolate pass it on without a copy. */
export interface RouteRequest {
  v: 1;
  type: "route";
  to: Address;
  message: unknown;
  ask: number | undefined;
  expiresMs: Ms;
  transfer: Transferable[] | undefined;
}

export type StoreCall =
  | { op: "get"; key: Key }
  | { op: "getMany"; keys: readonly Key[] }
  | { op: "list"; selector: ListSelector }
  | { op: "commit"; commit: AnyCommit }
  | { op: "allocateIds"; noun: string; count: number };

export type ToShard =
  | ShardStart
  | Delivery
  | Answer
  | { v: 1; type: "stored"; call: number; outcome: Outcome }
  | { v: 1; type: "ping" }
  /** Stop timers; answer `settled` once no message waits. */
  | { v: 1; type: "settle"; round: number }
  /** Unload every actor; answer `closed`. */
  | { v: 1; type: "close" };

export type FromShard =
  | { v: 1; type: "ready" }
  | { v: 1; type: "failed"; message: string }
  | Answer
  | RouteRequest
  | { v: 1; type: "publish"; channel: string; data: unknown }
  | { v: 1; type: "store"; call: number; request: StoreCall }
  | { v: 1; type: "pong"; counts: ShardCounts }
  /** Flow control: how many deliveries were received from the port so far. */
  | { v: 1; type: "received"; received: number }
  | { v: 1; type: "settled"; round: number; received: number }
  | { v: 1; type: "closed" }
  | { v: 1; type: "log"; level: LogLevel; message: string; fields: Record<string, unknown> | undefined };

/** The message, or undefined when it is not one of this version. */
export function readMessage<T extends ToShard | FromShard>(data: unknown): T | undefined {
  if (typeof data !== "object" || data === null) return undefined;
  if (!("v" in data) || data.v !== PROTOCOL_VERSION || !("type" in data)) return undefined;
  return data as T;
}

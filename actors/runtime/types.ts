import type { AnyCommit, CommitResult, StorePort } from "../../domain/shared/commit.ts";
import type { Log } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";

/** The address of an actor: its kind and its id within the kind. */
export interface Address {
  kind: string;
  id: string;
}

/**
 * What a kind of actor does. `prepare` reads and may wait; `decide` decides synchronously, on the state and on
 * what was read; the runtime carries out the effects. An actor takes one turn at a time.
 */
export interface Behaviour<State, Message, Prepared = undefined> {
  readonly kind: string;
  /**
   * How a turn excludes other turns of its shard: `shared` turns run beside each other, an `exclusive` one alone
   * (a fair gate held from `decide` until its commits are settled); `none` takes no gate.
   */
  readonly gate: "none" | "shared" | "exclusive";
  load(id: string, context: ActorContext): Promise<State>;
  prepare?(state: State, message: Message, context: ActorContext): Promise<Prepared>;
  decide(state: State, message: Message, turn: Turn<Prepared>): Effects<Message>;
  /**
   * Called when a turn's outcome is uncertain, before the gate admits another turn: what the actor shares with others
   * may differ from what is stored. The actor itself is loaded again.
   */
  broken?(state: State, context: ActorContext): void;
  /** True when the actor may be unloaded while idle; the default is true. */
  mayPutAway?(state: State): boolean;
  /** Called when the actor is unloaded or its shard drains: stops its timers and whatever else it started. */
  putAway?(state: State): Promise<void>;
}

export interface Turn<Prepared> {
  prepared: Prepared;
  /** The time at the turn's start. */
  nowMs: Ms;
  context: ActorContext;
}

/** The effects of a turn, in this order: commits, `committed`, publications, then the answer and the messages. */
export interface Effects<Message> {
  /** Committed one after the other on the shard's lane; the first that fails its checks stops the turn. */
  commits?: AnyCommit[];
  /** Applies the decision to the state, at once after the last commit. */
  committed?: (results: CommitResult[]) => void;
  /** The answer to the asker, sent after the commits. */
  answer?: unknown;
  /** The answer comes from this message's turn instead, which the runtime enqueues when the promise settles. */
  later?: Promise<Message>;
  /** Messages to other actors, sent after the commits; no answer is awaited. */
  tell?: { to: Address; message: unknown; transfer?: Transferable[] }[];
  /** Sent to the main isolate's listeners of a channel, after the commits. */
  publish?: { channel: string; data: unknown; transfer?: Transferable[] }[];
  /**
   * What a failed check means: `retry` prepares and decides again (at most 20 times, then UNAVAILABLE);
   * `fail` ends the actor, because its state has run ahead of the store. The default is `retry`.
   */
  onConflict?: "retry" | "fail";
}

/** What the runtime offers to an actor. */
export interface ActorContext {
  readonly address: Address;
  readonly shard: number;
  readonly shards: number;
  readonly store: StorePort;
  now(): Ms;
  random(): number;
  ref<M>(kind: string, id: string): Ref<M>;
  /** Enqueues a message to this actor itself after a time; the returned function cancels it. */
  after(delayMs: number, message: unknown): () => void;
  publish(channel: string, data: unknown, transfer?: Transferable[]): void;
  /** Values that the actors of one shard share: one a name, made on first use. */
  shared<T>(name: string, make: () => T): T;
  log: Log;
}

export interface AskOptions {
  /** The answer must come within this time, else UNAVAILABLE. The default is 10,000 ms. */
  deadlineMs?: number;
  transfer?: Transferable[];
}

/** A handle on an actor, wherever it runs. */
export interface Ref<Message> {
  readonly address: Address;
  /** The answer of the message's turn; throws the turn's Refusal, or UNAVAILABLE (queue full, deadline, shard lost). */
  ask<Answer>(message: Message, options?: AskOptions): Promise<Answer>;
  tell(message: Message, transfer?: Transferable[]): void;
}

/** A behaviour of any type, as the runtime keeps it. */
export type AnyBehaviour = Behaviour<unknown, unknown, unknown>;

/** The shard an address belongs to, 0 to `shards - 1`. Pure, and the same function in every isolate. */
export type Placement = (address: Address, shards: number) => number;

/** The actors of all shards, as the main isolate sees them. */
export interface ActorSystem {
  ref<Message>(kind: string, id: string): Ref<Message>;
  /** Listens to a channel until the returned function is called. */
  onPublish(channel: string, listener: (data: unknown) => void): () => void;
  /** Called when a lost shard's successor is ready. */
  onShardReplaced(listener: (shard: number) => void): () => void;
  stats(): ShardStats[];
  /** Resolves once every shard is ready; UNAVAILABLE after the deadline. Messages may be sent before. */
  ready(deadlineMs: number): Promise<void>;
  /** Lets the shards finish, unloads their actors and ends them; unfinished work is lost at the deadline. */
  drain(deadlineMs: number): Promise<void>;
}

/** The counts of the last heartbeat. */
export interface ShardStats extends ShardCounts {
  shard: number;
  ready: boolean;
  /** When the shard last answered a ping; 0 before the first answer. */
  lastHeartbeatMs: Ms;
  /** How often the shard was replaced. */
  replaced: number;
}

export interface ShardCounts {
  actors: number;
  /** Messages in mailboxes, in a turn, or waiting for a `later` promise. */
  queued: number;
  turns: number;
  /** Messages without an answer that a full mailbox refused. */
  dropped: number;
  /** Deliveries received from the port since the start. */
  received: number;
}

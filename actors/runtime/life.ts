import type { StorePort } from "../../domain/shared/commit.ts";
import type { LogLevel } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { type Asker, nameOf } from "./asker.ts";
import { failed, unavailable } from "./failure.ts";
import { createRef, type Messenger } from "./ref.ts";
import type { Timers } from "./timers.ts";
import type { ActorContext, Address, Ref } from "./types.ts";

/** What an actor needs of its shard. */
export interface LifeShard extends Messenger {
  readonly index: number;
  readonly count: number;
  readonly store: StorePort;
  readonly timers: Timers;
  readonly clock: () => Ms;
  readonly random: () => number;
  /** True while the shard drains: no timer starts. */
  readonly draining: boolean;
  publish(channel: string, data: unknown, transfer: Transferable[] | undefined): void;
  shared<T>(name: string, make: () => T): T;
  log(level: LogLevel, message: string, fields?: Record<string, unknown>): void;
}

/** A `later` promise whose message has not arrived yet. */
export interface Later {
  asker: Asker | undefined;
}

/**
 * An actor from its load to its end, with its context. Its timers and open asks end with it,
 * so that none of them reaches its next life.
 */
export class Life implements ActorContext {
  /** Undefined until the actor is loaded. */
  state: unknown;
  #ended = false;
  #timers: Set<() => void> | undefined;
  #laters: Set<Later> | undefined;

  constructor(
    readonly address: Address,
    readonly options: { shard: LifeShard; deliver: (message: unknown) => void },
  ) {}

  get shard(): number {
    return this.options.shard.index;
  }

  get shards(): number {
    return this.options.shard.count;
  }

  get store(): StorePort {
    return this.options.shard.store;
  }

  now(): Ms {
    return this.options.shard.clock();
  }

  random(): number {
    return this.options.shard.random();
  }

  ref<M>(kind: string, id: string): Ref<M> {
    return createRef<M>(this.options.shard, { kind, id });
  }

  after(delayMs: number, message: unknown): () => void {
    if (this.#ended || this.options.shard.draining) return () => {};
    const timers = this.#timers ??= new Set();
    const stop = this.options.shard.timers.after(delayMs, () => {
      timers.delete(stop);
      this.options.deliver(message);
    });
    timers.add(stop);
    return () => {
      if (timers.delete(stop)) stop();
    };
  }

  publish(channel: string, data: unknown, transfer?: Transferable[]): void {
    this.options.shard.publish(channel, data, transfer);
  }

  shared<T>(name: string, make: () => T): T {
    return this.options.shard.shared(name, make);
  }

  log(level: LogLevel, message: string, fields?: Record<string, unknown>): void {
    this.options.shard.log(level, message, { ...this.address, ...fields });
  }

  get latersWaiting(): number {
    return this.#laters?.size ?? 0;
  }

  awaitLater(later: Later): void {
    (this.#laters ??= new Set()).add(later);
  }

  /** False when the actor ended meanwhile. */
  takeLater(later: Later): boolean {
    return this.#laters?.delete(later) ?? false;
  }

  cancelTimers(): void {
    for (const stop of this.#timers ?? []) stop();
    this.#timers?.clear();
  }

  /** Cancels the timers and refuses the open asks. Returns how many expected messages will not arrive. */
  end(): number {
    this.#ended = true;
    this.cancelTimers();
    const lost = this.latersWaiting;
    const outcome = failed(
      unavailable(`${nameOf(this.address)} ended before its answer was ready; try again`),
    );
    for (const later of this.#laters ?? []) later.asker?.settle(outcome);
    this.#laters = undefined;
    return lost;
  }
}

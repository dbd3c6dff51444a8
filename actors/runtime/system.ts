import type { StorePort } from "../../domain/shared/commit.ts";
import type { Log } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { type Asker, DEFAULT_DEADLINE_MS, nameOf, PendingAsk } from "./asker.ts";
import { drainHosts } from "./drain.ts";
import { errorText, failed, unavailable } from "./failure.ts";
import { ShardHost } from "./host.ts";
import { localLink, type ShardLink, workerLink } from "./link.ts";
import type { RouteRequest, ShardLimits } from "./protocol.ts";
import { createRef, type Messenger } from "./ref.ts";
import { realTimers, type Timers } from "./timers.ts";
import type { ActorSystem, Address, AnyBehaviour, AskOptions, Placement, ShardStats } from "./types.ts";

export interface ActorSystemOptions {
  /** Number of workers; 0 runs one shard in this isolate. */
  shards: number;
  spawnWorker: (shard: number) => Worker;
  /** The behaviours of the shard in this isolate, with `shards: 0`. */
  localBehaviours: (init: unknown) => AnyBehaviour[];
  /** Passed to each shard's behaviours factory, by structured clone. */
  init: unknown;
  store: StorePort;
  placement: Placement;
  now: () => Ms;
  random: () => number;
  laneOfShard: (shard: number) => number;
  log: Log;
  timers?: Timers;
  heartbeatMs?: number;
  heartbeatDeadlineMs?: number;
  /** How long a worker may take until it is ready. */
  startDeadlineMs?: number;
  /** Messages waiting for one actor. */
  mailboxLimit?: number;
  /** Messages in flight to one shard. */
  shardQueueLimit?: number;
  idleMs?: number;
  storeDeadlineMs?: number;
  /** How long one `load`, `prepare` or `putAway` may take. */
  waitDeadlineMs?: number;
}

/** Starts the shards without waiting for them; `drain` ends them. */
export function startActorSystem(options: ActorSystemOptions): ActorSystem {
  const system = new MainSystem(options);
  return {
    ref: (kind, id) => createRef(system, { kind, id }),
    onPublish: (channel, listener) => system.onPublish(channel, listener),
    onShardReplaced: (listener) => system.onShardReplaced(listener),
    stats: () => system.stats(),
    ready: (deadlineMs) => system.ready(deadlineMs),
    drain: (deadlineMs) => system.drain(deadlineMs),
  };
}

class MainSystem implements Messenger {
  #hosts: ShardHost[];
  #timers: Timers;
  #heartbeatMs: number;
  #channels = new Map<string, Set<(data: unknown) => void>>();
  #replacedListeners = new Set<(shard: number) => void>();
  #cancelBeat: () => void = () => {};
  #draining: Promise<void> | undefined;

  constructor(readonly options: ActorSystemOptions) {
    this.#timers = options.timers ?? realTimers;
    this.#heartbeatMs = options.heartbeatMs ?? 1000;
    const count = Math.max(1, options.shards);
    this.#hosts = Array.from({ length: count }, (_, shard) => this.#createHost(shard, count));
    for (const host of this.#hosts) host.open();
    this.#beatLater();
  }

  // deno-lint-ignore require-await -- every failure of an ask is a rejection
  async ask(to: Address, message: unknown, options: AskOptions): Promise<unknown> {
    if (this.#draining !== undefined) throw unavailable("The system is draining; try again later");
    const deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    const host = this.#hostOf(to);
    const pending = new PendingAsk({ timers: this.#timers, deadlineMs, what: nameOf(to) });
    const { expiresMs } = pending;
    try {
      host.send({ to, message, asker: pending, expiresMs, transfer: options.transfer });
    } catch (error) {
      pending.settle({ ok: true, value: undefined });
      throw error;
    }
    return pending.answer;
  }

  tell(to: Address, message: unknown, transfer: Transferable[] | undefined): void {
    if (this.#draining !== undefined) return;
    this.#hostOf(to).send({ to, message, asker: undefined, expiresMs: Infinity, transfer });
  }

  onPublish(channel: string, listener: (data: unknown) => void): () => void {
    const listeners = this.#channels.get(channel) ?? new Set();
    this.#channels.set(channel, listeners.add(listener));
    return () => listeners.delete(listener);
  }

  onShardReplaced(listener: (shard: number) => void): () => void {
    this.#replacedListeners.add(listener);
    return () => this.#replacedListeners.delete(listener);
  }

  stats(): ShardStats[] {
    return this.#hosts.map((host) => host.stats());
  }

  async ready(deadlineMs: number): Promise<void> {
    let cancel = () => {};
    const late = new Promise<never>((_, reject) => {
      const text = `Not every shard was ready within ${deadlineMs} ms`;
      cancel = this.#timers.after(deadlineMs, () => reject(unavailable(text)));
    });
    await Promise.race([Promise.all(this.#hosts.map((host) => host.ready())), late]).finally(cancel);
  }

  drain(deadlineMs: number): Promise<void> {
    return this.#draining ??= this.#drain(deadlineMs);
  }

  async #drain(deadlineMs: number): Promise<void> {
    await drainHosts(this.#hosts, { deadlineMs, timers: this.#timers });
    this.#cancelBeat();
  }

  #createHost(shard: number, shards: number): ShardHost {
    const { options } = this;
    return new ShardHost({
      shard,
      shards,
      init: options.init,
      limits: limitsOf(options),
      open: () => this.#openLink(shard),
      store: options.store,
      lane: options.laneOfShard(shard),
      timers: this.#timers,
      now: options.now,
      log: options.log,
      heartbeatMs: this.#heartbeatMs,
      heartbeatDeadlineMs: options.heartbeatDeadlineMs ?? 5000,
      startDeadlineMs: options.startDeadlineMs ?? 30_000,
      queueLimit: options.shardQueueLimit ?? 50_000,
      onRoute: (from, request) => this.#route(from, request),
      onPublish: (channel, data) => this.#announce(this.#channels.get(channel), data),
      onReplaced: (replaced) => this.#announce(this.#replacedListeners, replaced),
    });
  }

  #openLink(shard: number): ShardLink {
    const { shards, spawnWorker, localBehaviours, placement, now, random } = this.options;
    if (shards > 0) return workerLink(spawnWorker(shard));
    return localLink({ behaviours: localBehaviours, placement, clock: now, random, timers: this.#timers });
  }

  #hostOf(to: Address): ShardHost {
    const shard = this.options.placement(to, this.#hosts.length);
    const host = this.#hosts[shard];
    if (host === undefined) {
      throw new RangeError(`The placement of ${nameOf(to)} is ${shard}, which is no shard`);
    }
    return host;
  }

  /** From an actor to an actor of another shard. */
  #route(from: ShardHost, { to, message, ask, expiresMs, transfer }: RouteRequest): void {
    const { incarnation } = from;
    const asker: Asker | undefined = ask === undefined
      ? undefined
      : { settle: (outcome) => from.answer(ask, { incarnation, outcome }) };
    try {
      this.#hostOf(to).send({ to, message, asker, expiresMs, transfer });
    } catch (error) {
      this.options.log("error", "A message could not be routed", { ...to, error: errorText(error) });
      asker?.settle(failed(error));
    }
  }

  #announce<T>(listeners: Set<(data: T) => void> | undefined, data: T): void {
    for (const listener of listeners ?? []) {
      try {
        listener(data);
      } catch (error) {
        this.options.log("error", "A listener threw", { error: errorText(error) });
      }
    }
  }

  #beatLater(): void {
    this.#cancelBeat = this.#timers.after(this.#heartbeatMs, () => {
      this.#beatLater();
      for (const host of this.#hosts) host.beat();
    });
  }
}

function limitsOf(options: ActorSystemOptions): ShardLimits {
  return {
    mailboxLimit: options.mailboxLimit ?? 1000,
    idleMs: options.idleMs ?? 60_000,
    storeDeadlineMs: options.storeDeadlineMs ?? 15_000,
    waitDeadlineMs: options.waitDeadlineMs ?? 60_000,
  };
}

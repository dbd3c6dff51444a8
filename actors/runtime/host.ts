import type { StorePort } from "../../domain/shared/commit.ts";
import type { Log } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { AskTable } from "./ask_table.ts";
import { type Asker, nameOf } from "./asker.ts";
import { DropLog } from "./drop_log.ts";
import { errorText, failed, unavailable } from "./failure.ts";
import type { ShardLink } from "./link.ts";
import type { FromShard, Outcome, RouteRequest, ShardLimits, StoreCall } from "./protocol.ts";
import type { Timers } from "./timers.ts";
import type { Address, ShardCounts, ShardStats } from "./types.ts";
import { StoreCallHandler } from "./store_calls.ts";

const LONGEST_BACKOFF_MS = 30_000;
/** A lost shard that ran this long restarts without delay. */
const STEADY_MS = 30_000;
/** An answer this much overdue will not come. Its asker has been refused already. */
const OVERDUE_MS = 1000;

const NO_COUNTS: ShardCounts = { actors: 0, queued: 0, turns: 0, dropped: 0, received: 0 };

export interface HostOptions {
  shard: number;
  shards: number;
  init: unknown;
  limits: ShardLimits;
  open: () => ShardLink;
  store: StorePort;
  lane: number;
  timers: Timers;
  now: () => Ms;
  log: Log;
  heartbeatMs: number;
  heartbeatDeadlineMs: number;
  startDeadlineMs: number;
  /** Deliveries in flight to the shard at one time. */
  queueLimit: number;
  onRoute: (from: ShardHost, request: RouteRequest) => void;
  onPublish: (channel: string, data: unknown) => void;
  onReplaced: (shard: number) => void;
}

export interface Outgoing {
  to: Address;
  message: unknown;
  asker: Asker | undefined;
  expiresMs: Ms;
  transfer: Transferable[] | undefined;
}

/** The main isolate's side of one shard: its incarnations, one after the other, and the messages in flight to it. */
export class ShardHost {
  #link: ShardLink | undefined;
  /** Changes when the shard opens and when it is lost. Messages with an older number are ignored. */
  #incarnation = 0;
  #ready = false;
  #closing = false;
  #openedMs: Ms = 0;
  #losses = 0;
  #replaced = 0;
  #replacing = false;
  #silentBeats = 0;
  #lastHeartbeatMs: Ms = 0;
  #counts = NO_COUNTS;
  #sent = 0;
  #asks = new AskTable();
  #desk: StoreCallHandler;
  #drops: DropLog;
  #cancelReopen: (() => void) | undefined;
  #readyWaiters: (() => void)[] = [];
  #settleWaiters: ((received: number | undefined) => void)[] = [];
  #closedWaiters: (() => void)[] = [];

  constructor(readonly options: HostOptions) {
    const { timers, log, store, lane, shard } = options;
    this.#desk = new StoreCallHandler({ store, lane, timers, log });
    this.#drops = new DropLog({ timers, log, text: `Messages to shard ${shard} were dropped` });
  }

  get incarnation(): number {
    return this.#incarnation;
  }

  stats(): ShardStats {
    return {
      ...this.#counts,
      dropped: this.#counts.dropped + this.#drops.total,
      shard: this.options.shard,
      ready: this.#ready,
      lastHeartbeatMs: this.#lastHeartbeatMs,
      replaced: this.#replaced,
    };
  }

  open(): void {
    const incarnation = ++this.#incarnation;
    this.#openedMs = this.options.timers.now();
    this.#silentBeats = 0;
    this.#sent = 0;
    this.#counts = NO_COUNTS;
    try {
      const link = this.options.open();
      this.#link = link;
      link.onLost((reason) => this.#lost(incarnation, reason));
      link.port.onMessage((message) => this.#receive(incarnation, message));
      const { shard, shards, init, limits } = this.options;
      link.port.post({ v: 1, type: "start", shard, shards, init, limits });
    } catch (error) {
      this.#lost(incarnation, `it could not be started: ${errorText(error)}`);
    }
  }

  /** Resolves once the shard is ready or has been given up. */
  ready(): Promise<void> {
    if (this.#ready || this.#closing) return Promise.resolve();
    return new Promise((resolve) => this.#readyWaiters.push(resolve));
  }

  /** Throws a DataCloneError when the message cannot be copied. */
  send(outgoing: Outgoing): void {
    const { to, message, asker, expiresMs, transfer } = outgoing;
    const link = this.#link;
    if (link === undefined) return this.#turnDown(to, asker, "is being restarted");
    if (this.#sent - this.#counts.received >= this.options.queueLimit) {
      return this.#turnDown(to, asker, "has too many messages waiting");
    }
    const ask = asker === undefined ? undefined : this.#asks.nextNumber();
    link.port.post({ v: 1, type: "deliver", to, message, ask, expiresMs }, transfer);
    this.#sent++;
    if (ask !== undefined && asker !== undefined) this.#asks.add(ask, { asker, expiresMs });
  }

  /** Answers an ask of one of this shard's actors. No effect when the incarnation that asked is lost. */
  answer(ask: number, options: { incarnation: number; outcome: Outcome }): void {
    if (options.incarnation !== this.#incarnation) return;
    this.#link?.port.post({ v: 1, type: "answer", ask, outcome: options.outcome });
  }

  /** Called at every heartbeat. Counts beats, not time, so that a late main isolate gives up no shard. */
  beat(): void {
    this.#asks.forgetExpired(this.options.timers.now() - OVERDUE_MS);
    if (this.#link === undefined) return;
    const { heartbeatMs, heartbeatDeadlineMs, startDeadlineMs } = this.options;
    const patienceMs = this.#ready ? heartbeatDeadlineMs : startDeadlineMs;
    if (this.#silentBeats++ * heartbeatMs >= patienceMs) {
      return this.#lost(this.#incarnation, `it gave no sign of life for ${patienceMs} ms`);
    }
    this.#link.port.post({ v: 1, type: "ping" });
  }

  /** Waits until the shard has no work. Resolves with the number of deliveries posted since it reported that. */
  async settle(round: number): Promise<() => number> {
    const link = this.#link;
    if (link === undefined) return () => 0;
    const received = await new Promise<number | undefined>((resolve) => {
      this.#settleWaiters.push(resolve);
      link.port.post({ v: 1, type: "settle", round });
    });
    return () => received === undefined ? 0 : this.#sent - received;
  }

  /** From now on the shard is not replaced. */
  beginClosing(): void {
    this.#closing = true;
    this.#cancelReopen?.();
    this.#resolveReady();
  }

  /** Unloads the shard's actors. */
  async close(): Promise<void> {
    const link = this.#link;
    if (link === undefined) return;
    await new Promise<void>((resolve) => {
      this.#closedWaiters.push(resolve);
      link.port.post({ v: 1, type: "close" });
    });
  }

  /** Gives up the shard, even if it has not closed. */
  end(): void {
    this.beginClosing();
    this.#drops.close();
    this.#quarantine("The system is shut down");
  }

  /** Any message of a shard proves it alive: the answer to a ping queues behind the others. */
  #receive(incarnation: number, message: FromShard): void {
    if (incarnation !== this.#incarnation) return;
    this.#silentBeats = 0;
    switch (message.type) {
      case "ready":
        return this.#becameReady();
      case "failed":
        return this.#lost(incarnation, `it could not be started: ${message.message}`);
      case "answer":
        return this.#asks.settle(message.ask, message.outcome);
      case "route":
        return this.options.onRoute(this, message);
      case "publish":
        return this.options.onPublish(message.channel, message.data);
      case "store":
        return void this.#serveStore(incarnation, message);
      case "pong":
        return this.#pong(message.counts);
      case "received":
        return this.#count({ received: message.received });
      case "settled":
        return this.#resolveSettled(message.received);
      case "closed":
        return this.#resolveClosed();
      case "log":
        return this.#log(message);
    }
  }

  #becameReady(): void {
    this.#ready = true;
    this.#resolveReady();
    if (!this.#replacing) return;
    this.#replacing = false;
    this.#replaced++;
    this.options.onReplaced(this.options.shard);
  }

  #pong(counts: ShardCounts): void {
    this.#lastHeartbeatMs = this.options.now();
    this.#count(counts);
  }

  #count(counts: Partial<ShardCounts>): void {
    this.#counts = { ...this.#counts, ...counts };
  }

  async #serveStore(
    incarnation: number,
    { call, request }: { call: number; request: StoreCall },
  ): Promise<void> {
    const outcome = await this.#desk.serve(request);
    if (incarnation === this.#incarnation) this.#link?.port.post({ v: 1, type: "stored", call, outcome });
  }

  #log({ level, message, fields }: Extract<FromShard, { type: "log" }>): void {
    this.options.log(level, message, { shard: this.options.shard, ...fields });
  }

  #turnDown(to: Address, asker: Asker | undefined, why: string): void {
    if (asker === undefined) this.#drops.count(nameOf(to));
    else asker.settle(failed(unavailable(`The shard of ${nameOf(to)} ${why}; try again`)));
  }

  #lost(incarnation: number, reason: string): void {
    if (incarnation !== this.#incarnation) return;
    const { shard, log, timers } = this.options;
    const wasReady = this.#ready;
    if (wasReady && timers.now() - this.#openedMs >= STEADY_MS) this.#losses = 0;
    this.#losses++;
    this.#quarantine("The actor's shard was restarted; try again");
    if (this.#closing) return log("error", "A shard was lost while closing", { shard, reason });
    this.#replacing = true;
    const delayMs = backoffMs(wasReady ? this.#losses - 1 : this.#losses);
    log("error", "A shard was lost and is replaced", { shard, reason, delay_ms: delayMs });
    this.#cancelReopen = timers.after(delayMs, () => void this.#reopen());
  }

  /** Commits of the lost incarnation settle first, so that its actors load from a store that no longer changes. */
  async #reopen(): Promise<void> {
    await this.#desk.settled(this.options.limits.storeDeadlineMs);
    if (!this.#closing) this.open();
  }

  /** Ignores further messages of the incarnation, and refuses its open asks with UNAVAILABLE. */
  #quarantine(text: string): void {
    this.#incarnation++;
    this.#ready = false;
    this.#link?.close();
    this.#link = undefined;
    this.#asks.settleAll(failed(unavailable(text)));
    this.#resolveSettled(undefined);
    this.#resolveClosed();
  }

  #resolveReady(): void {
    for (const resolve of this.#readyWaiters.splice(0)) resolve();
  }

  #resolveSettled(received: number | undefined): void {
    for (const resolve of this.#settleWaiters.splice(0)) resolve(received);
  }

  #resolveClosed(): void {
    for (const resolve of this.#closedWaiters.splice(0)) resolve();
  }
}

/** At once, 1 s, 2 s, 4 s … 30 s. */
function backoffMs(losses: number): number {
  return losses === 0 ? 0 : Math.min(LONGEST_BACKOFF_MS, 1000 * 2 ** (losses - 1));
}

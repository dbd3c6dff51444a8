import type { LogLevel } from "../../domain/shared/log.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { type Asker, DEFAULT_DEADLINE_MS, type Envelope, nameOf, PendingAsk } from "./asker.ts";
import { Cell, type CellShard } from "./cell.ts";
import { DropLog } from "./drop_log.ts";
import { errorText, failed, unavailable } from "./failure.ts";
import { FairGate } from "./gate.ts";
import { PeriodicYield } from "./periodic_yield.ts";
import type { ShardSidePort } from "./port.ts";
import { PortStore } from "./store_calls.ts";
import type { Delivery, Outcome, ShardLimits, ShardStart, ToShard } from "./protocol.ts";
import type { Timers } from "./timers.ts";
import type { Address, AnyBehaviour, AskOptions, Placement, ShardCounts } from "./types.ts";

/** The shard reports its progress to the main isolate after this many deliveries. */
const RECEIPT_EVERY = 256;
const LONGEST_SWEEP_MS = 5000;

export interface ShardOptions {
  port: ShardSidePort;
  /** Makes the behaviours from the `init` of `startActorSystem`. */
  behaviours: (init: unknown) => AnyBehaviour[];
  placement: Placement;
  clock: () => Ms;
  random: () => number;
  timers: Timers;
}

interface Kind {
  behaviour: AnyBehaviour;
  cells: Map<string, Cell>;
}

/** Hosts actors behind a port, in a worker or in the main isolate. */
export class Shard implements CellShard {
  readonly gate = new FairGate();
  readonly pace: PeriodicYield;
  index = 0;
  count = 1;
  #store: PortStore | undefined;
  #limits: ShardLimits | undefined;
  #kinds = new Map<string, Kind>();
  #shared = new Map<string, unknown>();
  #asks = new Map<number, PendingAsk>();
  #lastAsk = 0;
  #drops: DropLog;
  #actors = 0;
  #work = 0;
  #turns = 0;
  #received = 0;
  #settleRound: number | undefined;
  #draining = false;
  #closed = false;
  #cancelSweep: (() => void) | undefined;

  constructor(readonly options: ShardOptions) {
    this.pace = new PeriodicYield(options.timers);
    this.#drops = new DropLog({
      timers: options.timers,
      log: (level, message, fields) => this.log(level, message, fields),
      text: "Messages were dropped: a mailbox is full",
    });
    options.port.onMessage((message) => this.#receive(message));
  }

  get timers(): Timers {
    return this.options.timers;
  }

  get clock(): () => Ms {
    return this.options.clock;
  }

  get random(): () => number {
    return this.options.random;
  }

  get draining(): boolean {
    return this.#draining;
  }

  get store(): PortStore {
    return started(this.#store);
  }

  get limits(): ShardLimits {
    return started(this.#limits);
  }

  async ask(to: Address, message: unknown, options: AskOptions): Promise<unknown> {
    const deadlineMs = options.deadlineMs ?? DEFAULT_DEADLINE_MS;
    const pending = new PendingAsk({ timers: this.timers, deadlineMs, what: nameOf(to) });
    if (this.#isHere(to)) {
      this.#offer(to, { message, asker: pending, expiresMs: pending.expiresMs });
      return await pending.answer;
    }
    const ask = ++this.#lastAsk;
    this.#asks.set(ask, pending);
    pending.onSettled(() => this.#asks.delete(ask));
    const { expiresMs } = pending;
    try {
      const { transfer } = options;
      this.options.port.post({ v: 1, type: "route", to, message, ask, expiresMs, transfer }, transfer);
    } catch (error) {
      pending.settle(failed(error));
    }
    return await pending.answer;
  }

  tell(to: Address, message: unknown, transfer: Transferable[] | undefined): void {
    if (this.#isHere(to)) return this.#offer(to, { message, asker: undefined, expiresMs: Infinity });
    const route = {
      v: 1,
      type: "route",
      to,
      message,
      ask: undefined,
      expiresMs: Infinity,
      transfer,
    } as const;
    this.options.port.post(route, transfer);
  }

  publish(channel: string, data: unknown, transfer: Transferable[] | undefined): void {
    this.options.port.post({ v: 1, type: "publish", channel, data }, transfer);
  }

  shared<T>(name: string, make: () => T): T {
    if (!this.#shared.has(name)) this.#shared.set(name, make());
    return sharedValue<T>(this.#shared.get(name));
  }

  log(level: LogLevel, message: string, fields?: Record<string, unknown>): void {
    try {
      this.options.port.post({ v: 1, type: "log", level, message, fields });
    } catch {
      this.options.port.post({ v: 1, type: "log", level, message, fields: { unclonable_fields: true } });
    }
  }

  workChanged(by: number): void {
    this.#work += by;
    if (this.#work === 0 && this.#settleRound !== undefined) this.#reportSettled();
  }

  turnTaken(): void {
    this.#turns++;
  }

  forget(cell: Cell): void {
    if (this.#kinds.get(cell.address.kind)?.cells.delete(cell.address.id)) this.#actors--;
  }

  /** Ends every timer and wait of the shard itself, at once. */
  stop(): void {
    this.#closed = true;
    this.#draining = true;
    this.#cancelSweep?.();
    this.#drops.close();
    for (const cell of this.#cells()) cell.cancelTimers();
    const outcome = failed(unavailable("The shard is closed"));
    for (const pending of [...this.#asks.values()]) pending.settle(outcome);
    this.#store?.settleAll(outcome);
  }

  #receive(message: ToShard): void {
    switch (message.type) {
      case "start":
        return this.#start(message);
      case "deliver":
        return this.#deliver(message);
      case "answer":
        return this.#asks.get(message.ask)?.settle(message.outcome);
      case "stored":
        return this.store.settle(message.call, message.outcome);
      case "ping":
        return this.options.port.post({ v: 1, type: "pong", counts: this.#counts() });
      case "settle":
        return this.#settle(message.round);
      case "close":
        return void this.#close();
    }
  }

  #start(start: ShardStart): void {
    const { port, timers } = this.options;
    this.index = start.shard;
    this.count = start.shards;
    this.#limits = start.limits;
    const { storeDeadlineMs } = start.limits;
    this.#store = new PortStore({
      post: (call, request) => port.post({ v: 1, type: "store", call, request }),
      timers,
      deadlineMs: storeDeadlineMs,
    });
    try {
      for (const behaviour of this.options.behaviours(start.init)) this.#addKind(behaviour);
    } catch (error) {
      return port.post({ v: 1, type: "failed", message: errorText(error) });
    }
    this.#sweepLater();
    port.post({ v: 1, type: "ready" });
  }

  #addKind(behaviour: AnyBehaviour): void {
    if (this.#kinds.has(behaviour.kind)) throw new TypeError(`Two behaviours of kind "${behaviour.kind}"`);
    this.#kinds.set(behaviour.kind, { behaviour, cells: new Map() });
  }

  #deliver({ to, message, ask, expiresMs }: Delivery): void {
    if (++this.#received % RECEIPT_EVERY === 0) {
      this.options.port.post({ v: 1, type: "received", received: this.#received });
    }
    const asker = ask === undefined
      ? undefined
      : { settle: (outcome: Outcome) => this.#answer(ask, outcome) };
    if (this.#isHere(to)) this.#offer(to, { message, asker, expiresMs });
    else {this.#refuse(
        to,
        asker,
        new Error(`Shard ${this.index} got a message for ${nameOf(to)} of another shard`),
      );}
  }

  #answer(ask: number, outcome: Outcome): void {
    const { port } = this.options;
    try {
      port.post({ v: 1, type: "answer", ask, outcome });
    } catch (error) {
      this.log("error", "An answer could not be sent", { error: errorText(error) });
      port.post({ v: 1, type: "answer", ask, outcome: failed(error) });
    }
  }

  #offer(to: Address, envelope: Envelope): void {
    const kind = this.#kinds.get(to.kind);
    if (kind === undefined) {
      return this.#refuse(to, envelope.asker, new Error(`No behaviour for kind "${to.kind}"`));
    }
    if (!this.#closed && this.#cell(kind, to).offer(envelope)) return;
    if (envelope.asker === undefined) this.#drops.count(nameOf(to));
    else {envelope.asker.settle(
        failed(unavailable(`${nameOf(to)} takes no more messages just now; try again`)),
      );}
  }

  #cell(kind: Kind, address: Address): Cell {
    const known = kind.cells.get(address.id);
    if (known !== undefined) return known;
    const cell = new Cell(address, { behaviour: kind.behaviour, shard: this });
    kind.cells.set(address.id, cell);
    this.#actors++;
    return cell;
  }

  #refuse(to: Address, asker: Asker | undefined, error: Error): void {
    this.log("error", "A message could not be delivered", { ...to, error: error.message });
    asker?.settle(failed(error));
  }

  #isHere(to: Address): boolean {
    return this.options.placement(to, this.count) === this.index;
  }

  #counts(): ShardCounts {
    return {
      actors: this.#actors,
      queued: this.#work,
      turns: this.#turns,
      dropped: this.#drops.total,
      received: this.#received,
    };
  }

  #sweepLater(): void {
    const everyMs = Math.min(LONGEST_SWEEP_MS, Math.max(10, this.limits.idleMs / 4));
    this.#cancelSweep = this.timers.after(everyMs, () => {
      const nowMs = this.timers.now();
      for (const cell of this.#cells()) cell.tend(nowMs);
      this.#sweepLater();
    });
  }

  *#cells(): Iterable<Cell> {
    for (const kind of this.#kinds.values()) yield* kind.cells.values();
  }

  /** Timers no longer fire: the work that they start might never end. */
  #settle(round: number): void {
    this.#draining = true;
    for (const cell of this.#cells()) cell.cancelTimers();
    this.#settleRound = round;
    if (this.#work === 0) this.#reportSettled();
  }

  #reportSettled(): void {
    const round = this.#settleRound ?? 0;
    this.#settleRound = undefined;
    this.options.port.post({ v: 1, type: "settled", round, received: this.#received });
  }

  async #close(): Promise<void> {
    this.#closed = true;
    await Promise.allSettled([...this.#cells()].map((cell) => cell.close()));
    this.stop();
    this.options.port.post({ v: 1, type: "closed" });
  }
}

/** The port delivers `start` first. */
function started<T>(value: T | undefined): T {
  if (value === undefined) throw new Error("The shard got a message before its start");
  return value;
}

/** One name, one type: actors that share a value agree on its type. */
function sharedValue<T>(value: unknown): T {
  return value as T;
}

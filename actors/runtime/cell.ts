import type { Ms } from "../../domain/shared/time.ts";
import { type Asker, type Envelope, nameOf } from "./asker.ts";
import { errorText, failed, unavailable } from "./failure.ts";
import { errorSentence, Refusal } from "../../domain/shared/refusal.ts";
import { Fifo } from "../../domain/shared/fifo.ts";
import type { FairGate } from "./gate.ts";
import { type Later, Life, type LifeShard } from "./life.ts";
import type { PeriodicYield } from "./periodic_yield.ts";
import { TurnDeadline } from "./turn_deadline.ts";
import type { ShardLimits } from "./protocol.ts";
import { takeTurn, type TurnEnd } from "./turn.ts";
import type { Address, AnyBehaviour, Effects } from "./types.ts";

/** Where the failures of actors are published: `{ kind, id, message }`. */
export const ACTOR_FAILED = "actor_failed";

/** What a cell needs of its shard. */
export interface CellShard extends LifeShard {
  readonly gate: FairGate;
  readonly pace: PeriodicYield;
  readonly limits: ShardLimits;
  /** Reports how many more messages wait; negative when fewer do. */
  workChanged(by: number): void;
  turnTaken(): void;
  /** The cell is empty and can be dropped. */
  forget(cell: Cell): void;
}

/** One address of a shard: its mailbox, and its actor while it is loaded. */
export class Cell {
  #life: Life | undefined;
  #mailbox = new Fifo<Envelope>();
  #patience = new TurnDeadline();
  #running: Promise<void> | undefined;
  #usedMs: Ms = 0;
  #closing = false;

  constructor(
    readonly address: Address,
    readonly options: { behaviour: AnyBehaviour; shard: CellShard },
  ) {}

  /** False when the mailbox is full. A pending `later` message keeps its slot. */
  offer(envelope: Envelope): boolean {
    const waiting = this.#mailbox.size + (this.#life?.latersWaiting ?? 0);
    if (this.#closing || waiting >= this.#shard.limits.mailboxLimit) return false;
    this.#shard.workChanged(1);
    this.#enqueue(envelope);
    return true;
  }

  /** Gives up work that takes too long, and unloads an actor that has been idle. */
  tend(nowMs: Ms): void {
    const { limits } = this.#shard;
    this.#patience.check(nowMs, limits.waitDeadlineMs);
    if (nowMs - this.#usedMs >= limits.idleMs && this.#mayPutAway()) this.#run(() => this.#putAway());
  }

  cancelTimers(): void {
    this.#life?.cancelTimers();
  }

  /** Waits for the running turn, refuses the messages that wait, and unloads the actor. */
  async close(): Promise<void> {
    this.#closing = true;
    this.#refuseWaiting(unavailable(`${nameOf(this.address)} is being unloaded; try again`));
    await this.#running;
    await this.#putAway();
  }

  get #shard(): CellShard {
    return this.options.shard;
  }

  #enqueue(envelope: Envelope): void {
    this.#mailbox.push(envelope);
    if (this.#running === undefined) this.#run(() => Promise.resolve());
  }

  #run(first: () => Promise<void>): void {
    this.#running = this.#emptyMailbox(first);
  }

  async #emptyMailbox(first: () => Promise<void>): Promise<void> {
    await first();
    for (let next = this.#mailbox.shift(); next !== undefined; next = this.#mailbox.shift()) {
      const pause = this.#shard.pace.next();
      if (pause !== undefined) await pause;
      await this.#handle(next);
      this.#shard.workChanged(-1);
    }
    this.#running = undefined;
    this.#usedMs = this.#shard.timers.now();
    if (this.#life === undefined) this.#shard.forget(this);
  }

  async #handle(envelope: Envelope): Promise<void> {
    if (envelope.expiresMs <= this.#shard.timers.now()) {
      envelope.asker?.settle(
        failed(unavailable(`The deadline passed before ${nameOf(this.address)} got to it`)),
      );
      return;
    }
    const life = this.#life ?? await this.#load(envelope);
    if (life === undefined) return;
    this.#shard.turnTaken();
    const end = await takeTurn({
      behaviour: this.options.behaviour,
      state: life.state,
      message: envelope.message,
      context: life,
      gate: this.#shard.gate,
      patient: (work) => this.#patience.wait(work, this.#shard.timers.now()),
      emit: (effects) => this.#emit(effects, envelope.asker),
    });
    if (end.kind !== "done") this.#settleFailed(end, envelope.asker);
  }

  /** A failed load refuses every waiting message: each would only run into the same failure. */
  async #load(envelope: Envelope): Promise<Life | undefined> {
    const life = new Life(this.address, { shard: this.#shard, deliver: (message) => this.#deliver(message) });
    try {
      const { timers } = this.#shard;
      life.state = await this.#patience.wait(
        this.options.behaviour.load(this.address.id, life),
        timers.now(),
      );
      this.#life = life;
      return life;
    } catch (error) {
      life.end();
      this.#log("error", "An actor could not be loaded", { error: errorText(error) });
      envelope.asker?.settle(failed(error));
      this.#refuseWaiting(error);
      return undefined;
    }
  }

  #settleFailed(end: Exclude<TurnEnd, { kind: "done" }>, asker: Asker | undefined): void {
    const { kind, error } = end;
    if (kind === "broken") {
      this.#endLife();
      const message = errorSentence(error);
      this.#shard.publish(ACTOR_FAILED, { ...this.address, message }, undefined);
      this.#log("error", "An actor failed and restarts", { error: errorText(error) });
    } else if (!(error instanceof Refusal) || asker === undefined) {
      this.#log("error", "A turn failed", { error: errorText(error) });
    }
    asker?.settle(failed(error));
  }

  #emit(effects: Effects<unknown>, asker: Asker | undefined): void {
    for (const { channel, data, transfer } of effects.publish ?? []) {
      this.#send(() => this.#shard.publish(channel, data, transfer));
    }
    for (const { to, message, transfer } of effects.tell ?? []) {
      this.#send(() => this.#shard.tell(to, message, transfer));
    }
    if (effects.later !== undefined) this.#awaitLater(effects.later, asker);
    else asker?.settle({ ok: true, value: effects.answer });
  }

  /** The turn is committed. A message that cannot be sent is a mistake of the behaviour; the others are sent. */
  #send(send: () => void): void {
    try {
      send();
    } catch (error) {
      this.#log("error", "A message could not be sent", { error: errorText(error) });
    }
  }

  #awaitLater(promise: Promise<unknown>, asker: Asker | undefined): void {
    const life = this.#life;
    const later: Later = { asker };
    life?.awaitLater(later);
    this.#shard.workChanged(1);
    promise.then(
      (message) => {
        if (life?.takeLater(later)) this.#enqueue({ message, asker, expiresMs: Infinity });
      },
      (error) => {
        if (life?.takeLater(later)) this.#laterFailed(error, asker);
      },
    );
  }

  #laterFailed(error: unknown, asker: Asker | undefined): void {
    this.#shard.workChanged(-1);
    this.#usedMs = this.#shard.timers.now();
    this.#settleFailed({ kind: "refused", error }, asker);
  }

  /** A message of the actor's own timer. Always accepted: if it were lost, what the timer drives would stop. */
  #deliver(message: unknown): void {
    if (this.#closing || this.#shard.draining) return;
    this.#shard.workChanged(1);
    this.#enqueue({ message, asker: undefined, expiresMs: Infinity });
  }

  #refuseWaiting(error: unknown): void {
    const outcome = failed(error);
    for (let next = this.#mailbox.shift(); next !== undefined; next = this.#mailbox.shift()) {
      next.asker?.settle(outcome);
      this.#shard.workChanged(-1);
    }
  }

  #mayPutAway(): boolean {
    const life = this.#life;
    if (life === undefined || this.#running !== undefined || life.latersWaiting > 0) return false;
    try {
      return this.options.behaviour.mayPutAway?.(life.state) ?? true;
    } catch (error) {
      this.#log("error", "An actor could not report whether it may be unloaded", { error: errorText(error) });
      return false;
    }
  }

  async #putAway(): Promise<void> {
    const life = this.#life;
    if (life === undefined) return;
    this.#endLife();
    try {
      const work = this.options.behaviour.putAway?.(life.state);
      if (work !== undefined) await this.#patience.wait(work, this.#shard.timers.now());
    } catch (error) {
      this.#log("error", "An actor could not be unloaded properly", { error: errorText(error) });
    }
  }

  #endLife(): void {
    const lost = this.#life?.end() ?? 0;
    this.#life = undefined;
    this.#shard.workChanged(-lost);
  }

  #log(level: "error", message: string, fields: Record<string, unknown>): void {
    this.#shard.log(level, message, { ...this.address, ...fields });
  }
}

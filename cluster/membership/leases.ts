import { type LeaseClaim, type LeaseDecision, LeaseElector } from "./lease_elector.ts";
import type { ClusterMembership } from "./cluster_membership.ts";
import type { EpochRecord, LeaseView, ProcessRecord } from "./types.ts";
import type { Check } from "../../domain/shared/commit.ts";
import type { Ms } from "../../domain/shared/time.ts";
import { keys } from "../../storage/keys.ts";
import type { Atomic, KvBackend } from "../../storage/store/backend.ts";
import {
  CallDeadline,
  type DeadlineClock,
  jittered,
  realClock,
  unavailable,
} from "../../storage/store/deadline.ts";
import type { Log } from "../../storage/store/options.ts";
import { readLeases } from "./read_leases.ts";

export interface LeasesOptions {
  backend: KvBackend;
  /** This process: an id that no other ever has, this one after its next start neither. */
  id: string;
  partitions: number;
  wallNow: () => Ms;
  /** A clock that nobody sets; the default is the machine's. */
  clock?: DeadlineClock;
  random: () => number;
  log: Log;
  /** Brings to an end what stands on a partition, before it is given back. */
  beforeRelease?: (partition: number) => Promise<void>;
  /** At the start, takes what others hold, whether they live or not: where the newest process is the one that counts. */
  seize?: boolean;
  /** Told of each look and of each renewal, where processes hand requests on to each other. */
  membership?: ClusterMembership;
  timing?: Partial<LeaseTiming>;
}

export interface LeaseTiming {
  /** After so long without a renewal a process counts as dead. */
  leaseMs: Ms;
  renewMs: Ms;
  /** How often the store is looked at. */
  tickMs: Ms;
  callDeadlineMs: Ms;
}

/** A partition in this process's hands. */
export interface Fence {
  /** Stands in every commit for the partition: it fails once another process has taken it. */
  check: Check;
  /** Resolves when the partition is seen in other hands; not when it is given back. */
  lost: Promise<void>;
}

interface Holding extends Fence {
  lose: () => void;
}

/** A crash is taken over within the lease, a look or two and the start of what stands on the partition: 10 s in all. */
const TIMING: LeaseTiming = { leaseMs: 5_000, renewMs: 1_000, tickMs: 250, callDeadlineMs: 2_000 };

/**
 * This process's part in who holds which partition: renews its record, takes what is free up to an even share, gives
 * back what is beyond it. What it says is what it last saw: only the fence in each commit is certain.
 */
export class Leases {
  readonly #timing: LeaseTiming;
  readonly #call: CallDeadline;
  readonly #keeper: LeaseElector;
  readonly #held = new Map<number, Holding>();
  readonly #waiting = new Set<() => void>();
  readonly #running: Promise<void>;
  #live: ReadonlySet<string> = new Set();
  #renewedMs = -Infinity;
  #hasTaken = false;
  #isAway = false;
  #isReleased = false;
  #wake: () => void = () => {};

  /** Begins at once; `leave` ends it. */
  constructor(readonly options: LeasesOptions) {
    this.#timing = { ...TIMING, ...options.timing };
    const { leaseMs, renewMs, tickMs, callDeadlineMs } = this.#timing;
    this.#call = new CallDeadline(callDeadlineMs, options.clock ?? realClock);
    const { id, partitions } = options;
    this.#keeper = new LeaseElector({ id, partitions, leaseMs, longestGapMs: renewMs + 2 * tickMs });
    this.#running = this.#run();
  }

  /** The partitions in this process's hands. */
  get held(): number[] {
    return [...this.#held.keys()];
  }

  /** The processes that live, as last seen. */
  get live(): string[] {
    return [...this.#live].sort();
  }

  /** False once others may have taken this process for dead: what it has in memory may be old then. */
  isSure(): boolean {
    return this.#call.now() - this.#renewedMs <= this.#timing.leaseMs;
  }

  fence(partition: number): Fence | undefined {
    return this.#held.get(partition);
  }

  /** ResponseDeadlines, for as long as it takes, until the partition is in this process's hands. UNAVAILABLE when it leaves before. */
  async acquired(partition: number): Promise<Fence> {
    for (;;) {
      const fence = this.#held.get(partition);
      if (fence !== undefined) return fence;
      if (this.#isReleased) throw unavailable("is held by another process");
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Gives everything back: what stood on it must have come to its end. */
  async release(): Promise<void> {
    if (this.#isReleased) return await this.#running;
    this.#isReleased = true;
    this.#wake();
    await this.#running;
    this.#tellWaiting();
  }

  async #run(): Promise<void> {
    while (!this.#isReleased) {
      const hasTaken = await this.#tick().catch((error) => this.#noteAway(error));
      if (hasTaken !== true) await this.#pause();
    }
    await this.#giveAllBack().catch((error) => {
      this.options.log(
        "warn",
        "What this process holds was not given back; others take it when its lease ends",
        {
          error: String(error),
        },
      );
    });
  }

  /** Answers whether something was taken, which the next look shows. */
  async #tick(): Promise<boolean> {
    const { backend, wallNow, seize } = this.options;
    const view = await this.#inTime(readLeases(backend));
    const nowMs = this.#call.now();
    if (this.#isToRenew(view, nowMs)) await this.#renew(view, nowMs);
    const seen = seize === true && !this.#hasTaken ? { ...view, processes: new Map() } : view;
    const decision = this.#keeper.look(seen, { steadyMs: this.#call.now(), wallMs: wallNow() });
    this.#settle(decision);
    this.options.membership?.look(view, { live: decision.live, nowMs: this.#call.now() });
    await this.#sweep(view, decision);
    for (const partition of decision.giveBack) await this.#giveBack(partition);
    // What it took it would give back at once.
    const take = this.options.membership?.isLeaving === true ? [] : decision.take;
    const taken = await Promise.all(take.map((taking) => this.#take(taking)));
    this.#back();
    return taken.includes(true);
  }

  #settle({ held, live }: LeaseDecision): void {
    this.#live = live;
    for (const [partition, versionstamp] of held) {
      if (this.#held.get(partition)?.check.versionstamp === versionstamp) continue;
      this.#lose(partition);
      const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
      this.#held.set(partition, { check: { key: keys.epoch(partition), versionstamp }, lost, lose });
      this.#hasTaken = true;
    }
    for (const partition of this.held) if (!held.has(partition)) this.#lose(partition);
    this.#tellWaiting();
  }

  #lose(partition: number): void {
    this.#held.get(partition)?.lose();
    this.#held.delete(partition);
  }

  #tellWaiting(): void {
    for (const tell of this.#waiting) tell();
    this.#waiting.clear();
  }

  /** Who has no record counts as dead, and what it takes is taken from it at once. */
  #isToRenew({ processes }: LeaseView, nowMs: Ms): boolean {
    const { id, membership } = this.options;
    return !processes.has(id) || membership?.hasNews === true ||
      nowMs - this.#renewedMs >= this.#timing.renewMs;
  }

  async #renew(view: LeaseView, nowMs: Ms): Promise<void> {
    const { id, wallNow, membership } = this.options;
    const untilMs = wallNow() + this.#timing.leaseMs;
    const value: ProcessRecord = { v: 1, untilMs, ...membership?.renewing(nowMs) };
    const renewed = await this.#write(
      { key: keys.process(id), versionstamp: view.processes.get(id)?.versionstamp ?? null },
      value,
    );
    if (renewed) this.#renewedMs = nowMs;
  }

  #take({ partition, over, epoch }: LeaseClaim): Promise<boolean> {
    const record: EpochRecord = { v: 1, epoch, holder: this.options.id };
    return this.#write({ key: keys.epoch(partition), versionstamp: over }, record);
  }

  async #giveBack(partition: number): Promise<void> {
    const held = this.#held.get(partition);
    if (held === undefined) return;
    await this.options.beforeRelease?.(partition);
    await this.#free([[partition, held]]);
    this.#held.delete(partition);
  }

  async #giveAllBack(): Promise<void> {
    const { backend, id } = this.options;
    await this.#free([...this.#held]);
    this.#held.clear();
    const gone = { checks: [], mutations: [{ type: "delete" as const, key: keys.process(id) }] };
    await this.#inTime(backend.write(gone));
  }

  /** The epoch stays: whoever takes the partition next raises it. */
  async #free(held: [number, Fence][]): Promise<void> {
    const view = await this.#inTime(readLeases(this.options.backend));
    await Promise.all(held.map(([partition, { check }]) => {
      const epoch = view.epochs.get(partition)?.record.epoch ?? 0;
      return this.#write(check, { v: 1, epoch, holder: null } satisfies EpochRecord);
    }));
  }

  /** The records of those who died. Who was taken for dead and lives writes a new one. */
  async #sweep({ processes }: LeaseView, { live }: LeaseDecision): Promise<void> {
    if (!this.#hasTaken) return;
    for (const [id, { versionstamp }] of processes) {
      if (live.has(id)) continue;
      const key = keys.process(id);
      const atomic = { checks: [{ key, versionstamp }], mutations: [{ type: "delete" as const, key }] };
      await this.#inTime(this.options.backend.write(atomic));
    }
  }

  /** A write that is repeated blindly, or lands late, fails its check; what became of it the next look shows. */
  async #write(check: Check, value: unknown): Promise<boolean> {
    const atomic: Atomic = { checks: [check], mutations: [{ type: "set", key: check.key, value }] };
    return (await this.#inTime(this.options.backend.write(atomic))).ok;
  }

  #noteAway(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    this.options.log("warn", "Who holds what cannot be read or written; trying again", {
      error: String(error),
    });
  }

  #back(): void {
    this.#isAway = false;
  }

  #pause(): Promise<void> {
    return new Promise((resolve) => {
      const ms = jittered(this.#timing.tickMs, this.options.random);
      const cancel = (this.options.clock ?? realClock).after(ms, resolve);
      this.#wake = () => {
        cancel();
        resolve();
      };
      if (this.#isReleased) this.#wake();
    });
  }

  #inTime<T>(promise: Promise<T>): Promise<T> {
    return this.#call.of(promise, () => unavailable("does not answer"));
  }
}

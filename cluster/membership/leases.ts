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
  /** This process: an id that is never used again, not by this process's next start either. */
  id: string;
  partitions: number;
  wallNow: () => Ms;
  /** A monotonic clock; the default is the machine's. */
  clock?: DeadlineClock;
  random: () => number;
  log: Log;
  /** Ends the work on a partition before its lease is released. */
  beforeRelease?: (partition: number) => Promise<void>;
  /** At the start, claims what others hold, whether they are alive or not: the newest process leads. */
  seize?: boolean;
  /** Receives each reading and supplies each renewal; absent where requests are not forwarded. */
  membership?: ClusterMembership;
  timing?: Partial<LeaseTiming>;
}

export interface LeaseTiming {
  /** After this time without a renewal a process counts as dead. */
  leaseMs: Ms;
  renewMs: Ms;
  /** How often the leases are read. */
  tickMs: Ms;
  callDeadlineMs: Ms;
}

/** The lease of this process on a partition. */
export interface Fence {
  /** Part of every commit to the partition: the commit fails once another process has claimed it. */
  check: Check;
  /** Resolves when another process is seen to hold the lease; not when this one releases it. */
  lost: Promise<void>;
}

interface HeldPartition extends Fence {
  lose: () => void;
}

/** Failover after a crash takes the lease, one or two readings and the start of the work: 10 s in all. */
const TIMING: LeaseTiming = { leaseMs: 5_000, renewMs: 1_000, tickMs: 250, callDeadlineMs: 2_000 };

/**
 * The partition leases of this process: renews its record, claims free partitions up to an even share and
 * releases the surplus. It reports what it last read; only the fence in each commit is certain.
 */
export class Leases {
  readonly #timing: LeaseTiming;
  readonly #call: CallDeadline;
  readonly #elector: LeaseElector;
  readonly #held = new Map<number, HeldPartition>();
  readonly #waiting = new Set<() => void>();
  readonly #running: Promise<void>;
  #live: ReadonlySet<string> = new Set();
  #renewedMs = -Infinity;
  #hasTaken = false;
  #isAway = false;
  #isReleased = false;
  #wake: () => void = () => {};

  /** Begins at once; `release` ends it. */
  constructor(readonly options: LeasesOptions) {
    this.#timing = { ...TIMING, ...options.timing };
    const { leaseMs, renewMs, tickMs, callDeadlineMs } = this.#timing;
    this.#call = new CallDeadline(callDeadlineMs, options.clock ?? realClock);
    const { id, partitions } = options;
    this.#elector = new LeaseElector({ id, partitions, leaseMs, longestGapMs: renewMs + 2 * tickMs });
    this.#running = this.#run();
  }

  /** The partitions whose leases this process holds. */
  get held(): number[] {
    return [...this.#held.keys()];
  }

  /** The live processes, as last read. */
  get live(): string[] {
    return [...this.#live].sort();
  }

  /** False once others may count this process as dead: its memory may be out of date then. */
  isValid(): boolean {
    return this.#call.now() - this.#renewedMs <= this.#timing.leaseMs;
  }

  fence(partition: number): Fence | undefined {
    return this.#held.get(partition);
  }

  /** Waits without a limit until this process holds the lease. Throws UNAVAILABLE when it is released before. */
  async acquired(partition: number): Promise<Fence> {
    for (;;) {
      const fence = this.#held.get(partition);
      if (fence !== undefined) return fence;
      if (this.#isReleased) throw unavailable("is held by another process");
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** Releases all leases. The work on the partitions must have ended. */
  async release(): Promise<void> {
    if (this.#isReleased) return await this.#running;
    this.#isReleased = true;
    this.#wake();
    await this.#running;
    this.#wakeWaiting();
  }

  async #run(): Promise<void> {
    while (!this.#isReleased) {
      const hasTaken = await this.#tick().catch((error) => this.#noteAway(error));
      if (hasTaken !== true) await this.#pause();
    }
    await this.#releaseAll().catch((error) => {
      this.options.log(
        "warn",
        "The leases of this process were not released; others claim them when they expire",
        {
          error: String(error),
        },
      );
    });
  }

  /** Returns whether a partition was claimed; the next reading shows it. */
  async #tick(): Promise<boolean> {
    const { backend, wallNow, seize } = this.options;
    const view = await this.#inTime(readLeases(backend));
    const nowMs = this.#call.now();
    if (this.#isToRenew(view, nowMs)) await this.#renew(view, nowMs);
    const seen = seize === true && !this.#hasTaken ? { ...view, processes: new Map() } : view;
    const decision = this.#elector.decide(seen, { steadyMs: this.#call.now(), wallMs: wallNow() });
    this.#apply(decision);
    this.options.membership?.observe(view, { live: decision.live, nowMs: this.#call.now() });
    await this.#sweep(view, decision);
    for (const partition of decision.release) await this.#releaseOne(partition);
    // A leaving process would release at once what it claims.
    const take = this.options.membership?.isLeaving === true ? [] : decision.take;
    const taken = await Promise.all(take.map((claim) => this.#claim(claim)));
    this.#noteReachable();
    return taken.includes(true);
  }

  #apply({ held, live }: LeaseDecision): void {
    this.#live = live;
    for (const [partition, versionstamp] of held) {
      if (this.#held.get(partition)?.check.versionstamp === versionstamp) continue;
      this.#lose(partition);
      const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
      this.#held.set(partition, { check: { key: keys.epoch(partition), versionstamp }, lost, lose });
      this.#hasTaken = true;
    }
    for (const partition of this.held) if (!held.has(partition)) this.#lose(partition);
    this.#wakeWaiting();
  }

  #lose(partition: number): void {
    this.#held.get(partition)?.lose();
    this.#held.delete(partition);
  }

  #wakeWaiting(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** A process without a record counts as dead, and others claim its partitions at once. */
  #isToRenew({ processes }: LeaseView, nowMs: Ms): boolean {
    const { id, membership } = this.options;
    return !processes.has(id) || membership?.hasUnannouncedChange === true ||
      nowMs - this.#renewedMs >= this.#timing.renewMs;
  }

  async #renew(view: LeaseView, nowMs: Ms): Promise<void> {
    const { id, wallNow, membership } = this.options;
    const untilMs = wallNow() + this.#timing.leaseMs;
    const value: ProcessRecord = { v: 1, untilMs, ...membership?.renewal(nowMs) };
    const renewed = await this.#write(
      { key: keys.process(id), versionstamp: view.processes.get(id)?.versionstamp ?? null },
      value,
    );
    if (renewed) this.#renewedMs = nowMs;
  }

  #claim({ partition, over, epoch }: LeaseClaim): Promise<boolean> {
    const record: EpochRecord = { v: 1, epoch, holder: this.options.id };
    return this.#write({ key: keys.epoch(partition), versionstamp: over }, record);
  }

  async #releaseOne(partition: number): Promise<void> {
    const held = this.#held.get(partition);
    if (held === undefined) return;
    await this.options.beforeRelease?.(partition);
    await this.#free([[partition, held]]);
    this.#held.delete(partition);
  }

  async #releaseAll(): Promise<void> {
    const { backend, id } = this.options;
    await this.#free([...this.#held]);
    this.#held.clear();
    const farewell = { checks: [], mutations: [{ type: "delete" as const, key: keys.process(id) }] };
    await this.#inTime(backend.write(farewell));
  }

  /** The epoch stays: the next process that claims the partition raises it. */
  async #free(held: [number, Fence][]): Promise<void> {
    const view = await this.#inTime(readLeases(this.options.backend));
    await Promise.all(held.map(([partition, { check }]) => {
      const epoch = view.epochs.get(partition)?.record.epoch ?? 0;
      return this.#write(check, { v: 1, epoch, holder: null } satisfies EpochRecord);
    }));
  }

  /** Deletes the records of dead processes. One that is still alive writes a new record. */
  async #sweep({ processes }: LeaseView, { live }: LeaseDecision): Promise<void> {
    if (!this.#hasTaken) return;
    for (const [id, { versionstamp }] of processes) {
      if (live.has(id)) continue;
      const key = keys.process(id);
      const atomic = { checks: [{ key, versionstamp }], mutations: [{ type: "delete" as const, key }] };
      await this.#inTime(this.options.backend.write(atomic));
    }
  }

  /** A repeated or late write fails its check; the next reading shows the outcome. */
  async #write(check: Check, value: unknown): Promise<boolean> {
    const atomic: Atomic = { checks: [check], mutations: [{ type: "set", key: check.key, value }] };
    return (await this.#inTime(this.options.backend.write(atomic))).ok;
  }

  #noteAway(error: unknown): void {
    if (this.#isAway) return;
    this.#isAway = true;
    this.options.log("warn", "The leases cannot be read or written; trying again", {
      error: String(error),
    });
  }

  #noteReachable(): void {
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

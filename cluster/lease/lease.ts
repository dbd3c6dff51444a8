import type { Check } from "../../domain/shared/commit.ts";
import type { Log } from "../../domain/shared/log.ts";
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
import { FailureDetector } from "./failure_detector.ts";
import type { Processes } from "./processes.ts";
import { readLease } from "./read_lease.ts";
import type { EpochRecord, LeaseView, ProcessRecord } from "./types.ts";

export interface LeaseOptions {
  backend: KvBackend;
  /** This process: an id that is never used again, not by this process's next start either. */
  id: string;
  wallNow: () => Ms;
  /** A monotonic clock; the default is the machine's. */
  clock?: DeadlineClock;
  random: () => number;
  log: Log;
  /** At the start, claims the lease of a live process too: the newest process leads. */
  seize?: boolean;
  /** Hears of each reading; absent where nobody stands by. */
  processes?: Processes;
  timing?: Partial<LeaseTiming>;
}

export interface LeaseTiming {
  /** After this time without a renewal a process counts as dead. */
  leaseMs: Ms;
  renewMs: Ms;
  /** How often the records are read. */
  tickMs: Ms;
  callDeadlineMs: Ms;
}

/** The right to write to the store. */
export interface Fence {
  /** Part of every commit, which fails once another process has claimed the lease. */
  check: Check;
  /** Resolves when another process is seen to hold the lease; not when this one releases it. */
  lost: Promise<void>;
}

/** Taking over after a crash takes the lease, one or two readings and the start of the work: 10 s in all. */
const TIMING: LeaseTiming = { leaseMs: 5_000, renewMs: 1_000, tickMs: 250, callDeadlineMs: 2_000 };

/**
 * This process's part in the lease on the store: renews the process's record, and claims the lease when no live
 * process holds it. It reports what it last read; only the fence in each commit is certain.
 */
export class Lease {
  readonly #timing: LeaseTiming;
  readonly #call: CallDeadline;
  readonly #failureDetector: FailureDetector;
  readonly #waiting = new Set<() => void>();
  readonly #running: Promise<void>;
  #held: Fence & { lose: () => void } | undefined;
  #live: ReadonlySet<string> = new Set();
  #renewedMs = -Infinity;
  #hasHeld = false;
  #isAway = false;
  #isReleased = false;
  #wake: () => void = () => {};

  /** Begins at once; `release` ends it. */
  constructor(readonly options: LeaseOptions) {
    this.#timing = { ...TIMING, ...options.timing };
    const { leaseMs, renewMs, tickMs, callDeadlineMs } = this.#timing;
    this.#call = new CallDeadline(callDeadlineMs, options.clock ?? realClock);
    this.#failureDetector = new FailureDetector({ leaseMs, longestGapMs: renewMs + 2 * tickMs });
    this.#running = this.#run();
  }

  /** Undefined while this process does not hold the lease. */
  get fence(): Fence | undefined {
    return this.#held;
  }

  /** The live processes, as last read. */
  get live(): string[] {
    return [...this.#live].sort();
  }

  /** False once others may count this process as dead: its memory may be out of date then. */
  isValid(): boolean {
    return this.#call.now() - this.#renewedMs <= this.#timing.leaseMs;
  }

  /** Waits without a limit until this process holds the lease. Throws UNAVAILABLE when it is released before. */
  async acquired(): Promise<Fence> {
    for (;;) {
      if (this.#held !== undefined) return this.#held;
      if (this.#isReleased) throw unavailable("is held by another process");
      await new Promise<void>((resolve) => this.#waiting.add(resolve));
    }
  }

  /** The last write of this process must have settled. */
  async release(): Promise<void> {
    if (this.#isReleased) return await this.#running;
    this.#isReleased = true;
    this.#wake();
    await this.#running;
    this.#wakeWaiting();
  }

  async #run(): Promise<void> {
    while (!this.#isReleased) {
      const hasClaimed = await this.#tick().catch((error) => this.#noteAway(error));
      if (hasClaimed !== true) await this.#pause();
    }
    await this.#leave().catch((error) => {
      this.options.log(
        "warn",
        "The lease of this process was not released; another process claims it when it expires",
        { error: String(error) },
      );
    });
  }

  /** Returns whether the lease was claimed; the next reading shows it. */
  async #tick(): Promise<boolean> {
    const { backend, id, wallNow, processes } = this.options;
    const view = await this.#inTime(readLease(backend));
    const readMs = this.#call.now();
    if (!view.processes.has(id) || readMs - this.#renewedMs >= this.#timing.renewMs) {
      await this.#renew(view, readMs);
    }
    const time = { steadyMs: this.#call.now(), wallMs: wallNow() };
    const live = this.#live = this.#failureDetector.observe(view.processes, time).add(id);
    this.#noteHolder(view);
    processes?.observe(view, { live, ...time });
    await this.#sweep(view);
    const hasClaimed = this.#mayClaim(view) && await this.#claim(view);
    this.#isAway = false;
    return hasClaimed;
  }

  #noteHolder({ lease }: LeaseView): void {
    const versionstamp = lease?.record.holder === this.options.id ? lease.versionstamp : undefined;
    if (versionstamp !== undefined && this.#held?.check.versionstamp === versionstamp) return;
    this.#held?.lose();
    this.#held = undefined;
    if (versionstamp === undefined) return;
    const { promise: lost, resolve: lose } = Promise.withResolvers<void>();
    this.#held = { check: { key: keys.epoch(), versionstamp }, lost, lose };
    this.#hasHeld = true;
    this.#wakeWaiting();
  }

  /** No live process holds the lease; at a start that seizes it, any may. */
  #mayClaim({ lease }: LeaseView): boolean {
    const holder = lease?.record.holder ?? null;
    if (holder === this.options.id) return false;
    return holder === null || !this.#live.has(holder) || this.options.seize === true && !this.#hasHeld;
  }

  #claim({ lease }: LeaseView): Promise<boolean> {
    const record: EpochRecord = { v: 1, epoch: (lease?.record.epoch ?? 0) + 1, holder: this.options.id };
    return this.#write({ key: keys.epoch(), versionstamp: lease?.versionstamp ?? null }, record);
  }

  /** A process without a record counts as dead. */
  async #renew({ processes }: LeaseView, nowMs: Ms): Promise<void> {
    const { id, wallNow, processes: known } = this.options;
    const value: ProcessRecord = { v: 1, untilMs: wallNow() + this.#timing.leaseMs, ...known?.facts };
    const before = { key: keys.process(id), versionstamp: processes.get(id)?.versionstamp ?? null };
    if (await this.#write(before, value)) this.#renewedMs = nowMs;
  }

  #wakeWaiting(): void {
    for (const wake of this.#waiting) wake();
    this.#waiting.clear();
  }

  /** The epoch stays: the next process that claims the lease raises it. */
  async #leave(): Promise<void> {
    const { backend, id } = this.options;
    if (this.#held !== undefined) {
      const { lease } = await this.#inTime(readLease(backend));
      const released: EpochRecord = { v: 1, epoch: lease?.record.epoch ?? 0, holder: null };
      await this.#write(this.#held.check, released);
      this.#held = undefined;
    }
    const farewell = { checks: [], mutations: [{ type: "delete" as const, key: keys.process(id) }] };
    await this.#inTime(backend.write(farewell));
  }

  /** The leader deletes the records of dead processes. One that is still alive writes a new record. */
  async #sweep({ processes }: LeaseView): Promise<void> {
    if (this.#held === undefined) return;
    for (const [id, { versionstamp }] of processes) {
      if (this.#live.has(id)) continue;
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
    this.options.log("warn", "The lease cannot be read or written; trying again", { error: String(error) });
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

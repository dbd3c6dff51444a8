import { keys } from "../keys.ts";
import type { AnyCommit, Check, CommitResult } from "../../domain/shared/commit.ts";
import type { KvBackend } from "./backend.ts";
import { type CommitFigures, noteCommit } from "./commit_figures.ts";
import { type CallDeadline, unavailable } from "./deadline.ts";
import { Fifo } from "../../domain/shared/fifo.ts";
import { atomicOf, takeGroup } from "./group.ts";
import { type Health, TAKEN_OVER } from "./health.ts";
import { LaneKey, type Outcome } from "./lane_key.ts";
import type { CommitReorderBuffer } from "./commit_reorder_buffer.ts";
import type { PrefixLocks } from "./read_write_lock.ts";
import type { Rows } from "./rows.ts";
import { LATE_WRITE, refusalOf } from "./trouble.ts";
import { QueuedCommit } from "./queued_commit.ts";
import type { WideValues } from "./wide.ts";

export interface LaneContext {
  backend: KvBackend;
  wide: WideValues;
  reorderBuffer: CommitReorderBuffer;
  prefixLocks: PrefixLocks;
  health: Health;
  figures: CommitFigures;
  deadline: CallDeadline;
  laneQueue: number;
  /** The prefix of this process's commit ids. */
  owner: string;
  /** Checked by every atomic. */
  fence?: Check;
  nextCommitId: () => string;
  random: () => number;
  isClosed: () => boolean;
  /** The commits are written; called in the order of their atomics. */
  committed: (commits: QueuedCommit[], versionstamp: string) => void;
  conflicted: () => void;
}

/** Writes its commits in order of arrival, many per atomic, one atomic at a time. */
export class Lane {
  readonly #queue = new Fifo<QueuedCommit>();
  /** All commits whose callers may still wait, oldest first. */
  readonly #open = new Fifo<QueuedCommit>();
  /** The commits of atomics that have neither failed nor reached memory. */
  readonly #underWay = new Set<readonly QueuedCommit[]>();
  readonly #key: LaneKey;
  #running = false;
  #cancelWatch: (() => void) | undefined;

  constructor(readonly lane: number, readonly context: LaneContext) {
    this.#key = new LaneKey(keys.lane(lane), context);
  }

  get queued(): number {
    return this.#queue.size;
  }

  /** Whether a commit may still take effect, or reach memory, though its caller was refused at the deadline. */
  get hasLateWrite(): boolean {
    return this.#underWay.values().some((commits) => commits.some(({ settled }) => settled));
  }

  /** Queues a commit. Throws a TypeError for one that can never be written, and UNAVAILABLE when too many wait. */
  enqueue(commit: AnyCommit, rows: Rows): Promise<CommitResult> {
    if (this.#queue.size >= this.context.laneQueue) throw unavailable("has too many writes waiting");
    const { wide, deadline } = this.context;
    const queued = new QueuedCommit(commit, rows, { wide, deadline: deadline.now() + deadline.ms });
    this.#queue.push(queued);
    this.#open.push(queued);
    this.#watchDeadlines();
    if (!this.#running) this.#start();
    return queued.answered;
  }

  /** Refuses all commits that still wait. */
  stop(): void {
    for (const queued of this.#open.items()) if (!queued.settled) queued.refuse(unavailable("is closing"));
    this.#cancelWatch?.();
    this.#cancelWatch = undefined;
    this.#queue.clear();
    this.#open.clear();
  }

  /** Resolves when all commits so far have been answered. */
  async settled(): Promise<void> {
    const open = this.#open.items().filter((queued) => !queued.settled);
    await Promise.allSettled(open.map((queued) => queued.answered));
  }

  /** Starts after the current microtasks, so that commits submitted together share an atomic. */
  #start(): void {
    this.#running = true;
    queueMicrotask(() => this.#run());
  }

  async #run(): Promise<void> {
    while (this.#queue.size > 0 && !this.context.isClosed()) {
      await this.#carryOut(takeGroup(this.#queue));
      this.#dropSettled();
    }
    this.#running = false;
  }

  async #carryOut(group: QueuedCommit[]): Promise<void> {
    const commits = group.filter((queued) => !queued.settled);
    if (commits.length === 0) return;
    const release = await this.context.prefixLocks.write(commits.flatMap((queued) => queued.lockedPrefixes));
    const ticket = this.context.reorderBuffer.start();
    const begunMs = performance.now();
    this.#underWay.add(commits);
    const outcome = await this.#key.write(
      (step) =>
        atomicOf(commits, { ...step, lane: this.lane, fence: this.context.fence }, this.context.backend),
      () => commits.some((queued) => !queued.settled),
    );
    if (outcome.kind === "landed") {
      noteCommit(this.context.figures, commits, performance.now() - begunMs);
      this.context.reorderBuffer.landed(ticket, outcome.versionstamp, () => {
        this.context.committed(commits, outcome.versionstamp);
        this.#underWay.delete(commits);
        release();
      });
      return;
    }
    this.#underWay.delete(commits);
    this.context.reorderBuffer.ended(ticket);
    release();
    await this.#notWritten(commits, outcome);
  }

  async #notWritten(commits: QueuedCommit[], outcome: Exclude<Outcome, { kind: "landed" }>): Promise<void> {
    if (outcome.kind === "fenced" || outcome.kind === "closed") {
      const refusal = outcome.kind === "fenced" ? refusalOf(TAKEN_OVER) : unavailable("is closing");
      for (const queued of commits) if (!queued.settled) queued.refuse(refusal);
    } else if (outcome.kind === "failed") {
      for (const queued of commits) if (!queued.settled) queued.refuse(refusalOf(outcome.trouble));
    } else if (outcome.kind === "again") {
      await this.#carryOut(commits);
    } else if (commits.length > 1) {
      const half = Math.ceil(commits.length / 2);
      await this.#carryOut(commits.slice(0, half));
      await this.#carryOut(commits.slice(half));
    } else {
      this.#refuseOne(commits[0]!, outcome);
    }
  }

  #refuseOne(
    queued: QueuedCommit,
    outcome: { kind: "refused" } | { kind: "impossible"; error: Error },
  ): void {
    if (queued.settled) return;
    if (outcome.kind === "impossible") return queued.refuse(outcome.error);
    this.context.conflicted();
    queued.answer({ ok: false });
  }

  #watchDeadlines(): void {
    if (this.#cancelWatch !== undefined) return;
    this.#dropSettled();
    const oldest = this.#open.peek();
    if (oldest === undefined) return;
    const { deadline } = this.context, leftMs = Math.max(1, oldest.deadline - deadline.now());
    this.#cancelWatch = deadline.clock.after(leftMs, () => this.#expire());
  }

  #expire(): void {
    this.#cancelWatch = undefined;
    const now = this.context.deadline.now();
    for (let queued = this.#open.peek(); queued !== undefined; queued = this.#open.peek()) {
      if (!queued.settled && queued.deadline > now) break;
      this.#open.shift();
      if (queued.settled) continue;
      const { health } = this.context;
      const trouble = health.trouble("writes") ?? health.suspected ?? LATE_WRITE;
      health.down("writes", trouble);
      queued.refuse(refusalOf(trouble));
    }
    while (this.#queue.peek()?.settled) this.#queue.shift();
    this.#watchDeadlines();
  }

  #dropSettled(): void {
    while (this.#open.peek()?.settled) this.#open.shift();
  }
}

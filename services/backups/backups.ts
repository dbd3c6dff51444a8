import { Mutex } from "../../concurrency/mutex.ts";
import { type DailyTime, timesAround } from "../../domain/backup/schedule.ts";
import type { KeptBackups } from "../../domain/backup/types.ts";
import { errorSentence } from "../../domain/shared/refusal.ts";
import { cutText } from "../../domain/shared/text.ts";
import { isoFromMs, type Ms } from "../../domain/shared/time.ts";
import type { BackupsPort, BackupsStatus } from "../../ports/backups.ts";
import type { OwnConditions } from "../../storage/own_conditions.ts";
import type { ServiceContext } from "../context.ts";
import type { Taken } from "./take.ts";

/** The rule id of the event about backups. */
export const BACKUP_RULE = "backup";
/** A day, and time for the backup itself. */
const OVERDUE_MS = 26 * 3_600_000;
const AGAIN_MS = 3_600_000;
const FIRST_MS = 10_000;
const TICK_MS = 60_000;
const MOST_WORDS = 500;

/** Does the work, elsewhere than where the store is written. */
export interface BackupRunner {
  /** What is at the target. */
  look(): Promise<KeptBackups>;
  take(): Promise<Taken>;
  /** Ends what runs; its promise rejects. */
  close(): void;
}

export interface BackupsOptions extends ServiceContext {
  runner: BackupRunner;
  conditions: Pick<OwnConditions, "raise" | "end">;
  at: DailyTime;
  to: "folder" | "bucket";
  /** From the start to the first look at what is due. */
  firstMs?: Ms;
}

/**
 * Backs up each day on the process that leads, one backup at a time. What was due while Andon did not run is made up
 * for; a failed one is tried again each hour. A failed or overdue one is an event until one succeeds.
 */
export class Backups implements BackupsPort {
  #kept: KeptBackups | undefined;
  #failure: BackupsStatus["failure"] = null;
  #running: Promise<void> | undefined;
  #isOverdue = false;
  #isClosed = false;
  readonly #mutex = new Mutex();
  /** The newest change of the event, until the store has taken it. */
  #unwritten: (() => Promise<unknown>) | undefined;
  #cancel: () => void = () => {};
  readonly #startedMs: Ms;

  constructor(private readonly options: BackupsOptions) {
    this.#startedMs = options.now();
  }

  start(): void {
    this.#tickIn(this.options.firstMs ?? FIRST_MS);
  }

  status(): BackupsStatus {
    const kept = this.#kept ?? { newest: null, count: 0 };
    const { last, next } = timesAround(this.options.now(), this.options.at);
    return {
      to: this.options.to,
      state: this.#state(),
      isRunning: this.#running !== undefined,
      kept,
      nextMs: this.#failure !== null ? this.#failure.atMs + AGAIN_MS : this.#isDue(last) ? last : next,
      failure: this.#failure,
    };
  }

  /** Backs up if one is due, and tells of an overdue one; joins the run under way. */
  async catchUp(): Promise<void> {
    if (this.#running === undefined && this.#mayRun()) {
      this.#running = this.#run().finally(() => this.#running = undefined);
    }
    if (this.#unwritten !== undefined) await this.#write(this.#unwritten);
    await this.#checkOverdue();
    await this.#running;
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#cancel();
    this.options.runner.close();
    await this.#running;
  }

  #tickIn(ms: Ms): void {
    if (this.#isClosed) return;
    this.#cancel = this.options.after(ms, () => {
      this.#tickIn(TICK_MS);
      this.catchUp();
    });
  }

  #state(): BackupsStatus["state"] {
    if (this.#failure !== null) return "failed";
    if (this.#isOverdue) return "overdue";
    return this.#kept === undefined ? "unknown" : "good";
  }

  #mayRun(): boolean {
    const { now, at } = this.options;
    if (this.#isClosed || this.#failure !== null && now() - this.#failure.atMs < AGAIN_MS) return false;
    return this.#kept === undefined || this.#isDue(timesAround(now(), at).last);
  }

  #isDue(lastMs: Ms): boolean {
    const atMs = this.#kept?.newest?.atMs ?? -Infinity;
    return this.#kept !== undefined && atMs < lastMs;
  }

  async #run(): Promise<void> {
    const { runner, conditions, at, now, log } = this.options;
    try {
      if (this.#kept === undefined) {
        this.#kept = await runner.look();
        if (!this.#isDue(timesAround(now(), at).last)) return await this.#succeeded();
      }
      const startedMs = now();
      const { kept, tidyFailure } = await runner.take();
      this.#kept = kept;
      if (tidyFailure !== null) log("warn", "Old backups could not be removed", { reason: tidyFailure });
      log("info", "Backed up, and restored for a trial", {
        file: kept.newest?.name,
        bytes: kept.newest?.bytes,
        ms: now() - startedMs,
        kept: kept.count,
      });
      await this.#succeeded();
    } catch (error) {
      if (this.#isClosed) return;
      const reason = cutText(errorSentence(error), MOST_WORDS);
      const atMs = now();
      this.#failure = { atMs, reason, inARow: (this.#failure?.inARow ?? 0) + 1 };
      log("error", "The backup failed; it is tried again within the hour", { reason });
      await this.#write(() =>
        conditions.raise(BACKUP_RULE, {
          name: "Backup failed",
          description: `${reason}. ${this.#newestText()} It is tried again every hour`,
          severity: "error",
          at: atMs,
        })
      );
    }
  }

  async #succeeded(): Promise<void> {
    this.#failure = null;
    this.#isOverdue = false;
    await this.#write(() => this.options.conditions.end(BACKUP_RULE, { at: this.options.now() }));
  }

  async #checkOverdue(): Promise<void> {
    const { conditions, now } = this.options;
    const sinceMs = this.#kept?.newest?.atMs ?? this.#startedMs;
    if (this.#isClosed || this.#isOverdue || now() - sinceMs < OVERDUE_MS) return;
    this.#isOverdue = true;
    await this.#write(() =>
      conditions.raise(BACKUP_RULE, {
        name: "Backup overdue",
        description:
          `${this.#newestText()} The one that is due has not ended. See Settings, About and health`,
        severity: "error",
        at: now(),
      })
    );
  }

  #newestText(): string {
    const newest = this.#kept?.newest ?? null;
    if (newest === null) return "There is no backup that is known.";
    return `The newest backup is of ${isoFromMs(newest.atMs).slice(0, 16).replace("T", " ")} UTC.`;
  }

  /** The store may fail for the same reason as the backup; the next tick tries again. */
  async #write(write: () => Promise<unknown>): Promise<void> {
    this.#unwritten = write;
    try {
      await this.#mutex.run(write);
      if (this.#unwritten === write) this.#unwritten = undefined;
    } catch (error) {
      this.options.log("warn", "The event about the backup could not be written", {
        reason: errorSentence(error),
      });
    }
  }
}

import type { Ms } from "../../domain/shared/time.ts";

const MOST_LISTED = 20;
const LONGEST_REASON = 300;
const SECONDS = 60, HOURS = 24;
const HOUR_MS = 3_600_000;

export interface ListedRejection {
  at_ms: Ms;
  stream: string | null;
  reason: string;
}

/** What came in, for people: samples a second, and what was rejected. */
export class IntakeFigures {
  readonly #perSecond = new RecentCounts(SECONDS, 1_000);
  readonly #perHour = new RecentCounts(HOURS, HOUR_MS);
  readonly #sinceMs: Ms;
  readonly rejections: ListedRejection[] = [];
  received = 0;
  duplicates = 0;
  /** Samples whose times were over 60 s ahead of the clock. */
  ahead = 0;
  /** Values of another type than their stream's. */
  misfits = 0;
  rejected = 0;

  constructor(private readonly now: () => Ms) {
    this.#sinceMs = now();
  }

  arrived(samples: number): void {
    this.received += samples;
    this.#perSecond.add(this.now(), samples);
    this.#perHour.add(this.now(), samples);
  }

  reject(stream: string | null, reason: string): void {
    this.rejected++;
    this.list(stream, reason);
  }

  /** Lists a problem of a sample that was stored all the same. */
  list(stream: string | null, reason: string): void {
    this.rejections.push({ at_ms: this.now(), stream, reason: reason.slice(0, LONGEST_REASON) });
    if (this.rejections.length > MOST_LISTED) this.rejections.shift();
  }

  /** Over the last minute, or since the start. */
  samplesPerSecond(): number {
    const seconds = Math.max(1, Math.min(SECONDS, (this.now() - this.#sinceMs) / 1_000));
    return this.#perSecond.sum(this.now()) / seconds;
  }

  /** Over the last day, or at the rate since the start. */
  samplesPerDay(): number {
    const hours = Math.max(1 / 60, Math.min(HOURS, (this.now() - this.#sinceMs) / HOUR_MS));
    return this.#perHour.sum(this.now()) / hours * HOURS;
  }
}

class RecentCounts {
  readonly #counts: number[];
  #slot = 0;

  constructor(private readonly slots: number, private readonly widthMs: Ms) {
    this.#counts = Array<number>(slots).fill(0);
  }

  add(nowMs: Ms, count: number): void {
    this.#turn(nowMs);
    this.#counts[this.#slot % this.slots]! += count;
  }

  sum(nowMs: Ms): number {
    this.#turn(nowMs);
    return this.#counts.reduce((sum, count) => sum + count, 0);
  }

  #turn(nowMs: Ms): void {
    const slot = Math.floor(nowMs / this.widthMs);
    for (let passed = Math.max(this.#slot + 1, slot - this.slots + 1); passed <= slot; passed++) {
      this.#counts[passed % this.slots] = 0;
    }
    this.#slot = Math.max(this.#slot, slot);
  }
}

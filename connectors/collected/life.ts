import { type Ms, msFromTicks, type Ticks, ticksFromMs, ticksOfSeconds } from "../../domain/shared/time.ts";
import { SenderLost } from "../source.ts";
import type { Database } from "./database.ts";
import type { Repeating, Span } from "./repeats.ts";

/** Before anything that is stored. */
const EPOCH: Ticks = 0;

export interface LifeOptions {
  database: Database;
  now: () => Ms;
  delaySeconds: number;
  repeatSeconds: number;
  lostSeconds: number;
}

/** When the sender lived, up to when all of it has arrived, and whether it is silent. */
export class Life {
  readonly #spans: Span[];
  /** What of the last span is on disk. */
  #stored: Ticks;
  #heardMs: Ms;
  #silentFor: string | null = null;

  constructor(private readonly options: LifeOptions) {
    const rows = options.database.rows("SELECT since, until FROM life ORDER BY since");
    this.#spans = rows.map(([from, to]) => ({ from: Number(from), to: Number(to) }));
    this.#stored = this.#spans.at(-1)?.to ?? -Infinity;
    this.#heardMs = options.now();
  }

  /** Everything up to this time has arrived. */
  get completeTo(): Ticks {
    const newest = this.#spans.at(-1)?.to;
    if (newest === undefined) return EPOCH;
    return newest - ticksOfSeconds(this.options.delaySeconds);
  }

  /** The last sign of life; null: there was none. */
  get aliveTo(): Ms | null {
    const newest = this.#spans.at(-1)?.to;
    return newest === undefined ? null : msFromTicks(newest);
  }

  get heardMs(): Ms {
    return this.#heardMs;
  }

  get silentFor(): string | null {
    return this.#silentFor;
  }

  /** Whether values held count again. */
  get repeats(): boolean {
    return this.options.repeatSeconds > 0;
  }

  /** Something has come. */
  heard(): void {
    this.#heardMs = this.options.now();
    this.#silentFor = null;
  }

  alive(upToMs: Ms): void {
    this.heard();
    const to = Math.max(EPOCH, ticksFromMs(Math.min(upToMs, this.options.now())));
    const last = this.#spans.at(-1);
    // A silence that is too short to lose the source counts as life: streams hold their values meanwhile.
    if (last !== undefined && to - last.to <= ticksOfSeconds(this.options.lostSeconds)) {
      last.to = Math.max(last.to, to);
    } else {
      this.store();
      this.#spans.push({ from: to, to });
    }
  }

  silent(reason: string): void {
    this.#silentFor = reason;
  }

  /** That the source is lost; null: it is not. One that nobody has sent to yet waits for its first sample. */
  loss(): SenderLost | null {
    const { now, lostSeconds } = this.options, seconds = Math.floor((now() - this.#heardMs) / 1000);
    if (seconds <= lostSeconds || (this.#spans.length === 0 && this.#silentFor === null)) return null;
    const why = this.#silentFor === null ? "" : `: ${this.#silentFor}`;
    return new SenderLost(`Nothing has come for ${seconds} s${why}`, this.#heardMs);
  }

  /**
   * What a read repeats by. Repeats that were read are read again after a crash, so what they rest on is on disk first.
   */
  repeating(): Repeating {
    const step = ticksOfSeconds(this.options.repeatSeconds), last = this.#spans.at(-1);
    if (step > 0 && last !== undefined && Math.floor(last.to / step) * step > this.#stored) this.store();
    return { step, lives: this.#spans };
  }

  /** Within the caller's transaction, or in its own. */
  store(): void {
    const last = this.#spans.at(-1);
    if (last === undefined || last.to === this.#stored) return;
    this.options.database.run("INSERT OR REPLACE INTO life VALUES (?, ?)", last.from, last.to);
    this.#stored = last.to;
  }

  /** What a transaction stored of it was rolled back. */
  undoStore(): void {
    this.#stored = -Infinity;
  }

  /** Lives that ended before the oldest sample repeat nothing. */
  forgetBefore(time: Ticks): void {
    while (this.#spans.length > 1 && this.#spans[0]!.to < time) this.#spans.shift();
    this.options.database.run("DELETE FROM life WHERE since < ?", this.#spans[0]?.from ?? time);
  }
}

import type { Log } from "../../domain/shared/log.ts";
import type { Timers } from "./timers.ts";

const REPORT_EVERY_MS = 1000;

/** Counts dropped messages and logs the count at most once a second. */
export class DropLog {
  #total = 0;
  #unreported = 0;
  #cancelTimer: (() => void) | undefined;
  #closed = false;

  constructor(readonly options: { timers: Timers; log: Log; text: string }) {}

  get total(): number {
    return this.#total;
  }

  /** `to` is the address that the log names if this drop is the one reported. */
  count(to: string): void {
    this.#total++;
    this.#unreported++;
    if (this.#cancelTimer === undefined && !this.#closed) this.#report(to);
  }

  close(): void {
    this.#closed = true;
    this.#cancelTimer?.();
    this.#cancelTimer = undefined;
  }

  #report(to: string): void {
    this.options.log("warn", this.options.text, { dropped: this.#unreported, last_to: to });
    this.#unreported = 0;
    this.#cancelTimer = this.options.timers.after(REPORT_EVERY_MS, () => {
      this.#cancelTimer = undefined;
      if (this.#unreported > 0) this.#report(to);
    });
  }
}

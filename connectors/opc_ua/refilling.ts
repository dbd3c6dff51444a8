import type { DataValue } from "node-opcua-client";
import { type Ms, msFromTicks, type Ticks } from "../../domain/shared/time.ts";
import { readHistory } from "./history.ts";
import type { Reading } from "./reading.ts";
import type { Chosen } from "./selecting.ts";

export interface RefillingOptions {
  chosen: readonly Chosen[];
  now: () => Ms;
  reading(): Promise<Reading>;
  take(item: number, values: readonly DataValue[]): void;
  /** What the history does not have. */
  tellGap(item: number, after: Ticks): void;
}

/** Reads what a server's queues have lost from its history, in one read at a time. */
export class Refilling {
  /** Items, and after which time they lost values. */
  readonly #lost = new Map<number, Ticks>();
  #isReading = false;

  constructor(private readonly options: RefillingOptions) {}

  add(item: number, after: Ticks): void {
    this.#lost.set(item, Math.min(after, this.#lost.get(item) ?? after));
    if (!this.#isReading) void this.#read();
  }

  async #read(): Promise<void> {
    const { tellGap } = this.options;
    this.#isReading = true;
    while (this.#lost.size > 0) {
      const lost = new Map(this.#lost);
      this.#lost.clear();
      const failed = await this.#refill(lost).catch(() => [...lost.keys()]);
      for (const item of failed) tellGap(item, lost.get(item)!);
    }
    this.#isReading = false;
  }

  async #refill(lost: ReadonlyMap<number, Ticks>): Promise<number[]> {
    const { chosen, now, reading, take } = this.options;
    const items = [...lost].map(([index, after]) => ({
      index,
      chosen: chosen[index]!,
      fromMs: Math.floor(msFromTicks(after)),
    }));
    return await readHistory(await reading(), { items, toMs: now(), take });
  }
}

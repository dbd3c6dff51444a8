import type { Ticks } from "../../domain/shared/time.ts";
import type { Announced, Arrived, Inlet } from "../collected/inlet.ts";

/** What the messages of one read bring, written in their order and with as few writes as that allows. */
export class ArrivedBatch {
  #arrived: Arrived[] = [];
  readonly #writes: Promise<unknown>[] = [];
  /** The newest time of a sender; Infinity: some have none and count as of now. */
  newest: Ticks = -Infinity;

  constructor(private readonly inlet: Inlet) {}

  add(arrived: Arrived): void {
    this.#arrived.push(arrived);
    this.newest = Math.max(this.newest, arrived.time ?? Infinity);
  }

  announce(streams: readonly Announced[]): void {
    this.#write();
    this.#writes.push(this.inlet.announce(streams));
  }

  gap(streams: readonly string[], from: Ticks): void {
    this.#write();
    this.#writes.push(this.inlet.gap(streams, from));
  }

  /** Resolves when all of it is on disk. */
  async written(): Promise<void> {
    this.#write();
    await Promise.all(this.#writes);
  }

  #write(): void {
    if (this.#arrived.length === 0) return;
    this.#writes.push(this.inlet.write(this.#arrived));
    this.#arrived = [];
  }
}

import type { SourceStream } from "../../connectors/source.ts";
import type { SampleChange } from "../../domain/sample/types.ts";
import { type Ms, type Ticks, ticksFromMs } from "../../domain/shared/time.ts";
import type { Following } from "./follow.ts";
import type { Router } from "./router.ts";
import type { Shards } from "./shards.ts";
import type { Slice } from "./window_slice.ts";

export interface GapOptions {
  router: Router;
  following: Following;
  shards: Shards;
  now: () => Ms;
}

export interface GapReads {
  slice: (request: { streams: SourceStream[]; from: Ticks; to: Ticks }) => Promise<Slice>;
  evaluate: (changes: SampleChange[], watermark: Ticks | null) => Promise<void>;
  /** How far the watermark stays behind the clock, in ticks. */
  wait: number;
  /** Between two slices of a gap in which all streams are. */
  between: () => Promise<void>;
}

/** Bound streams whose changes since the watermark the feed has not delivered completely. */
export class Gap {
  #streams = new Set<number>();

  constructor(private readonly options: GapOptions) {}

  get isOpen(): boolean {
    return this.#streams.size > 0;
  }

  /** Whether it holds all bound streams. */
  open(): void {
    this.#streams = new Set(this.options.router.streams());
  }

  add(stream: number): void {
    this.#streams.add(stream);
  }

  close(): void {
    this.#streams.clear();
  }

  /**
   * Reads what they missed, slice by slice, the streams of the newest alarms first, before anything else. Changes
   * since the feed was opened come by the feed; until then the watermark follows the slices, if all streams are in
   * them.
   */
  async read({ slice, evaluate, wait, between }: GapReads): Promise<void> {
    if (!this.isOpen) return;
    const { router, shards, now } = this.options;
    const openedAt = ticksFromMs(now());
    const to = shards.newestReadable();
    const isWhole = router.streams().every((stream) => this.#streams.has(stream));
    for (let from = shards.watermark; this.isOpen;) {
      const { changes, upTo } = await slice({ streams: await this.#newestAlarmsFirst(), from, to });
      await evaluate(changes, isWhole ? Math.min(upTo, openedAt - wait) : null);
      from = upTo;
      if (from >= to) this.close();
      else if (isWhole) await between();
    }
  }

  async #newestAlarmsFirst(): Promise<SourceStream[]> {
    const { following, shards } = this.options;
    const streams = new Map(
      following.streams().filter(({ id }) => this.#streams.has(id)).map((stream) => [stream.id, stream]),
    );
    const order = [...await shards.alarmedStreams(), ...streams.keys()];
    return [...new Set(order)].flatMap((id) => streams.get(id) ?? []);
  }
}

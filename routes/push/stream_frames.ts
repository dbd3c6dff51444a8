import { sourceTimeFromTicks } from "../../domain/shared/time.ts";
import type { LiveValues } from "../../ports/live_values.ts";
import type { Storage } from "../../storage/contract.ts";
import type { Subscription } from "./subscription.ts";

export interface StreamFramesOptions {
  live: LiveValues;
  assets: Pick<Storage["assets"], "stream">;
}

/**
 * The `stream_updated` frames of one tick. The text of each value is created once for all clients, and so is each frame
 * that several clients share.
 */
export class StreamFrames {
  readonly #samples = new Map<number, string>();
  readonly #frames = new Map<string, string | undefined>();

  constructor(
    readonly options: StreamFramesOptions,
    readonly moment: { seq: string; at: string; changed: ReadonlySet<number> },
  ) {}

  /** The changes for a client that is up to date; undefined if it subscribes to none of them. */
  ofChanged(subscription: Subscription): string | undefined {
    const { streamsKey } = subscription;
    if (!this.#frames.has(streamsKey)) {
      this.#frames.set(streamsKey, this.of(ownOf(subscription, this.moment.changed)));
    }
    return this.#frames.get(streamsKey);
  }

  /** The newest values of these streams; undefined if there are none. */
  of(ids: Iterable<number>): string | undefined {
    const samples: string[] = [];
    for (const id of ids) {
      const sample = this.#sample(id);
      if (sample !== "") samples.push(sample);
    }
    if (samples.length === 0) return undefined;
    const { seq, at } = this.moment;
    return `{"seq":"${seq}","kind":"stream_updated","at":"${at}","data":[${samples.join()}]}`;
  }

  #sample(id: number): string {
    const known = this.#samples.get(id);
    if (known !== undefined) return known;
    const made = this.#made(id);
    this.#samples.set(id, made);
    return made;
  }

  #made(id: number): string {
    const { live, assets } = this.options;
    const newest = live.get(id);
    const stream = assets.stream(id);
    if (newest === undefined || stream === undefined) return "";
    const { value, quality, time } = newest;
    const { stream_name } = stream;
    return JSON.stringify({ id, stream_name, value, timestamp: sourceTimeFromTicks(time), quality });
  }
}

/** The changed streams that a client subscribes to. */
export function ownOf({ streams }: Subscription, changed: ReadonlySet<number>): ReadonlySet<number> {
  return streams === null ? changed : changed.intersection(streams);
}

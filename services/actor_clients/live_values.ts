import {
  batchOp,
  batchSample,
  COLUMNS,
  emptyBatch,
  isUpsert,
  packBatch,
  putRow,
  type SampleBatch,
} from "../../domain/sample/batch.ts";
import { horizonAt } from "../../domain/sample/source_time.ts";
import type { Sample } from "../../domain/sample/types.ts";
import type { Ms, Ticks } from "../../domain/shared/time.ts";
import type { LiveValue, LiveValues } from "../../ports/live_values.ts";

/** Samples that are set aside of one stream; beyond it the newest are forgotten. */
const MOST_SET_ASIDE = 1_000;

/** The newest value of each stream that rules use, and what is set aside since it is ahead of the clock. */
export class LiveTable implements LiveValues {
  /** By stream id, as columns, which saves the garbage of an object per value. */
  #rows = emptyBatch(1);
  #isKnown = new Uint8Array(1);
  readonly #listeners = new Set<(streamIds: Iterable<number>) => void>();

  /** By stream id, in order of time. Mostly empty. */
  readonly #aside = new Map<number, Sample[]>();

  constructor(private readonly now: () => Ms) {}

  get(streamId: number): LiveValue | undefined {
    if (this.#aside.has(streamId)) this.#takeReached(streamId, horizonAt(this.now()));
    return this.#isKnown[streamId] === 1 ? batchSample(this.#rows, streamId) : undefined;
  }

  setAside(streamId: number): LiveValue | undefined {
    const horizon = horizonAt(this.now());
    return this.#aside.get(streamId)?.findLast(({ time }) => time > horizon);
  }

  /** Called with the streams that got a new value, possibly repeated; the returned function removes the listener. */
  onChange(listener: (streamIds: Iterable<number>) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  take(batch: SampleBatch): void {
    const horizon = horizonAt(this.now());
    const reached = [...this.#aside.keys()].filter((stream) => this.#takeReached(stream, horizon));
    const changed = new Int32Array(reached.length + batch.count);
    changed.set(reached);
    let count = reached.length;
    for (let row = 0; row < batch.count; row++) {
      if (!isUpsert(batch, row)) this.#removeAside(batch, row);
      else if (batch.times[row]! > horizon) this.#putAside(batch, row);
      else if (this.#takeRow(batch, row)) changed[count++] = batch.streams[row]!;
    }
    if (count === 0) return;
    for (const listener of this.#listeners) listener(changed.subarray(0, count));
  }

  #putAside(batch: SampleBatch, row: number): void {
    const stream = batch.streams[row]!, sample = batchSample(batch, row);
    const others = (this.#aside.get(stream) ?? []).filter(({ time }) => time !== sample.time);
    const all = [...others, sample].sort((a, b) => a.time - b.time);
    this.#aside.set(stream, all.slice(0, MOST_SET_ASIDE));
  }

  #removeAside(batch: SampleBatch, row: number): void {
    const stream = batch.streams[row]!, from = batch.times[row]!;
    const to = batchOp(batch, row) === "remove" ? from : batch.values[row]!;
    this.#keepAside(stream, ({ time }) => time < from || time > to);
  }

  #keepAside(stream: number, remains: (sample: Sample) => boolean): void {
    const remaining = (this.#aside.get(stream) ?? []).filter(remains);
    if (remaining.length > 0) this.#aside.set(stream, remaining);
    else this.#aside.delete(stream);
  }

  /** Takes the newest sample that the clock has reached. False when there is none that is newer. */
  #takeReached(stream: number, horizon: Ticks): boolean {
    const sample = this.#aside.get(stream)?.findLast(({ time }) => time <= horizon);
    if (sample === undefined) return false;
    this.#keepAside(stream, ({ time }) => time > horizon);
    return this.#takeRow(packBatch([{ op: "upsert", stream, sample }]), 0);
  }

  /** False when the row is not newer. */
  #takeRow(batch: SampleBatch, row: number): boolean {
    const stream = batch.streams[row]!;
    if (this.#isKnown[stream] === 1 && batch.times[row]! < this.#rows.times[stream]!) return false;
    if (stream >= this.#rows.count) this.#grow(stream);
    putRow(this.#rows, stream, { batch, row });
    this.#isKnown[stream] = 1;
    return true;
  }

  #grow(stream: number): void {
    const grown = emptyBatch(2 * stream + 1), isKnown = new Uint8Array(grown.count);
    for (const name of COLUMNS) grown[name].set(this.#rows[name]);
    grown.texts = this.#rows.texts;
    isKnown.set(this.#isKnown);
    this.#rows = grown;
    this.#isKnown = isKnown;
  }
}

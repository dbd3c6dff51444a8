import { copyBatch, type SampleBatch, someRows } from "../../domain/sample/batch.ts";

/** Which shards need a stream: a stream is followed while one shard does. */
export class Router {
  /** By stream, how many shards need it. */
  readonly #needs = new Map<number, number>();
  /** By shard, 1 at each stream that it needs. */
  readonly #streams: Uint8Array[] = [];

  bind(stream: number, shard: number): void {
    if (this.#isBound(stream, shard)) return;
    const before = this.#streams[shard] ?? new Uint8Array();
    const streams = stream < before.length ? before : grown(before, stream);
    streams[stream] = 1;
    this.#streams[shard] = streams;
    this.#needs.set(stream, (this.#needs.get(stream) ?? 0) + 1);
  }

  /** True when no shard needs the stream any more. */
  unbind(stream: number, shard: number): boolean {
    const needs = this.#needs.get(stream);
    if (needs === undefined) return false;
    const left = this.#isBound(stream, shard) ? needs - 1 : needs;
    if (left < needs) this.#streams[shard]![stream] = 0;
    if (left > 0) this.#needs.set(stream, left);
    else this.#needs.delete(stream);
    return left === 0;
  }

  has(stream: number): boolean {
    return this.#needs.has(stream);
  }

  /** The shards that need the stream. */
  shardsOf(stream: number): number[] {
    return [...this.#streams.keys()].filter((shard) => this.#isBound(stream, shard));
  }

  streams(): number[] {
    return [...this.#needs.keys()];
  }

  /** The part of a batch that a shard needs, in order and in its own buffer; null when there is none. */
  part(batch: SampleBatch, shard: number): SampleBatch | null {
    const rows = new Int32Array(batch.count);
    const streams = this.#streams[shard] ?? new Uint8Array();
    let count = 0;
    for (let i = 0; i < batch.count; i++) if (streams[batch.streams[i]!] === 1) rows[count++] = i;
    if (count === 0) return null;
    return count === batch.count ? copyBatch(batch) : someRows(batch, rows.subarray(0, count));
  }

  #isBound(stream: number, shard: number): boolean {
    return this.#streams[shard]?.[stream] === 1;
  }
}

function grown(streams: Uint8Array, stream: number): Uint8Array {
  const larger = new Uint8Array(2 * (stream + 1));
  larger.set(streams);
  return larger;
}

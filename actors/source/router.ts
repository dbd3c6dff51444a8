import { packBatch, type SampleBatch } from "../../domain/sample/batch.ts";
import type { SampleChange } from "../../domain/sample/types.ts";

/** Which shards need a stream: a stream is followed while one shard does. */
export class Router {
  readonly #shards = new Map<number, Set<number>>();

  bind(stream: number, shard: number): void {
    const shards = this.#shards.get(stream);
    if (shards === undefined) this.#shards.set(stream, new Set([shard]));
    else shards.add(shard);
  }

  /** True when nobody needs the stream any more. */
  unbind(stream: number, shard: number): boolean {
    const shards = this.#shards.get(stream);
    shards?.delete(shard);
    if (shards?.size !== 0) return false;
    this.#shards.delete(stream);
    return true;
  }

  has(stream: number): boolean {
    return this.#shards.has(stream);
  }

  shardsOf(stream: number): ReadonlySet<number> {
    return this.#shards.get(stream) ?? new Set();
  }

  streams(): number[] {
    return [...this.#shards.keys()];
  }

  /** One batch for each shard that needs some of the changes, in their order. */
  split(changes: readonly SampleChange[]): Map<number, SampleBatch> {
    const parts = new Map<number, SampleChange[]>();
    for (const change of changes) {
      for (const shard of this.shardsOf(change.stream)) {
        const part = parts.get(shard);
        if (part === undefined) parts.set(shard, [change]);
        else part.push(change);
      }
    }
    return new Map([...parts].map(([shard, part]) => [shard, packBatch(part)]));
  }
}

import { keys, MAIN_LANE } from "../keys.ts";
import type { StorePort } from "../../domain/shared/commit.ts";
import { unavailable } from "./deadline.ts";

interface Block {
  next: number;
  end: number;
  size: number;
}

/** The start of the next block; the value of an id key. */
interface Counter {
  v: 1;
  next: number;
}

const LARGEST_BLOCK = 1_000;
const ATTEMPTS = 20;

/**
 * Allocates integer ids, which are never used twice, even after a restart. They come from the store in blocks
 * that double with use: ids of a small plant stay dense, and a large import does not need a write per id.
 */
export class Ids {
  readonly #blocks = new Map<string, Block>();
  readonly #pending = new Map<string, Promise<unknown>>();

  constructor(readonly store: Pick<StorePort, "get" | "commit">) {}

  /** The first of `count` consecutive ids. */
  allocate(noun: string, count: number): Promise<number> {
    if (!Number.isInteger(count) || count < 1) throw new RangeError(`Cannot allocate ${count} ids`);
    const before = this.#pending.get(noun) ?? Promise.resolve();
    const taken = before.then(() => this.#allocate(noun, count), () => this.#allocate(noun, count));
    this.#pending.set(noun, taken);
    return taken;
  }

  /** The id that is allocated next, unless another process allocates first. */
  async next(noun: string): Promise<number> {
    const block = this.#blocks.get(noun);
    if (block !== undefined && block.next < block.end) return block.next;
    return (await this.store.get<Counter>(keys.idBlock(noun)))?.value.next ?? 1;
  }

  async #allocate(noun: string, count: number): Promise<number> {
    const block = this.#blocks.get(noun) ?? { next: 0, end: 0, size: 0 };
    if (block.end - block.next < count) await this.#extend(noun, { block, count });
    this.#blocks.set(noun, block);
    const first = block.next;
    block.next += count;
    return first;
  }

  async #extend(noun: string, { block, count }: { block: Block; count: number }): Promise<void> {
    const size = Math.min(LARGEST_BLOCK, Math.max(1, 2 * block.size));
    const want = Math.max(size, count);
    for (let attempt = 0; attempt < ATTEMPTS; attempt++) {
      const key = keys.idBlock(noun);
      const entry = await this.store.get<Counter>(key);
      const next = entry?.value.next ?? 1;
      const value: Counter = { v: 1, next: next + want };
      const checks = [{ key, versionstamp: entry?.versionstamp ?? null }];
      const result = await this.store.commit({ checks, mutations: [{ type: "set", key, value }] }, MAIN_LANE);
      if (!result.ok) continue;
      if (next !== block.end) block.next = next;
      block.end = next + want;
      block.size = size;
      return;
    }
    throw unavailable("could not reserve ids");
  }
}

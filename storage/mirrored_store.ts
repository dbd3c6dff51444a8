import {
  type AnyCommit,
  type CommitResult,
  type Entry,
  isInShare,
  type Key,
  type ListSelector,
  type StorePort,
} from "../domain/shared/commit.ts";
import type { Mirrors } from "./mirrors.ts";

/**
 * The store for actors: records that are entirely in memory are listed from there, so that a start reads them
 * once, whatever the number of shards. A mirror contains every commit that has been answered.
 */
export class MirroredStore implements StorePort {
  readonly #lists: ReadonlyMap<string, () => Entry[] | undefined>;

  constructor(private readonly store: StorePort, { instances, templates, streams }: Mirrors) {
    this.#lists = new Map(
      [instances, templates, streams].map((mirror) => [
        mirror.options.prefix,
        () => mirror.isFilled ? mirror.entries() : undefined,
      ]),
    );
  }

  get<T>(key: Key): Promise<Entry<T> | undefined> {
    return this.store.get(key);
  }

  getMany<T>(keys: readonly Key[]): Promise<(Entry<T> | undefined)[]> {
    return this.store.getMany(keys);
  }

  /** In key order only when the list comes from the store itself. */
  async list<T>(selector: ListSelector): Promise<Entry<T>[]> {
    const inMemory = isWhole(selector) ? this.#lists.get(String(selector.prefix[0]))?.() : undefined;
    if (inMemory === undefined) return await this.store.list(selector);
    return typed<T>(inMemory.filter(({ key }) => isInShare(key, selector.every)));
  }

  commit(commit: AnyCommit, lane: number): Promise<CommitResult> {
    return this.store.commit(commit, lane);
  }

  allocateIds(noun: string, count: number): Promise<number> {
    return this.store.allocateIds(noun, count);
  }
}

function isWhole({ prefix, start, end, limit, reverse }: ListSelector): boolean {
  return prefix.length === 1 && start === undefined && end === undefined && limit === undefined && !reverse;
}

/** The caller knows the type of the records under the prefix. */
function typed<T>(entries: Entry[]): Entry<T>[] {
  return entries as Entry<T>[];
}

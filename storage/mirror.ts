import type { Entry, Key, Mutation } from "../domain/shared/commit.ts";
import type { RecordKind } from "./records.ts";
import { SortedList } from "./sorted_list.ts";
import type { KvStore } from "./store/store.ts";

export interface MirrorOptions<Id, T> {
  /** The first part of the keys; the second is the id, where `idOf` says nothing else. */
  prefix: string;
  idOf?: (key: Key) => Id;
  kind: RecordKind<T>;
  /** The order of `list()`; no two records may be equal in it. */
  compare: (a: T, b: T) => number;
  /** Which records are kept; the default is all. */
  keeps?: (record: T) => boolean;
  /** What is read at the opening; the default is everything under the prefix. */
  load?: LoadMirror;
}

/** Reads what is stored, at once or piece by piece. */
export type LoadMirror = (store: KvStore) => AsyncIterable<Entry[]> | Promise<Entry[]>;

/** Told when a record comes, changes or goes. */
export type ChangeListener<Id, T> = (before: T | undefined, after: T | undefined, id: Id) => void;

/**
 * The records of one prefix in memory. It is filled once at the opening and follows every commit that goes through
 * the store, whoever made it. A record in it is never changed, only replaced: it may be handed out as it is.
 */
export class Mirror<Id extends number | string, T> {
  readonly #entries = new Map<Id, { record: T; versionstamp: string }>();
  readonly #sorted: SortedList<T>;
  readonly #listeners: ChangeListener<Id, T>[] = [];
  #isFilled = false;

  constructor(readonly options: MirrorOptions<Id, T>) {
    this.#sorted = new SortedList(options.compare);
  }

  /** Whether all that is stored is in it. */
  get isFilled(): boolean {
    return this.#isFilled;
  }

  get size(): number {
    return this.#entries.size;
  }

  get(id: Id): T | undefined {
    return this.#entries.get(id)?.record;
  }

  versionstamp(id: Id): string | undefined {
    return this.#entries.get(id)?.versionstamp;
  }

  /** All records in their order. Not to be changed. */
  list(): readonly T[] {
    return this.#sorted.items;
  }

  /** All records with their keys, as a list of the store gives them. */
  entries(): Entry<T>[] {
    const { prefix } = this.options;
    return this.#entries.entries().map(([id, { record, versionstamp }]) => (
      { key: [prefix, id], value: record, versionstamp }
    )).toArray();
  }

  onChange(listener: ChangeListener<Id, T>): void {
    this.#listeners.push(listener);
  }

  /** Reads what is stored and follows the store from now on: what is committed meanwhile waits until all is read. */
  async open(store: KvStore, load = this.options.load ?? wholly(this.options.prefix)): Promise<void> {
    const waiting: (() => void)[] = [];
    store.onCommit((mutations, versionstamp) => {
      const apply = () => mutations.forEach((mutation) => this.#apply(mutation, versionstamp));
      if (this.#isFilled) apply();
      else waiting.push(apply);
    });
    for await (const entries of runsOf(load(store))) {
      for (const { key, value, versionstamp } of entries) {
        this.#put(this.#idOf(key), { stored: value, versionstamp });
      }
    }
    for (const apply of waiting) apply();
    this.#isFilled = true;
  }

  #apply(mutation: Mutation, versionstamp: string): void {
    if (mutation.key[0] !== this.options.prefix || mutation.type === "sum") return;
    const id = this.#idOf(mutation.key);
    if (mutation.type === "delete") this.#drop(id);
    else this.#put(id, { stored: mutation.value, versionstamp });
  }

  #idOf(key: Key): Id {
    return this.options.idOf?.(key) ?? idIn<Id>(key);
  }

  #put(id: Id, { stored, versionstamp }: { stored: unknown; versionstamp: string }): void {
    const record = this.options.kind.read(stored);
    if (this.options.keeps?.(record) === false) return this.#drop(id);
    const before = this.#entries.get(id)?.record;
    if (before !== undefined) this.#sorted.remove(before);
    this.#entries.set(id, { record, versionstamp });
    this.#sorted.insert(record);
    for (const listener of this.#listeners) listener(before, record, id);
  }

  #drop(id: Id): void {
    const before = this.#entries.get(id)?.record;
    if (before === undefined) return;
    this.#entries.delete(id);
    this.#sorted.remove(before);
    for (const listener of this.#listeners) listener(before, undefined, id);
  }
}

function wholly(prefix: string): LoadMirror {
  return (store) => store.list({ prefix: [prefix] });
}

async function* runsOf(read: ReturnType<LoadMirror>): AsyncIterable<Entry[]> {
  if (read instanceof Promise) yield await read;
  else yield* read;
}

/** The id is the key's second part, as the key table has it for every mirrored noun. */
function idIn<Id>(key: Key): Id {
  return key[1] as Id;
}

import type { AnyMutation, Entry, Key } from "../domain/shared/commit.ts";
import type { RecordKind } from "./records.ts";
import { SortedList } from "./sorted_list.ts";
import type { KvStore } from "./store/store.ts";

export interface MirrorOptions<Id, T> {
  /** The first part of the keys; the second is the id, unless `idOf` is given. */
  prefix: string;
  idOf?: (key: Key) => Id;
  kind: RecordKind<T>;
  /** The order of `list()`; no two records may compare as equal. */
  compare: (a: T, b: T) => number;
  /** Which records are kept; the default is all. */
  keeps?: (record: T) => boolean;
  /** The records read at the opening; the default is everything under the prefix. */
  load?: LoadMirror;
}

/** Reads the stored records, at once or in pieces. */
export type LoadMirror = (store: KvStore) => AsyncIterable<Entry[]> | Promise<Entry[]>;

/** Called when a record is added, changed or removed. */
export type ChangeListener<Id, T> = (before: T | undefined, after: T | undefined, id: Id) => void;

/**
 * The records of one prefix in memory: filled once at the opening, then updated by every commit of the store.
 * Records are replaced, never changed, so they may be shared.
 */
export class Mirror<Id extends number | string, T> {
  readonly #entries = new Map<Id, { record: T; versionstamp: string }>();
  readonly #sorted: SortedList<T>;
  readonly #listeners: ChangeListener<Id, T>[] = [];
  #isFilled = false;

  constructor(readonly options: MirrorOptions<Id, T>) {
    this.#sorted = new SortedList(options.compare);
  }

  /** Whether all stored records have been read. */
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

  /** All records in order. Not to be changed. */
  list(): readonly T[] {
    return this.#sorted.items;
  }

  /** All records as entries, as the store lists them. */
  entries(): Entry<T>[] {
    const { prefix } = this.options;
    return this.#entries.entries().map(([id, { record, versionstamp }]) => (
      { key: [prefix, id], value: record, versionstamp }
    )).toArray();
  }

  onChange(listener: ChangeListener<Id, T>): void {
    this.#listeners.push(listener);
  }

  /** Reads the stored records and follows the store. Commits during the read are applied after it. */
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

  #apply(mutation: AnyMutation, versionstamp: string): void {
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

/** The id is the key's second part for every mirrored noun. */
function idIn<Id>(key: Key): Id {
  return key[1] as Id;
}

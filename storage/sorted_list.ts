/** A sorted list. Inserting at the end, as for new ids, is cheap. */
export class SortedList<T> {
  readonly items: T[] = [];

  /** No two different items may compare as equal. */
  constructor(readonly compare: (a: T, b: T) => number) {}

  insert(item: T): void {
    const last = this.items.length - 1;
    if (last < 0 || this.compare(this.items[last]!, item) < 0) this.items.push(item);
    else this.items.splice(this.#indexOf(item), 0, item);
  }

  remove(item: T): void {
    const at = this.#indexOf(item);
    if (at < this.items.length && this.compare(this.items[at]!, item) === 0) this.items.splice(at, 1);
  }

  /** The first position whose item is not before this one. */
  #indexOf(item: T): number {
    let low = 0, high = this.items.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.compare(this.items[middle]!, item) < 0) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

export interface GroupsOptions<Key, T> {
  /** Null: in no group; a set: in several groups. */
  by: (item: T) => Key | ReadonlySet<Key> | null;
  /** The order within a group. */
  compare: (a: T, b: T) => number;
}

/** Records grouped by a key, each group sorted: the instances of a template, the streams of an asset. */
export class Groups<Key, T> {
  readonly #groups = new Map<Key, SortedList<T>>();

  constructor(readonly options: GroupsOptions<Key, T>) {}

  /** Follows a mirror's changes. */
  readonly change = (before: T | undefined, after: T | undefined): void => {
    if (before !== undefined) this.#remove(before);
    if (after !== undefined) this.#insert(after);
  };

  /** Not to be changed. */
  of(key: Key): readonly T[] {
    return this.#groups.get(key)?.items ?? [];
  }

  #insert(item: T): void {
    for (const key of this.#keysOf(item)) {
      let group = this.#groups.get(key);
      if (group === undefined) this.#groups.set(key, group = new SortedList(this.options.compare));
      group.insert(item);
    }
  }

  #remove(item: T): void {
    for (const key of this.#keysOf(item)) {
      const group = this.#groups.get(key);
      group?.remove(item);
      if (group?.items.length === 0) this.#groups.delete(key);
    }
  }

  #keysOf(item: T): Iterable<Key> {
    const key = this.options.by(item);
    if (key === null) return [];
    return key instanceof Set ? key : [key as Key];
  }
}

/** What is selected in a list, by key, as it was on the screen when it was selected. */
export interface Selection<T> {
  readonly items: ReadonlyMap<string, T>;
  /** Where a range begins: the item that was selected or cleared last. */
  readonly anchor?: string;
  /** What was selected when that range began. */
  readonly before: ReadonlyMap<string, T>;
}

/** An item of a list, under its key. */
export type Shown<T> = readonly [key: string, item: T];

export function noSelection<T>(): Selection<T> {
  return { items: new Map(), before: new Map() };
}

/** Selects an item, or clears it. */
export function toggled<T>(selection: Selection<T>, [key, item]: Shown<T>): Selection<T> {
  const items = new Map(selection.items);
  if (!items.delete(key)) items.set(key, item);
  return { items, anchor: key, before: items };
}

/** Selects all items from the anchor to one; of the range before it, what lies outside is cleared again. */
export function extended<T>(
  { items, anchor, before }: Selection<T>,
  { key, shown }: { key: string; shown: readonly Shown<T>[] },
): Selection<T> {
  const at = shown.findIndex(([one]) => one === key);
  const from = shown.findIndex(([one]) => one === anchor);
  if (at < 0) return { items, anchor, before };
  if (from < 0) {
    const more = new Map([...items, shown[at]!]);
    return { items: more, anchor: key, before: more };
  }
  const range = shown.slice(Math.min(from, at), Math.max(from, at) + 1);
  return { items: new Map([...before, ...range]), anchor, before };
}

/** Selects these as well. */
export function withAll<T>({ items, anchor }: Selection<T>, more: readonly Shown<T>[]): Selection<T> {
  const all = new Map([...items, ...more]);
  return { items: all, anchor, before: all };
}

/** Keeps only the items that are meant. */
export function withOnly<T>({ items, anchor }: Selection<T>, isMeant: (item: T) => boolean): Selection<T> {
  const left = new Map([...items].filter(([, item]) => isMeant(item)));
  return { items: left, anchor, before: left };
}

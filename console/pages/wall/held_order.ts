import type { Wall, WallSection } from "./wall_model.ts";
import type { WallItem } from "./wall_order.ts";

/** The order frozen while a user works with the wall: item keys by section. */
export type HeldOrder = ReadonlyMap<string, readonly string[]>;

export interface HeldWall {
  sections: readonly WallSection[];
  /** Rows in their frozen order, new ones last, without what still stands among the tiles. */
  rows: readonly WallItem[];
  /** New items that are not displayed yet. */
  waiting: readonly WallItem[];
}

const ROWS = "rows beneath";

export function orderOf({ sections, rows }: Wall): HeldOrder {
  return new Map([
    ...sections.map(({ key, items }) => [key, items.map((item) => item.key)] as const),
    [ROWS, rows.map((item) => item.key)],
  ]);
}

/** The wall in its frozen order: items keep their positions, ended ones stay and new ones wait. */
export function heldWall(wall: Wall, held: HeldOrder): HeldWall {
  const now = new Map(wall.sections.map((section) => [section.key, section]));
  const sections = [...held].flatMap(([key, keys]) => {
    const section = now.get(key);
    if (section === undefined) return [];
    const all = new Map(section.all.map((item) => [item.key, item]));
    return [{ ...section, items: keys.flatMap((itemKey) => all.get(itemKey) ?? []) }];
  });
  const waiting = wall.sections.flatMap(({ key, items }) => {
    const known = new Set(held.get(key));
    return items.filter((item) => !known.has(item.key));
  });
  const tiles = new Set(sections.flatMap(({ items }) => items.map((item) => item.key)));
  const rowKeys = held.get(ROWS) ?? [];
  const place = (item: WallItem) => rowKeys.includes(item.key) ? rowKeys.indexOf(item.key) : rowKeys.length;
  const rows = wall.rows.filter((item) => !tiles.has(item.key)).toSorted((a, b) => place(a) - place(b));
  return { sections, rows, waiting };
}

import type { Wall, WallItem, WallSection } from "./wall_model.ts";

/** The order frozen while a user works with the wall: item keys by section. */
export type HeldOrder = ReadonlyMap<string, readonly string[]>;

export interface HeldWall {
  sections: readonly WallSection[];
  /** New items that are not displayed yet. */
  waiting: readonly WallItem[];
}

export function orderOf({ sections }: Wall): HeldOrder {
  return new Map(sections.map(({ key, items }) => [key, items.map((item) => item.key)]));
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
  return { sections, waiting };
}

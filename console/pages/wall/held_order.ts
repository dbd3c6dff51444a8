import type { Wall, WallItem, WallSection } from "./wall_model.ts";

/** The order that somebody is looking at: keys of items by section. */
export type HeldOrder = ReadonlyMap<string, readonly string[]>;

export interface HeldWall {
  sections: readonly WallSection[];
  /** What came since, and waits. */
  waiting: readonly WallItem[];
}

export function orderOf({ sections }: Wall): HeldOrder {
  return new Map(sections.map(({ key, items }) => [key, items.map((item) => item.key)]));
}

/** The wall in an order that was held: nothing moves under the pointer, what is over stays in its place, what is new waits. */
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

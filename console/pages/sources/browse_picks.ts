import type { Schemas } from "../../api/client.ts";

export type BrowseNode = Schemas["BrowseNode"];
export type BrowsePick = BrowseNode["picks"][number];
type Row = Readonly<Record<string, unknown>>;

/** Whether an item of the settings' list is what a pick makes. */
export function isPicked(rows: readonly Row[], { values }: BrowsePick): boolean {
  const names = Object.keys(values);
  return rows.some((row) => isAlike(row, { values, names }));
}

/** The items with a pick, see `BrowsePick`. `blank`: a new item. */
export function withPick(rows: readonly Row[], { by, values }: BrowsePick, blank: Row): readonly Row[] {
  const fits = (row: Row) => isAlike(row, { values, names: by });
  if (!rows.some(fits)) return [...rows, { ...blank, ...values }];
  return rows.map((row) => fits(row) ? { ...row, ...values } : row);
}

/** The items without a pick: the first of a node made its item, further ones only set values in it. */
export function withoutPick(
  rows: readonly Row[],
  { by, values }: BrowsePick,
  { blank, isFirst }: { blank: Row; isFirst: boolean },
): readonly Row[] {
  const names = Object.keys(values);
  const fits = (row: Row) => isAlike(row, { values, names });
  if (isFirst) return rows.filter((row) => !fits(row));
  const cleared = Object.fromEntries(
    names.filter((name) => !by.includes(name)).map((name) => [name, blank[name]]),
  );
  return rows.map((row) => fits(row) ? { ...row, ...cleared } : row);
}

function isAlike(row: Row, { values, names }: { values: Row; names: readonly string[] }): boolean {
  return names.every((name) => row[name] === values[name]);
}

/** The column and direction by which a table is sorted. */
export interface Sort {
  key: string;
  descending: boolean;
}

/** The sort order in an address: `name`, or `-name` for descending. */
export function sortOf(text: string | undefined, keys: readonly string[]): Sort | null {
  const key = text?.replace(/^-/, "") ?? "";
  return keys.includes(key) ? { key, descending: text?.startsWith("-") === true } : null;
}

export function sortText(sort: Sort | null): string {
  return sort === null ? "" : `${sort.descending ? "-" : ""}${sort.key}`;
}

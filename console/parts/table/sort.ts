/** Which column orders a table, and which way. */
export interface Sort {
  key: string;
  descending: boolean;
}

/** The order of an address: `name`, or `-name` for the other way. */
export function sortOf(text: string | undefined, keys: readonly string[]): Sort | null {
  const key = text?.replace(/^-/, "") ?? "";
  return keys.includes(key) ? { key, descending: text?.startsWith("-") === true } : null;
}

export function sortText(sort: Sort | null): string {
  return sort === null ? "" : `${sort.descending ? "-" : ""}${sort.key}`;
}

import { type Entry, SizeLimitExceededError } from "ldapts";

/** The first value of an attribute. Names of attributes are the same in upper and lower case. */
export function firstOf(entry: Entry, name: string): string | Uint8Array | undefined {
  const lowerName = name.toLowerCase();
  const value = Object.entries(entry).find(([key]) => key.toLowerCase() === lowerName)?.[1];
  return Array.isArray(value) ? value[0] : value;
}

/** The same as a text; undefined if it is empty. */
export function textOf(entry: Entry, name: string): string | undefined {
  const first = firstOf(entry, name);
  if (first === undefined || first.length === 0) return undefined;
  return typeof first === "string" ? first : new TextDecoder().decode(first);
}

/** The directory has found more than a search may return. */
export function exceedsSizeLimit(error: unknown): boolean {
  return error instanceof SizeLimitExceededError;
}

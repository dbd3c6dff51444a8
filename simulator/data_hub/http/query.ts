import { badRequest } from "./answers.ts";

/** Query parameters; names ignore case, and empty values count as absent. */
export interface Query {
  /** The value, or undefined when absent or empty. */
  text(name: string): string | undefined;
  /** Whether the parameter is present, even if empty. */
  has(name: string): boolean;
  all(name: string): string[];
  /** A whole number within the bounds; else throws 400. */
  integer(name: string, bounds: { min: number; max: number; default: number }): number;
  flag(name: string): boolean;
}

export function parseQuery(search: URLSearchParams): Query {
  const values = new Map<string, string[]>();
  for (const [name, value] of search) {
    const key = name.toLowerCase();
    values.set(key, [...(values.get(key) ?? []), value]);
  }
  const all = (name: string) => (values.get(name.toLowerCase()) ?? []).filter((value) => value !== "");
  const text = (name: string) => all(name)[0];
  return {
    all,
    text,
    has: (name) => values.has(name.toLowerCase()),
    flag: (name) => text(name)?.toLowerCase() === "true",
    integer(name, bounds) {
      const value = text(name);
      if (value === undefined) return bounds.default;
      const number = Number(value);
      if (!Number.isInteger(number) || number < bounds.min || number > bounds.max) {
        throw badRequest(`'${name}' must be a whole number from ${bounds.min} to ${bounds.max}.`, {
          [name]: value,
        });
      }
      return number;
    },
  };
}

/** What addresses of lists hold beside filters. */
const NO_FILTERS = new Set(["page", "order", "open", "log", "bulk"]);

/** How many filters an address chooses; the two ends of a time are one. */
export function countOfFilters(query: Readonly<Record<string, string>>): number {
  const chosen = Object.keys(query).filter((key) => query[key] !== "" && !NO_FILTERS.has(key));
  return new Set(chosen.map((key) => key === "to" ? "from" : key)).size;
}

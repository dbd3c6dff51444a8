/** The number of items, in all and of each status. */
export function countedBy<Status extends string>(
  items: readonly { status: Status }[],
  statuses: readonly Status[],
): { total: number } & Record<Status, number> {
  const counts = Object.fromEntries(statuses.map((status) => [status, 0]));
  for (const { status } of items) counts[status]!++;
  return { total: items.length, ...asCounts<Status>(counts) };
}

/** The summary has an entry for every status. */
function asCounts<Status extends string>(counts: Record<string, number>): Record<Status, number> {
  return counts as Record<Status, number>;
}

/** `1 instance`, `2 instances`. */
export function counted(
  count: number,
  noun: "address" | "API key" | "event" | "instance" | "session",
): string {
  if (count === 1) return `1 ${noun}`;
  return `${count} ${noun}${noun.endsWith("s") ? "es" : "s"}`;
}

/** How many partitions each live process holds; those that hold none count too. */
export interface Spread {
  partitions: number;
  held: ReadonlyMap<string, number>;
}

/** How many more a process may take: up to an even share, rounded down, and one more while nobody lacks any. */
export function mayTake(spread: Spread, process: string): number {
  const mine = spread.held.get(process) ?? 0;
  const { least, most } = shares(spread);
  if (mine < least) return least - mine;
  return wanting(spread) > 0 ? 0 : Math.min(most - mine, free(spread));
}

/** How many a process should give back, so that each has as many as the others, or one more. */
export function owes(spread: Spread, process: string): number {
  const { least, most } = shares(spread);
  const keeps = wanting(spread) > free(spread) ? least : most;
  return Math.max(0, (spread.held.get(process) ?? 0) - keeps);
}

function shares({ partitions, held }: Spread): { least: number; most: number } {
  return { least: Math.floor(partitions / held.size), most: Math.ceil(partitions / held.size) };
}

function free({ partitions, held }: Spread): number {
  return partitions - [...held.values()].reduce((sum, count) => sum + count, 0);
}

/** How many are lacking to an even share, rounded down, of all processes together. */
function wanting(spread: Spread): number {
  const { least } = shares(spread);
  return [...spread.held.values()].reduce((sum, count) => sum + Math.max(0, least - count), 0);
}

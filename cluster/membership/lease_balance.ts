/** How many partitions each live process holds; those that hold none count too. */
export interface LeaseCounts {
  partitions: number;
  held: ReadonlyMap<string, number>;
}

/** How many more a process may take: up to an even share, rounded down, and one more while nobody lacks any. */
export function claimable(counts: LeaseCounts, process: string): number {
  const mine = counts.held.get(process) ?? 0;
  const { least, most } = shares(counts);
  if (mine < least) return least - mine;
  return wanting(counts) > 0 ? 0 : Math.min(most - mine, free(counts));
}

/** How many a process should give back, so that each has as many as the others, or one more. */
export function surplus(counts: LeaseCounts, process: string): number {
  const { least, most } = shares(counts);
  const keeps = wanting(counts) > free(counts) ? least : most;
  return Math.max(0, (counts.held.get(process) ?? 0) - keeps);
}

function shares({ partitions, held }: LeaseCounts): { least: number; most: number } {
  return { least: Math.floor(partitions / held.size), most: Math.ceil(partitions / held.size) };
}

function free({ partitions, held }: LeaseCounts): number {
  return partitions - [...held.values()].reduce((sum, count) => sum + count, 0);
}

/** How many are lacking to an even share, rounded down, of all processes together. */
function wanting(counts: LeaseCounts): number {
  const { least } = shares(counts);
  return [...counts.held.values()].reduce((sum, count) => sum + Math.max(0, least - count), 0);
}

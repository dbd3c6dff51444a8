/** How many partition leases each live process holds; processes with none are included. */
export interface LeaseCounts {
  partitions: number;
  held: ReadonlyMap<string, number>;
}

/**
 * How many more a process may claim: up to an even share, rounded down, and one more once every process has
 * that.
 */
export function claimable(counts: LeaseCounts, process: string): number {
  const mine = counts.held.get(process) ?? 0;
  const { least, most } = shares(counts);
  if (mine < least) return least - mine;
  return missing(counts) > 0 ? 0 : Math.min(most - mine, free(counts));
}

/** How many a process should release, so that all processes hold the same number, or one more. */
export function surplus(counts: LeaseCounts, process: string): number {
  const { least, most } = shares(counts);
  const keeps = missing(counts) > free(counts) ? least : most;
  return Math.max(0, (counts.held.get(process) ?? 0) - keeps);
}

function shares({ partitions, held }: LeaseCounts): { least: number; most: number } {
  return { least: Math.floor(partitions / held.size), most: Math.ceil(partitions / held.size) };
}

function free({ partitions, held }: LeaseCounts): number {
  return partitions - [...held.values()].reduce((sum, count) => sum + count, 0);
}

/** How many leases all processes together are below an even share, rounded down. */
function missing(counts: LeaseCounts): number {
  const { least } = shares(counts);
  return [...counts.held.values()].reduce((sum, count) => sum + Math.max(0, least - count), 0);
}

export interface PlacementOptions {
  shards: number;
  /** The leader: the first shard, which reads the source, always runs there. */
  self: string;
  /** The worker hosts. */
  others: readonly string[];
  /** Where each shard runs at present, if anywhere. */
  now?: readonly (string | undefined)[];
}

/**
 * Decides which process each shard runs in: all processes get the same number, or one more, and the leader,
 * which has other work, never gets one more. A shard moves only where this requires it.
 */
export function placeShards({ shards, self, others, now = [] }: PlacementOptions): string[] {
  const capacity = capacities({ shards, self, others, now });
  const places: (string | undefined)[] = new Array(shards).fill(undefined);
  const put = (shard: number, process: string) => {
    places[shard] = process;
    capacity.set(process, (capacity.get(process) ?? 0) - 1);
    return process;
  };
  const stays = (shard: number) => (capacity.get(now[shard] ?? "") ?? 0) > 0;
  put(0, self);
  for (let shard = 1; shard < shards; shard++) if (stays(shard)) put(shard, now[shard] ?? self);
  return places.map((place, shard) => place ?? put(shard, withMostCapacity(capacity, self)));
}

/** How many shards each process may have; processes with the most shards at present get one more first. */
function capacities({ shards, self, others, now = [] }: PlacementOptions): Map<string, number> {
  const has = (process: string) => now.filter((place) => place === process).length;
  const hosts = others.toSorted((a, b) => has(b) - has(a) || (a < b ? -1 : 1)).slice(0, shards - 1);
  const all = [...hosts, self];
  const share = Math.floor(shards / all.length), more = shards % all.length;
  return new Map(all.map((process, i) => [process, share + (i < more ? 1 : 0)]));
}

function withMostCapacity(capacity: ReadonlyMap<string, number>, self: string): string {
  return [...capacity].reduce((most, one) => one[1] > most[1] ? one : most, [self, 0])[0];
}

export interface PlacementOptions {
  shards: number;
  /** The process that holds the store: the first shard, which reads the source, is always its own. */
  self: string;
  /** The other processes that lend workers. */
  others: readonly string[];
  /** Where each shard lives now, if anywhere. */
  now?: readonly (string | undefined)[];
}

/**
 * Which process each shard lives in: each process has as many as the others, or one more, and the one that holds the
 * store, which has all else to do, never that one more. A shard moves only where this asks for it.
 */
export function placeShards({ shards, self, others, now = [] }: PlacementOptions): string[] {
  const room = roomOf({ shards, self, others, now });
  const places: (string | undefined)[] = new Array(shards).fill(undefined);
  const put = (shard: number, process: string) => {
    places[shard] = process;
    room.set(process, (room.get(process) ?? 0) - 1);
    return process;
  };
  const stays = (shard: number) => (room.get(now[shard] ?? "") ?? 0) > 0;
  put(0, self);
  for (let shard = 1; shard < shards; shard++) if (stays(shard)) put(shard, now[shard] ?? self);
  return places.map((place, shard) => place ?? put(shard, roomiest(room, self)));
}

/** How many each may have; whoever has most now is first in channel for one more. */
function roomOf({ shards, self, others, now = [] }: PlacementOptions): Map<string, number> {
  const has = (process: string) => now.filter((place) => place === process).length;
  const channel = others.toSorted((a, b) => has(b) - has(a) || (a < b ? -1 : 1)).slice(0, shards - 1);
  const all = [...channel, self];
  const share = Math.floor(shards / all.length), more = shards % all.length;
  return new Map(all.map((process, i) => [process, share + (i < more ? 1 : 0)]));
}

function roomiest(room: ReadonlyMap<string, number>, self: string): string {
  return [...room].reduce((most, one) => one[1] > most[1] ? one : most, [self, 0])[0];
}

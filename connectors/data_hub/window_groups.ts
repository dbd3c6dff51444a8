import type { DataHubAsk, DataHubGroup } from "./stream_address.ts";
import type { AssetWire } from "./wire.ts";

interface PartPosition {
  id: string;
  names: ReadonlyMap<string, string>;
}

/**
 * Groups the asks that one request can answer. They have the same bounds and one Data Hub stream; or one asset of at
 * most `assetStreams` streams, if at least two and half of them are wanted, since its answer contains all of them.
 */
export function groupAsks(
  asks: readonly DataHubAsk[],
  { assets, assetStreams }: { assets: Iterable<AssetWire>; assetStreams: number },
): DataHubGroup[] {
  const positions = assetPositions(assets, assetStreams);
  const byStream = groupBy(asks, (ask) => `${boundsOf(ask)} ${sdsIdOf(ask)}`);
  const byPlace = groupBy(byStream, (same) => {
    const ask = same[0]!, place = positions.get(sdsIdOf(ask));
    return place === undefined
      ? `${boundsOf(ask)} stream ${sdsIdOf(ask)}`
      : `${boundsOf(ask)} asset ${place.id}`;
  });
  return byPlace.flatMap((units): DataHubGroup[] => {
    const place = positions.get(sdsIdOf(units[0]![0]!));
    const together = place !== undefined && units.length >= 2 && units.length * 2 >= place.names.size;
    return together
      ? [{ asks: units.flat(), asset: place }]
      : units.map((unit) => ({ asks: unit, asset: null }));
  });
}

/** The asset of each Data Hub stream, by stream id in lower case; of several assets the first. */
function assetPositions(assets: Iterable<AssetWire>, assetStreams: number): Map<string, PartPosition> {
  const positions = new Map<string, PartPosition>();
  for (const { Id, StreamReferences } of assets) {
    const references = StreamReferences ?? [];
    if (references.length > assetStreams) continue;
    const names = new Map<string, string>();
    for (const { Name, StreamId } of references) {
      if (Name && StreamId) names.set(StreamId.toLowerCase(), Name);
    }
    for (const id of names.keys()) if (!positions.has(id)) positions.set(id, { id: Id, names });
  }
  return positions;
}

/** Groups items by key, in the order of each group's first item. */
function groupBy<T>(items: readonly T[], keyOf: (item: T) => string): T[][] {
  return [...Map.groupBy(items, keyOf).values()];
}

function boundsOf({ from, to }: DataHubAsk): string {
  return `${from}-${to}`;
}

export function sdsIdOf({ stream }: DataHubAsk): string {
  return stream.source.sdsStreamId.toLowerCase();
}

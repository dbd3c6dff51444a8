import type { RecordChange } from "./record_change.ts";
import { sameData } from "../shared/same_data.ts";
import { streamDifference, type StreamDifferenceInput } from "./stream_difference.ts";
import type { AssetRecord, Discovery, FoundAsset, StreamRecord } from "./types.ts";

export interface AssetDifference {
  assets: RecordChange<AssetRecord>[];
  streams: RecordChange<StreamRecord>[];
}

/** The stored records of a source, and what it listed. */
export interface Compared extends Omit<StreamDifferenceInput, "stored" | "found" | "plant"> {
  assets: readonly AssetRecord[];
  streams: readonly StreamRecord[];
  found: Pick<Discovery, "assets" | "streams" | "plant">;
}

/**
 * The changes that make the stored records match the source. Assets are matched by `asset_id`, streams by identity and
 * meaning; both keep their ids. Records missing at the source get `is_active: false` until they are found again.
 */
export function assetDifference({ assets, streams, found, ...given }: Compared): AssetDifference {
  return {
    assets: assetChanges(assets, found.assets, given.source_id),
    streams: streamDifference({ ...given, stored: streams, found: found.streams, plant: found.plant }),
  };
}

function assetChanges(
  stored: readonly AssetRecord[],
  found: readonly FoundAsset[],
  source_id?: number,
): RecordChange<AssetRecord>[] {
  const known = new Map(stored.map((record) => [record.asset_id, record]));
  const listed = Map.groupBy(found, ({ asset_id }) => asset_id);
  const changes = [...listed].flatMap(([key, same]) => {
    const before = known.get(key);
    const after = assetRecord(same[0]!, { id: before?.id ?? 0, source_id });
    return before !== undefined && sameData(before, after) ? [] : [{ before, after }];
  });
  const unlisted = stored.filter((record) => record.is_active && !listed.has(record.asset_id));
  return [...changes, ...unlisted.map((before) => ({ before, after: { ...before, is_active: false } }))];
}

function assetRecord(
  { asset_id, display_name }: FoundAsset,
  { id, source_id }: Pick<AssetRecord, "id" | "source_id">,
): AssetRecord {
  return { v: 1, id, asset_id, display_name, is_active: true, ...source_id !== undefined && { source_id } };
}

import type { AssetRecord, Discovery, FoundAsset, FoundStream, StreamRecord } from "./types.ts";

/**
 * A record before and after a change. `before` is undefined for a new record; its `after.id` is 0 until it
 * gets an id.
 */
export interface RecordChange<T> {
  before: T | undefined;
  after: T;
}

export interface AssetDifference {
  assets: RecordChange<AssetRecord>[];
  streams: RecordChange<StreamRecord>[];
}

/** The stored records, and what the source listed. */
export interface Compared {
  assets: readonly AssetRecord[];
  streams: readonly StreamRecord[];
  found: Pick<Discovery, "assets" | "streams">;
}

/**
 * The changes that make the stored records match the source. Assets and streams are matched by `asset_id` and
 * `stream_id` and keep their ids. Records missing at the source get `is_active: false` until they are found
 * again.
 */
export function assetDifference({ assets, streams, found }: Compared): AssetDifference {
  return {
    assets: changesOf({
      stored: assets,
      found: found.assets,
      idOf: (asset) => asset.asset_id,
      make: assetRecord,
    }),
    streams: changesOf({
      stored: streams,
      found: found.streams,
      // The source compares ids without case, so a stream whose spelling has changed is the same stream.
      idOf: (it) => it.stream_id.toLowerCase(),
      make: streamRecord,
    }),
  };
}

interface Sides<Found, T extends Found> {
  stored: readonly T[];
  found: readonly Found[];
  idOf: (item: Found) => string;
  make: (found: Found, id: number) => T;
}

function changesOf<Found, T extends Found & { id: number; is_active: boolean }>(
  { stored, found, idOf, make }: Sides<Found, T>,
): RecordChange<T>[] {
  const known = new Map(stored.map((record) => [idOf(record), record]));
  const changes: RecordChange<T>[] = [];
  const seen = new Set<string>();
  for (const item of found) {
    if (seen.has(idOf(item))) continue;
    seen.add(idOf(item));
    const before = known.get(idOf(item));
    const after = make(item, before?.id ?? 0);
    if (before === undefined || !sameData(before, after)) changes.push({ before, after });
  }
  const gone = stored.filter((record) => record.is_active && !seen.has(idOf(record)));
  return [...changes, ...gone.map((before) => ({ before, after: { ...before, is_active: false } }))];
}

function assetRecord({ asset_id, display_name }: FoundAsset, id: number): AssetRecord {
  return { v: 1, id, asset_id, display_name, is_active: true };
}

function streamRecord(found: FoundStream, id: number): StreamRecord {
  const { stream_id, stream_name, display_name, asset_id, data_type, uom, source } = found;
  return {
    v: 1,
    id,
    stream_id,
    stream_name,
    display_name,
    asset_id,
    data_type,
    uom,
    is_active: true,
    source,
  };
}

/** Whether two values of plain data are equal, whatever the order of their members. */
function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameData(a[name], b[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

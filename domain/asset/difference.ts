import type { AssetRecord, Discovery, FoundAsset, FoundStream, StreamRecord } from "./types.ts";

/** What a record was and is to be; `before` is undefined for a new one, whose `after.id` is 0 until it gets one. */
export interface RecordChange<T> {
  before: T | undefined;
  after: T;
}

export interface AssetDifference {
  assets: RecordChange<AssetRecord>[];
  streams: RecordChange<StreamRecord>[];
}

/** What is stored, and what a look at the source found. */
export interface Compared {
  assets: readonly AssetRecord[];
  streams: readonly StreamRecord[];
  found: Pick<Discovery, "assets" | "streams">;
}

/**
 * What must change for the stored to be the found. Assets and streams are known again by `asset_id` and
 * `stream_id` and keep their ids; vanished ones stay with `is_active: false`, and come back when found again.
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
      // The source compares ids without case: a stream that is written otherwise now is still the same.
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

/** Whether two values of plain data are the same, whatever the order of their members. */
function sameData(a: unknown, b: unknown): boolean {
  if (Object.is(a, b)) return true;
  if (!isObject(a) || !isObject(b)) return false;
  const names = Object.keys(a);
  return names.length === Object.keys(b).length && names.every((name) => sameData(a[name], b[name]));
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null;
}

import { keys, MAIN_LANE } from "./keys.ts";
import type { Store } from "./contract.ts";

/** The numbers of shards of the evaluation and of feeds that supply them. */
export interface Partitioning {
  shards: number;
  feeds: number;
}

interface PartitioningRecord extends Partitioning {
  v: 1;
}

/**
 * The permanent partitioning of a store: the first one that is wanted. Undefined for a store without one, which
 * has a single feed for all shards.
 */
export async function storedPartitioning(
  store: Store,
  wanted: Partitioning | undefined,
): Promise<Partitioning | undefined> {
  const key = keys.cut();
  const [stored, begun] = await Promise.all([
    store.get<PartitioningRecord>(key),
    store.get(keys.generation()),
  ]);
  if (stored !== undefined) return { shards: stored.value.shards, feeds: stored.value.feeds };
  if (wanted === undefined || begun !== undefined) return undefined;
  const value: PartitioningRecord = { v: 1, ...wanted };
  const checks = [{ key, versionstamp: null }, { key: keys.generation(), versionstamp: null }];
  await store.commit({ checks, mutations: [{ type: "set", key, value }] }, MAIN_LANE);
  return await storedPartitioning(store, undefined);
}

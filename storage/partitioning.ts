import { keys, MAIN_LANE } from "./keys.ts";
import type { Store } from "./contract.ts";

/** Into how many shards the evaluation is partitioning, and how many feeds they are read by. */
export interface Partitioning {
  shards: number;
  feeds: number;
}

interface CutRecord extends Partitioning {
  v: 1;
}

/**
 * The partitioning of a store, for ever: the one that is wanted first. Undefined for a store that was begun without one; it has one
 * feed, whatever its shards.
 */
export async function storedPartitioning(
  store: Store,
  wanted: Partitioning | undefined,
): Promise<Partitioning | undefined> {
  const key = keys.cut();
  const [stored, begun] = await Promise.all([store.get<CutRecord>(key), store.get(keys.generation())]);
  if (stored !== undefined) return { shards: stored.value.shards, feeds: stored.value.feeds };
  if (wanted === undefined || begun !== undefined) return undefined;
  const value: CutRecord = { v: 1, ...wanted };
  const checks = [{ key, versionstamp: null }, { key: keys.generation(), versionstamp: null }];
  await store.commit({ checks, mutations: [{ type: "set", key, value }] }, MAIN_LANE);
  return await storedPartitioning(store, undefined);
}

import { keys, MAIN_LANE } from "./keys.ts";
import type { Store } from "./contract.ts";

/** Into how many shards the evaluation is cut, and how many feeds they are read by. */
export interface Cut {
  shards: number;
  feeds: number;
}

interface CutRecord extends Cut {
  v: 1;
}

/**
 * The cut of a store, for ever: the one that is wanted first. Undefined for a store that was begun without one; it has one
 * feed, whatever its shards.
 */
export async function keptCut(store: Store, wanted: Cut | undefined): Promise<Cut | undefined> {
  const key = keys.cut();
  const [stored, begun] = await Promise.all([store.get<CutRecord>(key), store.get(keys.generation())]);
  if (stored !== undefined) return { shards: stored.value.shards, feeds: stored.value.feeds };
  if (wanted === undefined || begun !== undefined) return undefined;
  const value: CutRecord = { v: 1, ...wanted };
  const checks = [{ key, versionstamp: null }, { key: keys.generation(), versionstamp: null }];
  await store.commit({ checks, mutations: [{ type: "set", key, value }] }, MAIN_LANE);
  return await keptCut(store, undefined);
}

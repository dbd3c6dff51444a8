import type { StandardRecord } from "../../domain/evaluation/standard.ts";
import type { Ticks } from "../../domain/shared/time.ts";
import { keys, MAIN_LANE } from "../keys.ts";
import { entriesUnder } from "../store/entries.ts";
import type { KvStore } from "../store/store.ts";

const JOURNAL = keys.journal(0, 0, 0).slice(0, 1);

/** What it needs of a pointer {generation, watermark, position}. */
interface Pointer {
  watermark: Ticks;
  merged?: { floor: Ticks };
}

/** Standard 2 is in force from where an older program has evaluated: what its last generation and its journal reach. */
export async function keepStandard(store: KvStore): Promise<void> {
  const pointer = (await store.get<Pointer>(keys.generation()))?.value;
  let reached = Math.max(pointer?.watermark ?? -Infinity, pointer?.merged?.floor ?? -Infinity);
  for await (const { value } of entriesUnder<{ watermark: Ticks }>(store, JOURNAL)) {
    reached = Math.max(reached, value.watermark);
  }
  const value: StandardRecord = { v: 1, number: 2, from: Number.isFinite(reached) ? reached : null };
  await store.commit({ mutations: [{ type: "set", key: keys.meta("standard"), value }] }, MAIN_LANE);
}

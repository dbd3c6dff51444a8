import { serialized } from "../../domain/shared/serialized.ts";

export interface StoredKeys {
  /** How many keys there are of each kind that notifications write. */
  counts: Record<string, number>;
  /** The largest value among them, in bytes. */
  largest: number;
}

const KINDS = /^(outbox|notification_|delivery)/;
/** What an engineer sets up, and the mark of a restore. */
const SET_UP = /^notification_polic/;

/** What notifications have written to a store, which no process has open. */
export async function storedKeys(path: string): Promise<StoredKeys> {
  const kv = await Deno.openKv(path), counts: Record<string, number> = {};
  let largest = 0;
  for await (const { key: [kind], value } of kv.list({ prefix: [] })) {
    if (typeof kind !== "string" || !KINDS.test(kind) || SET_UP.test(kind)) continue;
    counts[kind] = 1 + (counts[kind] ?? 0);
    largest = Math.max(largest, serialized(value).byteLength);
  }
  kv.close();
  return { counts, largest };
}

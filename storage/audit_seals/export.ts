import { timeSlices } from "../../concurrency/time_slices.ts";
import { keys } from "../keys.ts";
import type { KvStore } from "../store/store.ts";
import { type HashedEntry, unpackedEntries, type UnsealedEntries } from "../writes/audit_seal.ts";
import { type AuditBlock, blockHash, entriesOf, headText } from "./block.ts";
import { blocksOf } from "./blocks_of.ts";
import { decoded } from "./first_key.ts";

export interface ExportOptions {
  storeId: string;
  publicKey: Uint8Array;
  exportedAt: string;
  signal: AbortSignal;
}

/**
 * The audit log as JSON lines: what it is, then each block with what its signature covers, followed by its entries.
 * An entry stands at the end of its line as the text whose SHA-256 is `hash`.
 */
export async function* auditLines(store: KvStore, options: ExportOptions): AsyncGenerator<string> {
  const { storeId, publicKey, exportedAt, signal } = options;
  const slice = timeSlices();
  yield JSON.stringify({
    format: "andon audit log 1",
    store_id: storeId,
    public_key: publicKey.toHex(),
    exported_at: exportedAt,
  });
  for await (const { block, record } of blocksOf(store)) {
    if (record === undefined) {
      yield JSON.stringify({ block, kind: "undecodable" });
      continue;
    }
    yield blockLine(block, record);
    const entries = entriesOf(record);
    const stored = await storedEntries(store, entries);
    for (const entry of entries) {
      yield entryLine(entry, { block, stored });
      await slice();
      signal.throwIfAborted();
    }
  }
  yield* unsealedLines(store);
}

function blockLine(block: number, record: AuditBlock): string {
  const { kind, previous, sealed_at, signature } = record, hash = blockHash(record);
  const entries = entriesOf(record).length;
  return JSON.stringify({
    block,
    kind,
    entries,
    previous: previous.toHex(),
    hash: hash.toHex(),
    head: headText({ block, entries, hash }),
    sealed_at,
    signature: signature.toHex(),
  });
}

/** `entry` is null when retention has removed it. */
function entryLine(
  { id, hash }: HashedEntry,
  { block, stored }: { block: number | null; stored: ReadonlyMap<string, unknown> },
): string {
  return JSON.stringify({ block, id, hash, entry: stored.get(id) ?? null });
}

/** Entries that wait to be sealed. */
async function* unsealedLines(store: KvStore): AsyncGenerator<string> {
  const prefix = keys.auditUnsealed("").slice(0, 1);
  for (const { value } of await store.list<UnsealedEntries>({ prefix })) {
    const entries = unpackedEntries(value), stored = await storedEntries(store, entries);
    for (const entry of entries) yield entryLine(entry, { block: null, stored });
  }
}

async function storedEntries(store: KvStore, entries: readonly HashedEntry[]): Promise<Map<string, unknown>> {
  const all = entries.map(({ id }) => keys.audit(id));
  const found = await decoded(store.getMany(all), () => undefined) ?? await Promise.all(
    all.map((key) =>
      decoded(store.get(key), () => ({ key, value: "(cannot be decoded)", versionstamp: "" }))
    ),
  );
  return new Map(found.flatMap((entry) => entry === undefined ? [] : [[String(entry.key[1]), entry.value]]));
}

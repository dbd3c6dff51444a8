import { createHash } from "node:crypto";
import { canonicalJson } from "../../domain/audit/canonical_json.ts";
import type { Mutation } from "../../domain/shared/commit.ts";

export const HASH_BYTES = 32;

/** What sealing adds to a commit for each entry: its id and its hash. */
export const SEAL_BYTES = 26 + 1 + HASH_BYTES;

/** An audit entry by its hash. */
export interface HashedEntry {
  id: string;
  hash: Uint8Array;
}

/** The entries of one commit that no block holds yet, in the order of their writes. */
export interface UnsealedEntries {
  v: 1;
  /** Separated by line feeds. */
  ids: string;
  /** 32 bytes each. */
  hashes: Uint8Array;
}

/** SHA-256 of the entry's canonical JSON, as it is stored. */
export function entryHash(entry: unknown): Uint8Array {
  return new Uint8Array(createHash("sha256").update(canonicalJson(entry)).digest());
}

/** The audit entries that a commit writes. */
export function hashedEntries(mutations: readonly Mutation[]): HashedEntry[] {
  return mutations.flatMap((mutation) =>
    mutation.type === "set" && mutation.key[0] === "audit"
      ? [{ id: String(mutation.key[1]), hash: entryHash(mutation.value) }]
      : []
  );
}

export function packedEntries(entries: readonly HashedEntry[]): UnsealedEntries {
  const hashes = new Uint8Array(entries.length * HASH_BYTES);
  for (const [i, { hash }] of entries.entries()) hashes.set(hash, i * HASH_BYTES);
  return { v: 1, ids: entries.map(({ id }) => id).join("\n"), hashes };
}

export function unpackedEntries({ ids, hashes }: Pick<UnsealedEntries, "ids" | "hashes">): HashedEntry[] {
  if (ids === "") return [];
  return ids.split("\n").map((id, i) => ({
    id,
    hash: hashes.subarray(i * HASH_BYTES, (i + 1) * HASH_BYTES),
  }));
}

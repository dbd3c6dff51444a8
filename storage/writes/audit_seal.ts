import { hash } from "node:crypto";
import type { Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import type { AppendLog } from "../store/rows.ts";
import { LIMITS } from "../store/size.ts";

export const HASH_BYTES = 32;

/** What sealing adds to a commit for each entry: its id and its hash. */
export const SEAL_BYTES = 26 + 1 + HASH_BYTES;

/** An audit entry by its hash. */
export interface HashedEntry {
  id: string;
  /** In hexadecimal digits. */
  hash: string;
}

/** The entries of one commit that no block holds yet, in the order of their writes. */
export interface UnsealedEntries {
  v: 1;
  /** Separated by line feeds. */
  ids: string;
  /** 32 bytes each. */
  hashes: Uint8Array;
}

/** SHA-256 of the entry's JSON. The fields keep the order in which they are stored. */
export function entryHash(entry: unknown): string {
  return hash("sha256", JSON.stringify(entry));
}

/** The log from which the audit entries are sealed in the order of commits. */
export const UNSEALED: AppendLog<HashedEntry> = {
  name: "unsealed entries",
  mostBytes: LIMITS.mutations * SEAL_BYTES,
  prefix: () => keys.auditUnsealed("").slice(0, -1),
  valuesOf: (entries) => [packedEntries(entries)],
};

/** Those of the changes of audit entries that write one. */
export function hashedEntries(changes: readonly Mutation[]): HashedEntry[] {
  return changes.flatMap((change) =>
    change.type === "set" ? [{ id: String(change.key[1]), hash: entryHash(change.value) }] : []
  );
}

export function packedEntries(entries: readonly HashedEntry[]): UnsealedEntries {
  const hashes = Uint8Array.fromHex(entries.map(({ hash }) => hash).join(""));
  return { v: 1, ids: entries.map(({ id }) => id).join("\n"), hashes };
}

export function unpackedEntries({ ids, hashes }: Pick<UnsealedEntries, "ids" | "hashes">): HashedEntry[] {
  if (ids === "") return [];
  const digits = hashes.toHex(), length = 2 * HASH_BYTES;
  return ids.split("\n").map((id, i) => ({ id, hash: digits.slice(i * length, (i + 1) * length) }));
}

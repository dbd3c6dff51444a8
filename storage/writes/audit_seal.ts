import { hash } from "node:crypto";
import type { Mutation } from "../../domain/shared/commit.ts";

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

const NONE: readonly HashedEntry[] = [];

/** The audit entries that a commit writes. */
export function hashedEntries(mutations: readonly Mutation[]): readonly HashedEntry[] {
  let entries: HashedEntry[] | undefined;
  for (const mutation of mutations) {
    if (mutation.type !== "set" || mutation.key[0] !== "audit") continue;
    (entries ??= []).push({ id: String(mutation.key[1]), hash: entryHash(mutation.value) });
  }
  return entries ?? NONE;
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

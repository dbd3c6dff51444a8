import { createHash } from "node:crypto";
import { type HashedEntry, packedEntries, unpackedEntries } from "../writes/audit_seal.ts";

/** The most entries of a block. */
export const BLOCK_ENTRIES = 1_000;

/** A block with as many entries takes no more: the last block is rewritten for each, so it should stay small. */
export const BLOCK_FULL = 100;

/**
 * A block of audit entries in the order of their commits. Its hash covers the hash of the block before and the
 * hashes of its entries, which stay when retention removes the entries.
 */
export interface AuditBlock {
  v: 1;
  /** `genesis`: entries from before the first seal, in the order of their ids. */
  kind: "genesis" | "sealed";
  /** The hash of the block before; zeros for the first one. */
  previous: Uint8Array;
  /** Separated by line feeds. */
  ids: string;
  /** 32 bytes each. */
  hashes: Uint8Array;
  sealed_at: string;
  /** Ed25519 over `headMessage()`. */
  signature: Uint8Array;
}

/** Whether a stored value has the shape of a block. */
export function isBlock(value: unknown): value is AuditBlock {
  if (typeof value !== "object" || value === null) return false;
  const { ids, sealed_at, previous, hashes, signature } = value as Partial<AuditBlock>;
  return [ids, sealed_at].every((text) => typeof text === "string") &&
    [previous, hashes, signature].every((bytes) => bytes instanceof Uint8Array);
}

/** The last block; `is_complete` is false while the genesis blocks are being written. */
export interface AuditHeadRecord {
  v: 1;
  block: number;
  is_complete: boolean;
}

/** The state of the log after an entry of a block. */
export interface HeadState {
  block: number;
  /** How many entries the block holds. */
  entries: number;
  hash: Uint8Array;
}

/** SHA-256 over the hash of the block before and the hashes of the entries. */
export function blockHash({ previous, hashes }: Pick<AuditBlock, "previous" | "hashes">): Uint8Array {
  return new Uint8Array(createHash("sha256").update(previous).update(hashes).digest());
}

export function entriesOf(block: AuditBlock): HashedEntry[] {
  return unpackedEntries(block);
}

/** An unsigned block. */
export function blockOf(
  entries: readonly HashedEntry[],
  rest: Pick<AuditBlock, "kind" | "previous" | "sealed_at">,
): Omit<AuditBlock, "signature"> {
  const { ids, hashes } = packedEntries(entries);
  return { v: 1, ...rest, ids, hashes };
}

/** What the signature of a block covers. */
export function headMessage(
  { block, entries, hash }: HeadState,
  rest: { store: string; at: string },
): string {
  return `andon audit head\n${rest.store}\n${headText({ block, entries, hash })}\n${rest.at}`;
}

/** A head as one text, to be kept elsewhere: `<block>:<entries of the block>:<hash>`. */
export function headText({ block, entries, hash }: HeadState): string {
  return `${block}:${entries}:${hash.toHex()}`;
}

const HEAD_TEXT = /^(\d{1,15}):(\d{1,4}):([0-9a-f]{64})$/;

/** Undefined for a text that is no head. */
export function readHead(text: string): HeadState | undefined {
  const found = HEAD_TEXT.exec(text);
  if (found === null) return undefined;
  return { block: Number(found[1]), entries: Number(found[2]), hash: Uint8Array.fromHex(found[3]!) };
}

export function sameBytes(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && one.every((byte, i) => byte === other[i]);
}

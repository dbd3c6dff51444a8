import type { AnyMutation, Entry, Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import { type ColumnTable, readTables, writeTables } from "./column_table.ts";

/**
 * The records that every start reads are also stored in packed blocks of ids: some hundred values instead of
 * 100,000. Each write of a record rewrites its block's mark in the same atomic; blocks packed under another
 * versionstamp of the mark are ignored.
 */
export const PACKED_NOUNS = ["instance", "stream"] as const;
export type PackedNoun = typeof PACKED_NOUNS[number];

/** The number of ids per block. */
export const IDS_A_BLOCK = 256;

/** The records of a shard: those with id modulo `of` equal to `rest`. */
export interface Share {
  of: number;
  rest: number;
}

/** A part of a share of a block's records. All parts together are the text of `writeTables`. */
export interface PackedPart {
  v: 2;
  /** Versionstamp of the block's mark; null: the block has no mark yet. */
  mark: string | null;
  /** The id of the packing: parts of different packings never belong together. */
  packing: string;
  parts: number;
  text: Uint8Array;
}

/** One table per version and deployment state, so that these fields are common to its records. */
const SPLIT_BY = ["template_id", "template_version", "is_deployed"];

const PART_BYTES = 56 * 1024;

export function blockOf(id: number): number {
  return Math.floor(id / IDS_A_BLOCK);
}

export function isPackedNoun(noun: unknown): noun is PackedNoun {
  return PACKED_NOUNS.some((each) => each === noun);
}

/** The marks of the blocks that these mutations change; the store adds them to every commit. */
export function blockMarks(mutations: readonly AnyMutation[]): Mutation[] {
  if (!mutations.some(({ key }) => isPackedNoun(key[0]))) return [];
  const blocks = new Map<string, Mutation>();
  for (const { type, key: [noun, id] } of mutations) {
    if (type === "sum" || !isPackedNoun(noun) || typeof id !== "number") continue;
    const key = keys.blockMark(noun, blockOf(id));
    blocks.set(key.join(), { type: "sum", key, value: 0 });
  }
  return [...blocks.values()];
}

/** The records of one share of a block, in parts that fit the limit of a value. */
export function packShare(
  entries: readonly Entry[],
  labels: { mark: string | null; packing: string },
): PackedPart[] {
  const bytes = new TextEncoder().encode(writeTables(entries, SPLIT_BY));
  const parts = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: parts }, (_, i) => (
    { v: 2, ...labels, parts, text: bytes.slice(i * PART_BYTES, (i + 1) * PART_BYTES) }
  ));
}

/** Whether these parts are a complete packing under this mark. */
export function isCurrent(parts: readonly PackedPart[], mark: string | null): boolean {
  const [first] = parts;
  if (first === undefined || parts.length < first.parts) return false;
  return parts.slice(0, first.parts).every((part) =>
    part.v === 2 && part.mark === mark && part.packing === first.packing
  );
}

/** The tables of a complete packing; surplus parts of an earlier packing are ignored. */
export function unpackShare<T>(parts: readonly PackedPart[]): ColumnTable<T>[] {
  const decoder = new TextDecoder(), whole = parts.slice(0, parts[0]!.parts);
  const texts = whole.map(({ text }, i) => decoder.decode(text, { stream: i < whole.length - 1 }));
  return readTables(texts.join(""));
}

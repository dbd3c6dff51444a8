import type { Entry, Mutation } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import { type ColumnTable, readTables, writeTables } from "./column_table.ts";

/**
 * Records that a start needs all of stand beside themselves in packed blocks: some hundred values are read where it
 * would be 100,000. A block is a run of ids. Each write of a record rewrites its block's mark in the same atomic, and
 * what was packed under another versionstamp of the mark is as good as absent.
 */
export const PACKED_NOUNS = ["instance", "stream"] as const;
export type PackedNoun = typeof PACKED_NOUNS[number];

/** How many ids are a block. */
export const IDS_A_BLOCK = 256;

/** The records of a shard: those whose ids leave `rest` when divided by `of`. */
export interface Share {
  of: number;
  rest: number;
}

/** A piece of a share of a block's records. All pieces together are the text of their tables: see `writeTables`. */
export interface PackedPart {
  v: 2;
  /** Versionstamp of the block's mark; null: no record of it has been written since there are marks. */
  mark: string | null;
  /** Names the packing: pieces of two never go together. */
  packing: string;
  parts: number;
  text: Uint8Array;
}

/** Deployed instances of one version of a template stand in a table of their own, whose fields then are as good as theirs. */
const APART = ["template_id", "template_version", "is_deployed"];

const PART_BYTES = 56 * 1024;

export function blockOf(id: number): number {
  return Math.floor(id / IDS_A_BLOCK);
}

export function isPackedNoun(noun: unknown): noun is PackedNoun {
  return PACKED_NOUNS.some((each) => each === noun);
}

/** The marks that must be rewritten with these mutations: the store adds them to every commit. */
export function blockMarks(mutations: readonly Mutation[]): Mutation[] {
  if (!mutations.some(({ key }) => isPackedNoun(key[0]))) return [];
  const blocks = new Map<string, Mutation>();
  for (const { type, key: [noun, id] } of mutations) {
    if (type === "sum" || !isPackedNoun(noun) || typeof id !== "number") continue;
    const key = keys.blockMark(noun, blockOf(id));
    blocks.set(key.join(), { type: "sum", key, value: 0 });
  }
  return [...blocks.values()];
}

/** The records of one share of a block, in pieces that fit stored values. */
export function packShare(
  entries: readonly Entry[],
  given: { mark: string | null; packing: string },
): PackedPart[] {
  const bytes = new TextEncoder().encode(writeTables(entries, APART));
  const parts = Math.ceil(bytes.length / PART_BYTES);
  return Array.from({ length: parts }, (_, i) => (
    { v: 2, ...given, parts, text: bytes.slice(i * PART_BYTES, (i + 1) * PART_BYTES) }
  ));
}

/** Whether these pieces are all of one packing under this mark: else what was packed is as good as absent. */
export function isHeld(parts: readonly PackedPart[], mark: string | null): boolean {
  const [first] = parts;
  if (first === undefined || parts.length < first.parts) return false;
  return parts.slice(0, first.parts).every((part) =>
    part.v === 2 && part.mark === mark && part.packing === first.packing
  );
}

/** The tables of pieces that hold. Behind them may stand pieces of an earlier packing. */
export function unpackShare<T>(parts: readonly PackedPart[]): ColumnTable<T>[] {
  const decoder = new TextDecoder(), whole = parts.slice(0, parts[0].parts);
  const texts = whole.map(({ text }, i) => decoder.decode(text, { stream: i < whole.length - 1 }));
  return readTables(texts.join(""));
}

import type { Entry, StorePort } from "../../domain/shared/commit.ts";
import { keys } from "../keys.ts";
import type { ColumnTable } from "./column_table.ts";
import {
  IDS_A_BLOCK,
  isCurrent,
  type PackedNoun,
  type PackedPart,
  type Share,
  unpackShare,
} from "./packed_blocks.ts";

export interface ShareQuery {
  noun: PackedNoun;
  /** The number of shares of the noun, and the wanted ones: one or all. */
  of: number;
  rests: readonly number[];
}

/** A run of records in the order of their ids; `isPacked`: from a packed block. */
export interface ReadRun<T> {
  entries: Entry<T>[];
  isPacked: boolean;
}

/** Records that were read individually, or the tables of a packed block. */
export type PackedRun<T> =
  | { entries: Entry<T>[]; tables?: undefined }
  | { tables: ColumnTable<T>[]; entries?: undefined };

interface WithId {
  id: number;
}

type Lists = Pick<StorePort, "list">;

/** Parts that are read at once. */
const PARTS_AT_ONCE = 50;

/** Ids per read of individual records: each result is one message to a shard. */
const PIECE_IDS = 16 * IDS_A_BLOCK;

/** Every record of the shares, in the order of their ids. */
export async function* readPacked<T extends WithId>(
  store: Lists,
  query: ShareQuery,
): AsyncGenerator<ReadRun<T>> {
  for await (const run of readTablesOf<T>(store, query)) {
    if (run.tables === undefined) yield { entries: run.entries, isPacked: false };
    else yield { entries: entriesOf(run.tables, query.noun), isPacked: true };
  }
}

/**
 * The tables of blocks whose packing is current, otherwise the records, block after block. The marks are read
 * first, so that a block that is written meanwhile is read from its records.
 */
export async function* readTablesOf<T>(store: Lists, query: ShareQuery): AsyncGenerator<PackedRun<T>> {
  const { noun, of, rests } = query;
  const marks = await store.list({ prefix: keys.blockMark(noun, 0).slice(0, 2) });
  const markOf = new Map(marks.map(({ key, versionstamp }) => [Number(key[2]), versionstamp]));
  const shares = await Promise.all(rests.map((rest) => partsByBlock(store, noun, { of, rest })));
  const current = [...shares[0]!.keys()].filter((block) =>
    shares.every((share) => isCurrent(share.get(block) ?? [], markOf.get(block) ?? null))
  );
  const lastBlock = Math.max(-1, ...markOf.keys(), ...current);
  const gaps = gapsBetween(current);
  for (const [i, block] of [...current, undefined].entries()) {
    for (const gap of current.length === 0 ? gaps : inPieces(gaps[i]!, lastBlock)) {
      const entries = await recordsIn<T>(store, query, gap);
      if (entries.length > 0) yield { entries };
    }
    if (block === undefined) return;
    yield { tables: shares.flatMap((share) => unpackShare<T>(share.get(block) ?? [])) };
  }
}

function entriesOf<T extends WithId>(tables: readonly ColumnTable<T>[], noun: PackedNoun): Entry<T>[] {
  const entries = tables.flatMap((table) =>
    Array.from({ length: table.rows }, (_, row): Entry<T> => {
      const value = table.record(row);
      return { key: [noun, value.id], value, versionstamp: table.versionstamp(row) };
    })
  );
  return entries.sort((a, b) => idOf(a) - idOf(b));
}

/** Some fields of all records, block after block. */
export async function readFields<T, Name extends keyof T & string>(
  store: Lists,
  query: ShareQuery & { fields: readonly Name[] },
): Promise<Pick<T, Name>[]> {
  const all: Pick<T, Name>[] = [];
  for await (const { tables, entries } of readTablesOf<T>(store, query)) {
    for (const { value } of entries ?? []) all.push(value);
    for (const table of tables ?? []) {
      const fieldsOf = table.reading(query.fields);
      for (let row = 0; row < table.rows; row++) all.push(fieldsOf(row));
    }
  }
  return all;
}

async function partsByBlock(
  store: Lists,
  noun: PackedNoun,
  share: Share,
): Promise<Map<number, PackedPart[]>> {
  const prefix = keys.packed(noun, share, 0, 0).slice(0, -2);
  const parts = new Map<number, PackedPart[]>();
  for (const { key, value } of await store.list<PackedPart>({ prefix, atOnce: PARTS_AT_ONCE })) {
    const block = Number(key[4]), known = parts.get(block);
    if (known === undefined) parts.set(block, [value]);
    else known.push(value);
  }
  return parts;
}

/** A run of ids, `from` and before `to`. */
interface Gap {
  from: number;
  to: number;
}

/** The ids before the first block, between blocks, and after the last one. */
function gapsBetween(blocks: readonly number[]): Gap[] {
  const edges = [-1, ...blocks, Infinity];
  return edges.slice(1).map((next, i) => ({ from: (edges[i]! + 1) * IDS_A_BLOCK, to: next * IDS_A_BLOCK }));
}

/** Splits a gap into small pieces up to the last known block. */
function inPieces({ from: begin, to }: Gap, lastBlock: number): Gap[] {
  const known = Math.min(to, (lastBlock + 1) * IDS_A_BLOCK), pieces: Gap[] = [];
  for (let from = begin; from < known; from += PIECE_IDS) {
    pieces.push({ from, to: Math.min(known, from + PIECE_IDS) });
  }
  return to > known ? [...pieces, { from: Math.max(begin, known), to }] : pieces;
}

async function recordsIn<T>(store: Lists, { noun, of, rests }: ShareQuery, gap: Gap): Promise<Entry<T>[]> {
  if (gap.from >= gap.to) return [];
  const every = rests.length === of ? undefined : { of, rest: rests[0]! };
  const bounds = {
    ...gap.from > 0 && { start: [noun, gap.from] },
    ...gap.to < Infinity && { end: [noun, gap.to] },
  };
  return (await store.list<T>({ prefix: [noun], ...bounds, every })).toSorted((a, b) => idOf(a) - idOf(b));
}

function idOf({ key }: Entry): number {
  return Number(key[1]);
}

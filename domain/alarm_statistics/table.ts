import type { AlarmColumns } from "./columns.ts";
import { type AlarmKey, MergedKeys } from "./key_columns.ts";
import type { StatisticsSpan } from "./span.ts";

type RowColumns = Omit<AlarmColumns, "key" | "keys">;

/** Keys that are sorted before the next yield. */
const KEYS_A_STEP = 2_000;

/** Events sorted by key, then by start. The rows `first[i]` to `first[i + 1]` belong to key i. */
export interface AlarmTable extends RowColumns {
  keys: AlarmKey[];
  first: Uint32Array;
}

/** The rows of a key, without `to`. */
export interface KeyRows {
  from: number;
  to: number;
}

export function rowsOf({ first }: AlarmTable, key: number): KeyRows {
  return { from: first[key]!, to: first[key + 1]! };
}

/**
 * Joins blocks of events into one table; yields after each block. Leaves out events that ended before the
 * span. Of an event in two blocks, once active and once closed, the closed one is kept.
 */
export function* tabulate(
  blocks: readonly AlarmColumns[],
  span: StatisticsSpan,
): Generator<void, AlarmTable> {
  const merged = new MergedKeys();
  const placesOf: Uint32Array[] = [];
  for (const block of blocks) {
    placesOf.push(merged.add(block.keys, newestOf(block)));
    yield;
  }
  const keys = merged.list();
  yield;
  const first = yield* firstRows(blocks, { placesOf, keys: keys.length, span });
  const table = emptyTable(keys, first);
  const next = first.slice();
  for (const [at, block] of blocks.entries()) {
    for (const row of rowsIn(block, span)) {
      copyRow({ from: block, row }, { table, row: next[placesOf[at]![block.key[row]!]!]!++ });
    }
    yield;
  }
  yield* putInOrder(table);
  return table;
}

/** The first row of each key. */
function* firstRows(
  blocks: readonly AlarmColumns[],
  { placesOf, keys, span }: { placesOf: readonly Uint32Array[]; keys: number; span: StatisticsSpan },
): Generator<void, Uint32Array> {
  const first = new Uint32Array(keys + 1);
  for (const [at, block] of blocks.entries()) {
    for (const row of rowsIn(block, span)) first[placesOf[at]![block.key[row]!]! + 1]!++;
    yield;
  }
  for (let key = 0; key < keys; key++) first[key + 1]! += first[key]!;
  return first;
}

function* rowsIn({ key, endMs, activatedMs }: AlarmColumns, { fromMs, nowMs }: StatisticsSpan) {
  for (let row = 0; row < key.length; row++) {
    if (endMs[row]! >= fromMs && activatedMs[row]! <= nowMs) yield row;
  }
}

/** The newest start of each key of a block. */
function newestOf({ keys, key, startMs }: AlarmColumns): Float64Array {
  const newest = new Float64Array(keys.instance.length).fill(-Infinity);
  for (let row = 0; row < key.length; row++) newest[key[row]!] = Math.max(newest[key[row]!]!, startMs[row]!);
  return newest;
}

function emptyTable(keys: AlarmKey[], first: Uint32Array): AlarmTable {
  const rows = first[keys.length]!;
  return {
    keys,
    first,
    startMs: new Float64Array(rows),
    activatedMs: new Float64Array(rows),
    endMs: new Float64Array(rows),
    bits: new Uint8Array(rows),
  };
}

/** Sorts the rows of each key, which mostly arrive in order, and removes duplicates. */
function* putInOrder(table: AlarmTable): Generator<void, void> {
  const first = table.first.slice();
  let to = 0;
  for (let key = 0; key < table.keys.length; key++) {
    const rows = { from: first[key]!, to: first[key + 1]! };
    if (!isInOrder(table, rows)) sortRows(table, rows);
    table.first[key] = to;
    for (let row = rows.from; row < rows.to; row++) {
      const isTwice = row > rows.from && table.startMs[row] === table.startMs[row - 1];
      if (!isTwice || table.endMs[row] !== Infinity) {
        copyRow({ from: table, row }, { table, row: to++ });
      }
    }
    if (key % KEYS_A_STEP === 0) yield;
  }
  table.first[table.keys.length] = to;
}

function isInOrder({ startMs, endMs }: AlarmTable, { from, to }: KeyRows): boolean {
  for (let row = from + 1; row < to; row++) {
    if (startMs[row]! < startMs[row - 1]!) return false;
    if (startMs[row] === startMs[row - 1] && endMs[row]! < endMs[row - 1]!) return false;
  }
  return true;
}

function sortRows(table: AlarmTable, { from, to }: KeyRows): void {
  const { startMs, activatedMs, endMs, bits } = table;
  const rows = Array.from({ length: to - from }, (_, i) => {
    const row = from + i;
    return { start: startMs[row]!, activated: activatedMs[row]!, end: endMs[row]!, bits: bits[row]! };
  });
  rows.sort((a, b) => a.start - b.start || (a.end === b.end ? 0 : a.end - b.end));
  rows.forEach((row, i) => {
    startMs[from + i] = row.start;
    activatedMs[from + i] = row.activated;
    endMs[from + i] = row.end;
    bits[from + i] = row.bits;
  });
}

function copyRow(
  { from, row }: { from: RowColumns; row: number },
  { table, row: to }: { table: AlarmTable; row: number },
): void {
  table.startMs[to] = from.startMs[row]!;
  table.activatedMs[to] = from.activatedMs[row]!;
  table.endMs[to] = from.endMs[row]!;
  table.bits[to] = from.bits[row]!;
}

import { QUALITIES, type Sample, type SampleChange, type SampleValue } from "./types.ts";

/**
 * Changes of samples as columns, so that a batch moves to another thread by transferring its buffers.
 * `values` contains a number, 0 or 1 for a boolean, an index into `texts`, or (removeWindow) the end of the
 * span.
 */
export interface SampleBatch {
  v: 1;
  count: number;
  streams: Int32Array;
  times: Float64Array;
  values: Float64Array;
  /** Bits 0-1: quality (0 good, 1 uncertain, 2 bad); bits 2-3: value (0 number, 1 text, 2 boolean, 3 none); bits 4-5: op. */
  codes: Uint8Array;
  texts: string[];
}

const OPS = ["upsert", "remove", "removeWindow"] as const;
const BYTES_A_ROW = 21;
export const COLUMNS = ["streams", "times", "values", "codes"] as const;
const NUMBER = 0, TEXT = 1, BOOLEAN = 2, NONE = 3;
/** The most frequent code: an upsert of a good number. */
export const GOOD_NUMBER = 0;

/** Packs changes into columns, in their order. */
export function packBatch(changes: readonly SampleChange[]): SampleBatch {
  const batch = emptyBatch(changes.length);
  for (let i = 0; i < batch.count; i++) packChange(batch, i, changes[i]!);
  return batch;
}

/**
 * A batch of `count` zero rows. Its columns share one buffer, since one buffer is cheaper to transfer than
 * four.
 */
export function emptyBatch(count: number): SampleBatch {
  const buffer = new ArrayBuffer(BYTES_A_ROW * count);
  return {
    v: 1,
    count,
    times: new Float64Array(buffer, 0, count),
    values: new Float64Array(buffer, 8 * count, count),
    streams: new Int32Array(buffer, 16 * count, count),
    codes: new Uint8Array(buffer, 20 * count, count),
    texts: [],
  };
}

/** Writes a change as row i. */
export function packChange(batch: SampleBatch, i: number, change: SampleChange): void {
  batch.streams[i] = change.stream;
  const op = OPS.indexOf(change.op) << 4;
  if (change.op === "upsert") {
    batch.times[i] = change.sample.time;
    batch.codes[i] = op | QUALITIES.indexOf(change.sample.quality) |
      (packValue(batch, i, change.sample.value) << 2);
    return;
  }
  batch.times[i] = change.op === "remove" ? change.time : change.from;
  batch.values[i] = change.op === "remove" ? 0 : change.to;
  batch.codes[i] = op | (NONE << 2);
}

/**
 * Packs a sample whose value is a number, or NaN for no value. `grade` is its quality as a number, see
 * `batchGrade`.
 */
export function packNumber(
  batch: SampleBatch,
  i: number,
  { stream, time, value, grade }: { stream: number; time: number; value: number; grade: number },
): void {
  const isNumber = value === value;
  batch.streams[i] = stream;
  batch.times[i] = time;
  batch.values[i] = isNumber ? value : 0;
  batch.codes[i] = isNumber ? grade : grade | (NONE << 2);
}

function packValue(batch: SampleBatch, i: number, value: SampleValue | null): number {
  if (value === null) {
    batch.values[i] = 0;
    return NONE;
  }
  if (typeof value === "string") {
    batch.values[i] = batch.texts.push(value) - 1;
    return TEXT;
  }
  batch.values[i] = Number(value);
  return typeof value === "boolean" ? BOOLEAN : NUMBER;
}

/** Joins batches, in their order. */
export function joinBatches(batches: readonly SampleBatch[]): SampleBatch {
  if (batches.length === 1) return batches[0]!;
  const count = batches.reduce((sum, batch) => sum + batch.count, 0);
  const joined = emptyBatch(count);
  joined.count = 0;
  for (const batch of batches) append(joined, batch);
  return joined;
}

function append(joined: SampleBatch, batch: SampleBatch): void {
  const from = joined.count, textsBefore = joined.texts.length;
  for (const name of COLUMNS) joined[name].set(batch[name], from);
  joined.count += batch.count;
  if (batch.texts.length === 0) return;
  joined.texts = joined.texts.concat(batch.texts);
  for (let i = from; i < joined.count; i++) {
    if (valueKind(joined, i) === TEXT) joined.values[i]! += textsBefore;
  }
}

/** The rows with the given indexes, in that order. */
export function someRows(batch: SampleBatch, rows: Int32Array): SampleBatch {
  const some = emptyBatch(rows.length);
  for (let i = 0; i < rows.length; i++) {
    const row = rows[i]!;
    some.streams[i] = batch.streams[row]!;
    some.times[i] = batch.times[row]!;
    some.codes[i] = batch.codes[row]!;
    const value = batch.values[row]!;
    some.values[i] = valueKind(some, i) === TEXT ? some.texts.push(batch.texts[value]!) - 1 : value;
  }
  return some;
}

/** Copies a row of another batch to row i. Its text gets the index i. */
export function putRow(
  to: SampleBatch,
  i: number,
  { batch, row }: { batch: SampleBatch; row: number },
): void {
  to.streams[i] = batch.streams[row]!;
  to.times[i] = batch.times[row]!;
  to.values[i] = batch.values[row]!;
  to.codes[i] = batch.codes[row]!;
  if (valueKind(batch, row) !== TEXT) return;
  to.texts[i] = batch.texts[batch.values[row]!]!;
  to.values[i] = i;
}

/** The upserts of a batch; the batch itself when it has nothing else. */
export function upsertsOf(batch: SampleBatch): SampleBatch {
  const rows = new Int32Array(batch.count);
  let count = 0;
  for (let i = 0; i < batch.count; i++) if (isUpsert(batch, i)) rows[count++] = i;
  return count === batch.count ? batch : someRows(batch, rows.subarray(0, count));
}

/** A copy in a buffer of its own. The batch's columns may be longer than its row count. */
export function copyBatch(batch: SampleBatch): SampleBatch {
  const { count } = batch;
  const copy = emptyBatch(count);
  for (const name of COLUMNS) copy[name].set(batch[name].subarray(0, count));
  copy.texts = batch.texts;
  return copy;
}

/** The rows from `from` up to, not including, `to`, in a buffer of their own. Refuses a batch with texts. */
export function sliceBatch(batch: SampleBatch, from: number, to: number): SampleBatch {
  if (batch.texts.length > 0) throw new TypeError("Cannot slice a batch with texts");
  const slice = emptyBatch(to - from);
  for (const name of COLUMNS) slice[name].set(batch[name].subarray(from, to));
  return slice;
}

/** The kind of change at row i. */
export function batchOp(batch: SampleBatch, i: number): SampleChange["op"] {
  return OPS[batch.codes[i]! >> 4]!;
}

export function isUpsert(batch: SampleBatch, i: number): boolean {
  return batch.codes[i]! >> 4 === 0;
}

/** Whether the value of row i (an upsert) is a number. */
export function isPlainNumber(batch: SampleBatch, i: number): boolean {
  return valueKind(batch, i) === NUMBER;
}

/** The number of row i; NaN when it has none. */
export function batchNumber(batch: SampleBatch, i: number): number {
  return isPlainNumber(batch, i) ? batch.values[i]! : NaN;
}

function valueKind(batch: SampleBatch, i: number): number {
  return (batch.codes[i]! >> 2) & 3;
}

/** The quality of row i as a number: 0 good, 1 uncertain, 2 bad. */
export function batchGrade(batch: SampleBatch, i: number): number {
  return batch.codes[i]! & 3;
}

/** The sample of row i (an upsert). */
export function batchSample(batch: SampleBatch, i: number): Sample {
  return { time: batch.times[i]!, value: batchValue(batch, i), quality: QUALITIES[batch.codes[i]! & 3]! };
}

function batchValue(batch: SampleBatch, i: number): SampleValue | null {
  switch (valueKind(batch, i)) {
    case NUMBER:
      return batch.values[i]!;
    case TEXT:
      return batch.texts[batch.values[i]!]!;
    case BOOLEAN:
      return batch.values[i] === 1;
    default:
      return null;
  }
}

/** The change of row i. */
export function batchChange(batch: SampleBatch, i: number): SampleChange {
  const stream = batch.streams[i]!;
  switch (batchOp(batch, i)) {
    case "upsert":
      return { op: "upsert", stream, sample: batchSample(batch, i) };
    case "remove":
      return { op: "remove", stream, time: batch.times[i]! };
    case "removeWindow":
      return { op: "removeWindow", stream, from: batch.times[i]!, to: batch.values[i]! };
  }
}

/** The buffers to transfer when a batch is posted to another thread. */
export function batchBuffers(batch: SampleBatch): ArrayBufferLike[] {
  return [...new Set(COLUMNS.map((name) => batch[name].buffer))];
}

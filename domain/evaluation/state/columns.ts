/** Typed columns that grow: each function returns a column with room for `rows`, with the old values. */

/** Longer columns grow by an eighth: doubling them would waste memory. */
const MANY = 2 ** 15;

function capacityFor(rows: number): number {
  if (rows > MANY) return Math.ceil(rows * 9 / 8);
  return Math.max(16, 2 ** Math.ceil(Math.log2(rows)));
}

export function float64Rows(column: Float64Array<ArrayBuffer>, rows: number): Float64Array<ArrayBuffer> {
  if (rows <= column.length) return column;
  const wider = new Float64Array(capacityFor(rows));
  wider.set(column);
  return wider;
}

export function int32Rows(column: Int32Array<ArrayBuffer>, rows: number): Int32Array<ArrayBuffer> {
  if (rows <= column.length) return column;
  const wider = new Int32Array(capacityFor(rows));
  wider.set(column);
  return wider;
}

export function uint8Rows(column: Uint8Array<ArrayBuffer>, rows: number): Uint8Array<ArrayBuffer> {
  if (rows <= column.length) return column;
  const wider = new Uint8Array(capacityFor(rows));
  wider.set(column);
  return wider;
}

/** Allocates blocks of adjacent rows. `end` is one past the greatest row ever used. */
export class RowBlocks {
  end = 0;
  readonly #free = new Map<number, number[]>();

  /** Returns the first row of a block of `count` rows. */
  take(count = 1): number {
    const free = this.#free.get(count)?.pop();
    if (free !== undefined) return free;
    this.end += count;
    return this.end - count;
  }

  give(first: number, count = 1): void {
    const free = this.#free.get(count);
    if (free === undefined) this.#free.set(count, [first]);
    else free.push(first);
  }
}

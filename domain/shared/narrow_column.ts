/** A column in the narrowest type that holds its values; a single number when all rows are equal. */
export type NarrowColumn = number | Uint8Array | Int32Array | Float64Array;

export function narrowed(values: Exclude<NarrowColumn, number>): NarrowColumn {
  let least = Infinity, most = -Infinity, isWhole = true;
  for (let i = 0; i < values.length; i++) {
    const value = values[i]!;
    if (value < least) least = value;
    if (value > most) most = value;
    isWhole &&= (value | 0) === value;
  }
  if (least === most) return least;
  if (!isWhole) return values;
  return least >= 0 && most < 256 ? new Uint8Array(values) : new Int32Array(values);
}

export function valueAt(column: NarrowColumn, row: number): number {
  return typeof column === "number" ? column : column[row]!;
}

/** How many bytes a row takes. */
export function widthOf(column: NarrowColumn): number {
  return typeof column === "number" ? 0 : column.BYTES_PER_ELEMENT;
}

/** A range of rows. */
export function slicedColumn(column: NarrowColumn, from: number, to: number): NarrowColumn {
  return typeof column === "number" ? column : column.slice(from, to);
}

/** The values of all `rows` rows. */
export function wideColumn(column: NarrowColumn, rows: number): Float64Array {
  return typeof column === "number" ? new Float64Array(rows).fill(column) : new Float64Array(column);
}

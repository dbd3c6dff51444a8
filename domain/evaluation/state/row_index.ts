import { int32Rows } from "./columns.ts";

/** Ids start at 1. Up to this one an array is smaller and faster than a map. */
const MOST_DENSE = 2 ** 20;

/** No row. */
export const NONE = -1;

/** Maps ids to rows. */
export class RowIndex {
  /** By id: the row plus 1; 0 for none. `rowOf` also finds ids beyond its length. */
  dense = new Int32Array(0);
  readonly #others = new Map<number, number>();

  /** NONE if the id has no row. */
  rowOf(id: number): number {
    if (id >= 0 && id < MOST_DENSE) return id < this.dense.length ? this.dense[id]! - 1 : NONE;
    return this.#others.get(id) ?? NONE;
  }

  /** Makes room for all ids at once, so that the array grows only once. */
  reserve(ids: Int32Array): void {
    let most = -1;
    for (let i = 0; i < ids.length; i++) if (ids[i]! > most && ids[i]! < MOST_DENSE) most = ids[i]!;
    this.dense = int32Rows(this.dense, most + 1);
  }

  set(id: number, row: number): void {
    if (id >= 0 && id < MOST_DENSE) {
      if (id >= this.dense.length) this.dense = int32Rows(this.dense, id + 1);
      this.dense[id] = row + 1;
    } else this.#others.set(id, row);
  }

  delete(id: number): void {
    if (id >= 0 && id < this.dense.length) this.dense[id] = 0;
    else this.#others.delete(id);
  }
}

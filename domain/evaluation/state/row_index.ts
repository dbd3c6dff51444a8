import { int32Rows } from "./columns.ts";

/** Ids count from 1: a table of rows up to here costs less than a map, and is quicker. */
const MOST_DENSE = 2 ** 20;

/** No row. */
export const NONE = -1;

/** The rows of things by their ids. */
export class RowIndex {
  /** By id, 1 + the row; 0: none. Greater ids than it has are asked for by `rowOf`. */
  dense = new Int32Array(0);
  readonly #others = new Map<number, number>();

  /** NONE where there is none. */
  rowOf(id: number): number {
    if (id >= 0 && id < MOST_DENSE) return id < this.dense.length ? this.dense[id] - 1 : NONE;
    return this.#others.get(id) ?? NONE;
  }

  /** Makes room for ids up to the greatest of some: one by one they would make it again and again. */
  reserve(ids: Int32Array): void {
    let most = -1;
    for (let i = 0; i < ids.length; i++) if (ids[i] > most && ids[i] < MOST_DENSE) most = ids[i];
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

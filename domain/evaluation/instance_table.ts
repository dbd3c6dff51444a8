import { int32Rows, RowBlocks } from "./columns.ts";
import { NONE, RowIndex } from "./row_index.ts";

/** A deployed instance and the rows of its rules, in their order. */
export interface InstanceRows {
  instanceId: number;
  deployment: number;
  ruleIds: readonly string[];
  rows: readonly number[];
  streams: readonly number[];
}

/** The deployed instances, one row each. */
export class InstanceTable {
  readonly #index = new RowIndex();
  /** NONE where the row is free. */
  id = new Int32Array(0);
  deployment = new Int32Array(0);
  readonly ruleIds: (readonly string[])[] = [];
  /** Where the rows of its rules begin, and how many there are; those of its streams come behind them. */
  #first = new Int32Array(0);
  #rules = new Int32Array(0);
  #streams = new Int32Array(0);
  #list = new Int32Array(0);
  readonly #rows = new RowBlocks();
  readonly #blocks = new RowBlocks();

  has(instanceId: number): boolean {
    return this.#index.rowOf(instanceId) !== NONE;
  }

  get(instanceId: number): InstanceRows | undefined {
    const row = this.#index.rowOf(instanceId);
    if (row === NONE) return undefined;
    const first = this.#first[row], middle = first + this.#rules[row], end = middle + this.#streams[row];
    return {
      ...{ instanceId, deployment: this.deployment[row], ruleIds: this.ruleIds[row] },
      rows: [...this.#list.subarray(first, middle)],
      streams: [...this.#list.subarray(middle, end)],
    };
  }

  /** How many rules the instance of a row has. */
  ruleCount(row: number): number {
    return this.#rules[row];
  }

  *values(): Iterable<InstanceRows> {
    for (let row = 0; row < this.#rows.end; row++) {
      const owner = this.get(this.id[row]);
      if (owner !== undefined) yield owner;
    }
  }

  /** The row of an instance, made when there is none. */
  rowFor(instanceId: number): number {
    const known = this.#index.rowOf(instanceId);
    if (known !== NONE) return known;
    const row = this.#rows.take();
    this.#ensure(row + 1);
    this.#index.set(instanceId, row);
    this.id[row] = instanceId;
    this.#first[row] = this.#rules[row] = this.#streams[row] = 0;
    return row;
  }

  /** Puts this in place of what stood in the instance's row. */
  set({ instanceId, deployment, ruleIds, rows, streams }: InstanceRows): void {
    const row = this.rowFor(instanceId), count = rows.length + streams.length;
    this.#giveList(row);
    const first = this.#blocks.take(count);
    this.#list = int32Rows(this.#list, this.#blocks.end);
    this.#list.set(rows, first);
    this.#list.set(streams, first + rows.length);
    this.deployment[row] = deployment;
    this.ruleIds[row] = ruleIds;
    this.#first[row] = first;
    this.#rules[row] = rows.length;
    this.#streams[row] = streams.length;
  }

  delete(instanceId: number): void {
    const row = this.#index.rowOf(instanceId);
    if (row === NONE) return;
    this.#index.delete(instanceId);
    this.id[row] = NONE;
    this.#giveList(row);
    this.#rows.give(row);
  }

  #giveList(row: number): void {
    const count = this.#rules[row] + this.#streams[row];
    if (count > 0) this.#blocks.give(this.#first[row], count);
    this.#rules[row] = this.#streams[row] = 0;
  }

  #ensure(rows: number): void {
    this.id = int32Rows(this.id, rows);
    this.deployment = int32Rows(this.deployment, rows);
    this.#first = int32Rows(this.#first, rows);
    this.#rules = int32Rows(this.#rules, rows);
    this.#streams = int32Rows(this.#streams, rows);
  }
}

import { int32Rows, RowBlocks } from "./columns.ts";
import { NONE, RowIndex } from "./row_index.ts";

/** A deployed instance with the rows of its rules, in their order. */
export interface InstanceRows {
  instanceId: number;
  deployment: number;
  ruleIds: readonly string[];
  rows: readonly number[];
  streams: readonly number[];
}

/** The part that the instances of a template share. */
interface Shape {
  ruleIds: readonly string[];
  /** Number of streams. */
  streams: number;
}

/** Instances as columns, for `InstanceTable.addLike`. */
interface CopiedInstances {
  ids: Int32Array;
  deployments: Int32Array;
  firstRule: number;
  streams: Int32Array;
}

/** The shape of a row without rules and streams. */
const EMPTY = 0;

/** The shapes in use, without duplicates. */
class ShapeTable {
  readonly list: Shape[] = [{ ruleIds: [], streams: 0 }];
  readonly #numbers = new Map<string, number>();

  /** The index of a shape in the list. */
  numberOf(ruleIds: readonly string[], streams: number): number {
    const key = JSON.stringify([streams, ...ruleIds]), known = this.#numbers.get(key);
    if (known !== undefined) return known;
    this.#numbers.set(key, this.list.length);
    return this.list.push({ ruleIds, streams }) - 1;
  }
}

/** The deployed instances, one in each row. */
export class InstanceTable {
  readonly #index = new RowIndex();
  /** NONE for a free row. */
  id = new Int32Array(0);
  deployment = new Int32Array(0);
  #shape = new Int32Array(0);
  /** Start of the instance's rule rows in the list; its stream rows follow them. */
  #first = new Int32Array(0);
  #list = new Int32Array(0);
  readonly #shapes = new ShapeTable();
  readonly #rows = new RowBlocks();
  readonly #blocks = new RowBlocks();

  has(instanceId: number): boolean {
    return this.#index.rowOf(instanceId) !== NONE;
  }

  get(instanceId: number): InstanceRows | undefined {
    const row = this.#index.rowOf(instanceId);
    if (row === NONE) return undefined;
    const { ruleIds, streams } = this.#shapeOf(row);
    const first = this.#first[row]!, middle = first + ruleIds.length, end = middle + streams;
    return {
      instanceId,
      deployment: this.deployment[row]!,
      ruleIds,
      rows: [...this.#list.subarray(first, middle)],
      streams: [...this.#list.subarray(middle, end)],
    };
  }

  /** The rule ids of a row's instance. */
  ruleIdsOf(row: number): readonly string[] {
    return this.#shapeOf(row).ruleIds;
  }

  /** The row of an instance's rule by its index. The instance must exist. */
  ruleAt(instanceId: number, place: number): number {
    return this.#list[this.#first[this.#index.rowOf(instanceId)]! + place]!;
  }

  /** The index of a rule (row) among the rules of an instance (row). */
  indexOfRule(row: number, rule: number): number {
    const first = this.#first[row]!;
    return this.#list.subarray(first, first + this.ruleIdsOf(row).length).indexOf(rule);
  }

  /** Number of rules of all instances. */
  get ruleCount(): number {
    let count = 0;
    for (let row = 0; row < this.#rows.end; row++) {
      if (this.id[row] !== NONE) count += this.ruleIdsOf(row).length;
    }
    return count;
  }

  /** The rows in use, sorted by instance id. */
  inOrder(): Int32Array {
    const ids = this.id.slice(0, this.#rows.end).filter((id) => id !== NONE).sort();
    return ids.map((id) => this.#index.rowOf(id));
  }

  /** The row of a rule by its index in an instance (row). */
  ruleOf(row: number, place: number): number {
    return this.#list[this.#first[row]! + place]!;
  }

  *values(): Iterable<InstanceRows> {
    for (let row = 0; row < this.#rows.end; row++) {
      const owner = this.get(this.id[row]!);
      if (owner !== undefined) yield owner;
    }
  }

  /** The row of an instance; adds one if there is none. */
  rowFor(instanceId: number): number {
    const known = this.#index.rowOf(instanceId);
    if (known !== NONE) return known;
    const row = this.#rows.take();
    this.#ensure(row + 1);
    this.#index.set(instanceId, row);
    this.id[row] = instanceId;
    this.#shape[row] = EMPTY;
    return row;
  }

  /** Replaces the content of an instance's row. */
  set({ instanceId, deployment, ruleIds, rows, streams }: InstanceRows): void {
    const row = this.rowFor(instanceId), count = rows.length + streams.length;
    this.#giveList(row);
    const first = this.#blocks.take(count);
    this.#list = int32Rows(this.#list, this.#blocks.end);
    this.#list.set(rows, first);
    this.#list.set(streams, first + rows.length);
    this.deployment[row] = deployment;
    this.#shape[row] = this.#shapes.numberOf(ruleIds, streams.length);
    this.#first[row] = first;
  }

  /**
   * Adds instances with the shape of an existing one. Their rules have adjacent rows from `firstRule` on;
   * `streams` lists their streams by instance. Returns the first row.
   */
  addLike(instanceId: number, { ids, deployments, firstRule, streams }: CopiedInstances): number {
    const model = this.#index.rowOf(instanceId), shape = this.#shapes.list[this.#shape[model]!]!;
    this.#index.reserve(ids);
    const ruleCount = shape.ruleIds.length, width = ruleCount + shape.streams;
    const first = this.#rows.take(ids.length), list = this.#blocks.take(ids.length * width);
    this.#ensure(this.#rows.end);
    this.#list = int32Rows(this.#list, this.#blocks.end);
    this.id.set(ids, first);
    this.deployment.set(deployments, first);
    this.#shape.fill(this.#shape[model]!, first, first + ids.length);
    for (let n = 0; n < ids.length; n++) {
      const begin = list + n * width;
      this.#index.set(ids[n]!, first + n);
      this.#first[first + n] = begin;
      for (let i = 0; i < ruleCount; i++) this.#list[begin + i] = firstRule + n * ruleCount + i;
      for (let i = 0; i < shape.streams; i++) {
        this.#list[begin + ruleCount + i] = streams[n * shape.streams + i]!;
      }
    }
    return first;
  }

  /** Makes room for more instances, and for their rules and streams in one list. */
  reserve(instances: number, { lists }: { lists: number }): void {
    this.#ensure(this.#rows.end + instances);
    this.#list = int32Rows(this.#list, this.#blocks.end + lists);
  }

  delete(instanceId: number): void {
    const row = this.#index.rowOf(instanceId);
    if (row === NONE) return;
    this.#index.delete(instanceId);
    this.id[row] = NONE;
    this.#giveList(row);
    this.#rows.give(row);
  }

  #shapeOf(row: number): Shape {
    return this.#shapes.list[this.#shape[row]!]!;
  }

  #giveList(row: number): void {
    const { ruleIds, streams } = this.#shapeOf(row), count = ruleIds.length + streams;
    if (count > 0) this.#blocks.give(this.#first[row]!, count);
    this.#shape[row] = EMPTY;
  }

  #ensure(rows: number): void {
    this.id = int32Rows(this.id, rows);
    this.deployment = int32Rows(this.deployment, rows);
    this.#shape = int32Rows(this.#shape, rows);
    this.#first = int32Rows(this.#first, rows);
  }
}

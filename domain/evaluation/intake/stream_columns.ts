import type { Sample } from "../../sample/types.ts";
import type { Ticks } from "../../shared/time.ts";
import { float64Rows, int32Rows, RowBlocks, uint8Rows } from "../state/columns.ts";
import { RowIndex } from "../state/row_index.ts";
import { believed, GOOD, NUM, SampleColumns, type TypeCode } from "./sample_columns.ts";
import { type HistoryNeed, StreamHistory } from "../windows/stream_history.ts";
import type { KnownStream } from "../types.ts";

/**
 * The streams that deployed rules name, one in each row: the newest evaluated sample, and the history for
 * windows. A time tag is a stream with a negative id.
 */
export class StreamColumns {
  readonly rowOf = new Map<number, number>();
  /** Finds rows for samples; `numbers` only finds streams of numbers. */
  readonly #index = new RowIndex();
  readonly numbers = new RowIndex();
  id = new Int32Array(0);
  /** 1 after the stream's first read. Before it the value is UNKNOWN, even if samples have arrived. */
  read = new Uint8Array(0);
  readonly newest = new SampleColumns();
  readonly history: (StreamHistory | null)[] = [];
  /** Number of conditions that wait for the stream's history. */
  unfilled = new Int32Array(0);
  /** 1 if settled; see `StreamScreens`. */
  isSettled = new Uint8Array(0);
  /** Rows that are no longer settled, until `StreamScreens.rouse`. */
  readonly unsettled: number[] = [];
  /**
   * A good value in the open range (quietLow, quietHigh) changes no rule and no history. Empty if unknown.
   */
  quietLow = new Float64Array(0);
  quietHigh = new Float64Array(0);
  /** Number of deployed instances that list the stream. */
  instances = new Int32Array(0);
  /** 1 for a stream with a history: a quick test for most samples. */
  #hasHistory = new Uint8Array(0);
  #type = new Uint8Array(0);
  /** The newest good sample when the newest one is not good; otherwise outdated. */
  readonly good = new SampleColumns();
  readonly #rows = new RowBlocks();

  /** One past the greatest row in use. */
  get end(): number {
    return this.#rows.end;
  }

  /** Binds a stream for one more instance. Adds it, unread and without a sample, if it has no row. */
  bind(id: number, type: TypeCode): number {
    const row = this.rowOf.get(id) ?? this.#add(id, type);
    this.instances[row]!++;
    return row;
  }

  /** The row of a stream that must be bound. */
  boundRow(id: number): number {
    const row = this.rowOf.get(id);
    if (row === undefined) throw new RangeError(`Stream ${id} is not bound`);
    return row;
  }

  /** The row of a sample's stream; NONE if no rule names it. */
  sampleRow(id: number): number {
    return this.#index.rowOf(id);
  }

  #add(id: number, type: TypeCode): number {
    const row = this.#rows.take();
    this.#ensure(row + 1);
    this.rowOf.set(id, row);
    this.#index.set(id, row);
    if (type === NUM) this.numbers.set(id, row);
    this.id[row] = id;
    this.read[row] = 0;
    this.#type[row] = type;
    this.newest.clear(row);
    this.good.clear(row);
    this.history[row] = null;
    this.instances[row] = this.unfilled[row] = this.#hasHistory[row] = 0;
    this.unsettle(row);
    return row;
  }

  free(row: number): void {
    this.rowOf.delete(this.id[row]!);
    this.#index.delete(this.id[row]!);
    this.numbers.delete(this.id[row]!);
    this.newest.clear(row);
    this.good.clear(row);
    this.history[row] = null;
    this.#rows.give(row);
  }

  isTag(row: number): boolean {
    return this.id[row]! < 0;
  }

  /** Registers a condition's need for the history of a stream. An existing history is kept. */
  needHistory(row: number, need: HistoryNeed): void {
    const history = this.history[row] ??= new StreamHistory(this.typeOf(row));
    this.#hasHistory[row] = 1;
    this.unsettle(row);
    history.need(need);
  }

  /** The history of a stream; null if no window uses it. */
  historyOf(stream: number): StreamHistory | null {
    const row = this.rowOf.get(stream);
    return (row === undefined ? null : this.history[row]) ?? null;
  }

  releaseHistory(row: number, need: HistoryNeed): void {
    const history = this.history[row];
    history?.release(need);
    if (history?.isNeeded !== false) return;
    this.history[row] = null;
    this.#hasHistory[row] = 0;
  }

  typeOf(row: number): TypeCode {
    return asTypeCode(this.#type[row]!);
  }

  /** Stores a good value as the newest sample if it is in the quiet range. */
  takeQuiet(row: number, at: Ticks, x: number): boolean {
    if (!(x > this.quietLow[row]! && x < this.quietHigh[row]!)) return false;
    this.newest.time[row] = at;
    this.newest.value[row] = x;
    return true;
  }

  /** Stores a row of other columns as the newest sample. */
  take(row: number, source: SampleColumns, from: number): void {
    if (source.grade[from] !== GOOD) this.#keepGood(row);
    this.newest.copyRow(row, source, from);
    if (this.#hasHistory[row] === 1) this.#remember(row);
  }

  /** Stores a sample as the newest one. */
  takeNewest(row: number, sample: Sample): void {
    this.unsettle(row);
    this.newest.set(row, sample, this.typeOf(row));
    if (this.history[row] !== null) this.#remember(row);
  }

  /** Stores a sample that may be older than the newest one. */
  takeSample(row: number, offered: Sample): void {
    const sample = believed(offered, this.typeOf(row));
    this.unsettle(row);
    if (sample.time >= this.newest.time[row]!) {
      if (sample.quality !== "good") this.#keepGood(row);
      this.newest.set(row, sample, this.typeOf(row));
    } else if (sample.quality === "good" && !(sample.time < this.good.time[row]!)) {
      this.good.set(row, sample, this.typeOf(row));
    }
  }

  /** Whether the newest good sample is in `good`, because the newest one is not good. */
  holdsOtherGood(row: number): boolean {
    return this.newest.grade[row] !== GOOD;
  }

  /** The samples held in a row, also of an unread stream. */
  holdingOf(row: number): KnownStream {
    const type = this.typeOf(row);
    const good = this.holdsOtherGood(row) ? this.good.sampleOf(row, type) : null;
    const sample = this.newest.sampleOf(row, type);
    return { stream: this.id[row]!, read: this.read[row] === 1, sample, good };
  }

  /** Runs `decide` while the streams hold `known`, and then restores them. */
  whileHolding(known: readonly KnownStream[], decide: () => void): void {
    const before: KnownStream[] = [];
    const histories: [number, StreamHistory][] = [];
    for (const each of known) {
      const row = this.boundRow(each.stream), history = this.history[row];
      before.push(this.holdingOf(row));
      if (!history || each.recent === undefined || each.recent.length === 0) continue;
      histories.push([row, history]);
      this.history[row] = history.ahead(each.recent);
    }
    for (const each of known) this.hold(each);
    decide();
    for (const each of before) this.hold(each);
    for (const [row, history] of histories) this.history[row] = history;
  }

  /** Replaces the samples that a bound stream holds. */
  hold(known: KnownStream): void {
    const row = this.boundRow(known.stream);
    this.unsettle(row);
    this.read[row] = Number(known.read);
    this.newest.clear(row);
    this.good.clear(row);
    if (known.good !== null) this.good.set(row, known.good, this.typeOf(row));
    if (known.sample !== null) this.newest.set(row, known.sample, this.typeOf(row));
  }

  /** Marks a stream as unread. What it holds stays for its next first read, which may be of no newer sample. */
  lose(row: number): void {
    this.read[row] = 0;
    this.unsettle(row);
  }

  /** Marks a stream as unsettled: some of its rules have not been evaluated on its held value. */
  unsettle(row: number): void {
    if (this.isSettled[row] === 1) this.unsettled.push(row);
    this.isSettled[row] = 0;
    this.quietLow[row] = Infinity;
  }

  #remember(row: number): void {
    const { time, value, grade, texts } = this.newest;
    const taken = texts.size > 0 ? texts.get(row) : undefined;
    this.history[row]?.take({ time: time[row]!, value: taken ?? value[row]!, grade: grade[row]! });
  }

  #keepGood(row: number): void {
    if (this.newest.grade[row] === GOOD) this.good.copyRow(row, this.newest, row);
  }

  #ensure(rows: number): void {
    this.id = int32Rows(this.id, rows);
    this.read = uint8Rows(this.read, rows);
    this.instances = int32Rows(this.instances, rows);
    this.unfilled = int32Rows(this.unfilled, rows);
    this.#hasHistory = uint8Rows(this.#hasHistory, rows);
    this.isSettled = uint8Rows(this.isSettled, rows);
    this.quietLow = float64Rows(this.quietLow, rows);
    this.quietHigh = float64Rows(this.quietHigh, rows);
    this.#type = uint8Rows(this.#type, rows);
    this.newest.ensure(rows);
    this.good.ensure(rows);
  }
}

function asTypeCode(code: number): TypeCode {
  return code as TypeCode;
}

import type { Sample } from "../sample/types.ts";
import { int32Rows, RowBlocks, uint8Rows } from "./columns.ts";
import { believed, GOOD, SampleColumns, type TypeCode } from "./sample_columns.ts";
import type { KnownStream } from "./types.ts";

/**
 * The streams that deployed rules name, one row each, with the newest judged sample and the rules to wake.
 * Window operators would keep a row's younger samples here too.
 */
export class StreamColumns {
  readonly rowOf = new Map<number, number>();
  id = new Int32Array(0);
  /** 1 once the stream's first read is in; until then its value is UNKNOWN, whatever has arrived. */
  read = new Uint8Array(0);
  readonly newest = new SampleColumns();
  /** The rules (rows) that name the stream. */
  readonly subscribers: number[][] = [];
  /** How many deployed instances list the stream. */
  instances = new Int32Array(0);
  #type = new Uint8Array(0);
  /** The newest good sample where the newest one is not good; stale where it is. */
  readonly #good = new SampleColumns();
  readonly #rows = new RowBlocks();

  /** One past the greatest row in use. */
  get end(): number {
    return this.#rows.end;
  }

  /** The row of a stream for one more instance, made (unread, without a sample) when there is none. */
  bind(id: number, type: TypeCode): number {
    const row = this.rowOf.get(id) ?? this.#add(id, type);
    this.instances[row]++;
    return row;
  }

  /** The row of a stream that is bound for certain. */
  boundRow(id: number): number {
    const row = this.rowOf.get(id);
    if (row === undefined) throw new RangeError(`Stream ${id} is not bound`);
    return row;
  }

  #add(id: number, type: TypeCode): number {
    const row = this.#rows.take();
    this.#ensure(row + 1);
    this.rowOf.set(id, row);
    this.id[row] = id;
    this.read[row] = 0;
    this.#type[row] = type;
    this.newest.clear(row);
    this.#good.clear(row);
    this.subscribers[row] = [];
    this.instances[row] = 0;
    return row;
  }

  free(row: number): void {
    this.rowOf.delete(this.id[row]);
    this.newest.clear(row);
    this.#good.clear(row);
    this.#rows.give(row);
  }

  typeOf(row: number): TypeCode {
    return asTypeCode(this.#type[row]);
  }

  /** Makes a row of other columns the newest sample. */
  take(row: number, source: SampleColumns, from: number): void {
    if (source.grade[from] !== GOOD) this.#keepGood(row);
    this.newest.copyRow(row, source, from);
  }

  /** Takes a sample in that may be older than the newest one. */
  takeSample(row: number, offered: Sample): void {
    const sample = believed(offered, this.typeOf(row));
    if (sample.time >= this.newest.time[row]) {
      if (sample.quality !== "good") this.#keepGood(row);
      this.newest.set(row, sample, this.typeOf(row));
    } else if (sample.quality === "good" && !(sample.time < this.#good.time[row])) {
      this.#good.set(row, sample, this.typeOf(row));
    }
  }

  /** What the row holds, the samples of an unread stream included. */
  holdingOf(row: number): KnownStream {
    const type = this.typeOf(row);
    const good = this.newest.grade[row] === GOOD ? null : this.#good.sampleOf(row, type);
    const sample = this.newest.sampleOf(row, type);
    return { stream: this.id[row], read: this.read[row] === 1, sample, good };
  }

  /** Runs `decide` while the streams hold what `known` says, then puts back what they held. */
  whileHolding(known: readonly KnownStream[], decide: () => void): void {
    const before: KnownStream[] = [];
    for (const each of known) before.push(this.holdingOf(this.boundRow(each.stream)));
    for (const each of known) this.hold(each);
    decide();
    for (const each of before) this.hold(each);
  }

  /** Makes a bound stream hold exactly this. */
  hold(known: KnownStream): void {
    const row = this.boundRow(known.stream);
    this.read[row] = Number(known.read);
    this.newest.clear(row);
    this.#good.clear(row);
    if (known.good !== null) this.#good.set(row, known.good, this.typeOf(row));
    if (known.sample !== null) this.newest.set(row, known.sample, this.typeOf(row));
  }

  #keepGood(row: number): void {
    if (this.newest.grade[row] === GOOD) this.#good.copyRow(row, this.newest, row);
  }

  #ensure(rows: number): void {
    this.id = int32Rows(this.id, rows);
    this.read = uint8Rows(this.read, rows);
    this.instances = int32Rows(this.instances, rows);
    this.#type = uint8Rows(this.#type, rows);
    this.newest.ensure(rows);
    this.#good.ensure(rows);
  }
}

function asTypeCode(code: number): TypeCode {
  return code as TypeCode;
}

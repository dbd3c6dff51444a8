import { float64Rows, int32Rows, uint8Rows } from "../state/columns.ts";

/** A limit that every sample passes, and one that no sample passes. */
export const ALWAYS = -Infinity, ASLEEP = Infinity;

/** Up to this many entries are searched one by one. */
const FEW = 8;

/**
 * Largest share of unused room before the lists are compacted, and the room below which compacting is not
 * worth it.
 */
const MOST_UNUSED = 1 / 8, LITTLE = 1_024;

/**
 * For each stream, the rules that name it with a limit each: the value at which a condition on the stream
 * changes. A rule with several limits on a stream has several entries. Limits are valid and sorted from `set`
 * to `forget`.
 */
export class LimitColumns {
  limit = new Float64Array(0);
  rule = new Int32Array(0);
  /**
   * By stream: the start of its list, and its number of entries. A list has room for `roomFor(count)`
   * entries.
   */
  #first = new Int32Array(0);
  #count = new Int32Array(0);
  #isKnown = new Uint8Array(0);
  /** The end of the last list's room, and the number of entries in unused room before it. */
  #end = 0;
  #unused = 0;

  /** Makes room for streams. */
  ensureStreams(streams: number): void {
    this.#first = int32Rows(this.#first, streams);
    this.#count = int32Rows(this.#count, streams);
    this.#isKnown = uint8Rows(this.#isKnown, streams);
  }

  /** Whether the limits of a stream are valid. */
  has(stream: number): boolean {
    return this.#isKnown[stream] === 1;
  }

  firstOf(stream: number): number {
    return this.#first[stream]!;
  }

  /** The index after the last entry. */
  endOf(stream: number): number {
    return this.#first[stream]! + this.#count[stream]!;
  }

  /** The rules that name a stream, possibly with duplicates. Valid until the next change. */
  rulesOf(stream: number): Int32Array {
    return this.rule.subarray(this.firstOf(stream), this.endOf(stream));
  }

  /** Adds a rule to a stream's list. */
  add(stream: number, rule: number): void {
    this.forget(stream);
    this.#resize(stream, this.#count[stream]! + 1);
    this.rule[this.endOf(stream) - 1] = rule;
  }

  /** Adds many rules at once; `streams` and `rules` correspond by index. */
  addAll(streams: Int32Array, rules: Int32Array): void {
    const added = new Int32Array(this.#first.length);
    for (let i = 0; i < streams.length; i++) added[streams[i]!]!++;
    for (let stream = 0; stream < added.length; stream++) {
      if (added[stream] === 0) continue;
      this.forget(stream);
      this.#resize(stream, this.#count[stream]! + added[stream]!);
    }
    for (let i = 0; i < streams.length; i++) {
      const stream = streams[i]!;
      this.rule[this.endOf(stream) - added[stream]!--] = rules[i]!;
    }
  }

  /** Removes a rule from a stream's list. */
  remove(stream: number, rule: number): void {
    const end = this.endOf(stream);
    let to = this.firstOf(stream);
    for (let from = to; from < end; from++) if (this.rule[from] !== rule) this.#copy(to++, from);
    this.#resize(stream, to - this.firstOf(stream));
    this.forget(stream);
  }

  /** Replaces the entries of a stream and sorts them. */
  set(stream: number, { limits, rules }: { limits: readonly number[]; rules: readonly number[] }): void {
    this.#resize(stream, limits.length);
    const first = this.#first[stream]!;
    const order = limits.map((_, i) => i).sort((a, b) => limits[a]! - limits[b]!);
    order.forEach((from, i) => {
      this.limit[first + i] = limits[from]!;
      this.rule[first + i] = rules[from]!;
    });
    this.#isKnown[stream] = 1;
  }

  /** Marks the limits of a stream as invalid. */
  forget(stream: number): void {
    this.#isKnown[stream] = 0;
  }

  /** The index of a stream's first limit that is at least `x`; the end of the list if there is none. */
  placeOf(stream: number, x: number): number {
    const { limit } = this;
    let low = this.#first[stream]!, high = low + this.#count[stream]!;
    while (high - low > FEW) {
      const middle = (low + high) >> 1;
      if (limit[middle]! < x) low = middle + 1;
      else high = middle;
    }
    while (low < high && limit[low]! < x) low++;
    return low;
  }

  /** Changes a limit of a rule on a stream. False when the rule has none at or after `from`. */
  move(stream: number, { rule, from, to }: { rule: number; from: number; to: number }): boolean {
    const first = this.#first[stream]!, last = first + this.#count[stream]! - 1;
    let i = this.placeOf(stream, from);
    while (i <= last && this.rule[i] !== rule) i++;
    if (i > last) return false;
    for (; i < last && this.limit[i + 1]! < to; i++) this.#copy(i, i + 1);
    for (; i > first && this.limit[i - 1]! > to; i--) this.#copy(i, i - 1);
    this.limit[i] = to;
    this.rule[i] = rule;
    return true;
  }

  /** Changes the number of entries of a list and keeps the first ones. */
  #resize(stream: number, count: number): void {
    const before = roomFor(this.#count[stream]!), room = roomFor(count);
    if (room > before) this.#moveToEnd(stream, room);
    this.#count[stream] = count;
    this.#unused += before - Math.min(before, room);
  }

  #moveToEnd(stream: number, room: number): void {
    if (this.#end + room > this.rule.length) this.#makeRoom(room);
    const first = this.#first[stream]!, count = this.#count[stream]!;
    for (let i = 0; i < count; i++) this.#copy(this.#end + i, first + i);
    this.#first[stream] = this.#end;
    this.#end += room;
    this.#unused += roomFor(count);
  }

  /** Makes room, compacting the lists first if that is worth it. */
  #makeRoom(more: number): void {
    const used = this.#end - this.#unused;
    if (this.#unused > Math.max(LITTLE, MOST_UNUSED * used)) this.#moveTogether(used + more);
    this.limit = float64Rows(this.limit, this.#end + more);
    this.rule = int32Rows(this.rule, this.#end + more);
  }

  #moveTogether(room: number): void {
    const { limit, rule } = this;
    this.limit = float64Rows(new Float64Array(0), room);
    this.rule = int32Rows(new Int32Array(0), room);
    this.#end = this.#unused = 0;
    for (let stream = 0; stream < this.#first.length; stream++) {
      const first = this.#first[stream]!, count = this.#count[stream]!;
      this.#first[stream] = this.#end;
      this.limit.set(limit.subarray(first, first + count), this.#end);
      this.rule.set(rule.subarray(first, first + count), this.#end);
      this.#end += roomFor(count);
    }
  }

  #copy(to: number, from: number): void {
    this.limit[to] = this.limit[from]!;
    this.rule[to] = this.rule[from]!;
  }
}

/** At least `count`, plus a few entries or at most an eighth. */
function roomFor(count: number): number {
  if (count <= 2) return count;
  const step = count < 64 ? 4 : 2 ** (Math.floor(Math.log2(count)) - 3);
  return Math.ceil(count / step) * step;
}

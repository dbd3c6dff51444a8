/**
 * An upper bound: this one rule (AND of three, deadband, on-delay), hard-coded over typed arrays, with rows in
 * order of time and streams as numbers. It has no other operators, no corrections, no commands and no snapshot.
 */
import type { SampleChange } from "../../domain/sample/types.ts";
import { DEADBAND, ON_DELAY, type ThreeConditions, timeOf } from "./and_of_three.ts";
import type { KeptEvent } from "./event_log.ts";

/** Rows in order of time, at most one per stream and time. `value` is NaN for a bad sample. */
export interface OrderedRows {
  stream: Int32Array;
  time: Float64Array;
  value: Float64Array;
}

export function orderedRows(changes: readonly SampleChange[]): OrderedRows {
  const sorted = changes.toSorted((one, other) => timeOf(one) - timeOf(other) || one.stream - other.stream);
  const once = sorted.filter((each, i) =>
    i === 0 || timeOf(each) !== timeOf(sorted[i - 1]!) || each.stream !== sorted[i - 1]!.stream
  );
  return {
    stream: Int32Array.from(once, (each) => each.stream),
    time: Float64Array.from(once, timeOf),
    value: Float64Array.from(once, (each) => each.op === "upsert" ? Number(each.sample.value ?? NaN) : NaN),
  };
}

const FALSE = 0, UNKNOWN = 1, TRUE = 2;
const NORMAL = 0, PENDING = 1, ACTIVE = 2;

export class ColumnKernel {
  readonly events: KeptEvent[] = [];
  /** By stream: the index of its first condition. The conditions of a stream are adjacent in all columns. */
  readonly #first: Int32Array;
  readonly #rule: Int32Array;
  readonly #stream: Int32Array;
  /** A condition is true when `sign * x > bound`; a latch moves the bound. */
  readonly #sign: Float64Array;
  readonly #bound: Float64Array;
  readonly #latched: Uint8Array;
  readonly #truth: Uint8Array;
  /** By rule: the indexes of its three conditions. */
  readonly #places: Int32Array;
  readonly #held: Float64Array;
  readonly #ruleTruth: Uint8Array;
  readonly #phase: Uint8Array;
  readonly #onset: Float64Array;
  readonly #elapsed: Float64Array;
  readonly #since: Float64Array;
  readonly #open: Int32Array;
  /** Pending rules by due time; outdated entries are skipped. */
  #due: { at: number; rule: number }[] = [];
  #firstDue = 0;

  constructor(rules: readonly ThreeConditions[], streamCount: number) {
    const count = 3 * rules.length;
    this.#first = new Int32Array(streamCount + 1);
    for (const { streams } of rules) for (const stream of streams) this.#first[stream + 1]!++;
    for (let i = 0; i < streamCount; i++) this.#first[i + 1]! += this.#first[i]!;
    this.#rule = new Int32Array(count);
    this.#stream = new Int32Array(count);
    this.#sign = new Float64Array(count);
    this.#bound = new Float64Array(count);
    this.#latched = new Uint8Array(count);
    this.#truth = new Uint8Array(count).fill(UNKNOWN);
    this.#places = new Int32Array(count);
    this.#held = new Float64Array(streamCount).fill(NaN);
    this.#ruleTruth = new Uint8Array(rules.length).fill(UNKNOWN);
    this.#phase = new Uint8Array(rules.length);
    this.#onset = new Float64Array(rules.length);
    this.#elapsed = new Float64Array(rules.length);
    this.#since = new Float64Array(rules.length);
    this.#open = new Int32Array(rules.length);
    this.#fill(rules);
  }

  #fill(rules: readonly ThreeConditions[]): void {
    const filled = this.#first.slice();
    rules.forEach(({ streams, limits }, rule) =>
      streams.forEach((stream, k) => {
        const place = filled[stream]!++, sign = k === 1 ? -1 : 1;
        this.#places[3 * rule + k] = place;
        this.#rule[place] = rule;
        this.#stream[place] = stream;
        this.#sign[place] = sign;
        this.#bound[place] = sign * limits[k]!;
      })
    );
  }

  /** Evaluates the rows from `from` up to, not including, `to`. */
  run({ stream, time, value }: OrderedRows, from: number, to: number): void {
    const first = this.#first, held = this.#held, sign = this.#sign, bound = this.#bound, known = this.#truth;
    for (let i = from; i < to; i++) {
      const row = stream[i]!, at = time[i]!, x = value[i]!, end = first[row + 1]!;
      if (this.#firstDue < this.#due.length) this.#fire(at);
      held[row] = x;
      if (x !== x) {
        for (let place = first[row]!; place < end; place++) {
          if (known[place] !== UNKNOWN) this.#change(place, UNKNOWN, at);
        }
        continue;
      }
      for (let place = first[row]!; place < end; place++) {
        const truth = sign[place]! * x > bound[place]! ? TRUE : FALSE;
        if (truth !== known[place]) this.#change(place, truth, at);
      }
    }
  }

  /** Applies every delay that ends at `at` or before. */
  finish(at: number): void {
    this.#fire(at + 1);
  }

  #change(place: number, truth: number, at: number): void {
    const rule = this.#rule[place]!;
    this.#truth[place] = truth;
    if (this.#phase[rule] === ACTIVE && truth !== UNKNOWN) this.#latch(place, truth === TRUE ? 1 : 0);
    const a = this.#truth[this.#places[3 * rule]!]!;
    const b = this.#truth[this.#places[3 * rule + 1]!]!;
    const c = this.#truth[this.#places[3 * rule + 2]!]!;
    const next = Math.min(a, b, c), before = this.#ruleTruth[rule]!;
    if (next === before) return;
    this.#ruleTruth[rule] = next;
    switch (this.#phase[rule]) {
      case NORMAL:
        if (next === TRUE) this.#begin(rule, at);
        return;
      case PENDING:
        return this.#continuePending(rule, { before, next, at });
      case ACTIVE:
        if (next === FALSE) this.#close(rule, at);
    }
  }

  #latch(place: number, latched: number): void {
    if (this.#latched[place] === latched) return;
    this.#latched[place] = latched;
    this.#bound[place]! += latched === 1 ? -DEADBAND : DEADBAND;
  }

  #begin(rule: number, at: number): void {
    this.#phase[rule] = PENDING;
    this.#onset[rule] = this.#since[rule] = at;
    this.#elapsed[rule] = 0;
    this.#put(rule, at + ON_DELAY);
  }

  #continuePending(rule: number, { before, next, at }: { before: number; next: number; at: number }): void {
    if (before === TRUE) this.#elapsed[rule]! += at - this.#since[rule]!;
    this.#since[rule] = at;
    if (next === FALSE) this.#phase[rule] = NORMAL;
    else if (next === TRUE) this.#put(rule, at + ON_DELAY - this.#elapsed[rule]!);
  }

  #close(rule: number, at: number): void {
    this.#phase[rule] = NORMAL;
    this.events[this.#open[rule]!]!.endAt = at;
    for (let k = 3 * rule; k < 3 * rule + 3; k++) {
      const place = this.#places[k]!, x = this.#held[this.#stream[place]!]!;
      this.#latch(place, 0);
      this.#truth[place] = x !== x ? UNKNOWN : this.#sign[place]! * x > this.#bound[place]! ? TRUE : FALSE;
    }
  }

  #put(rule: number, at: number): void {
    let place = this.#due.length;
    while (place > this.#firstDue && this.#due[place - 1]!.at > at) place--;
    this.#due.splice(place, 0, { at, rule });
  }

  #fire(before: number): void {
    while (this.#firstDue < this.#due.length && this.#due[this.#firstDue]!.at < before) {
      const { at, rule } = this.#due[this.#firstDue++]!;
      if (this.#phase[rule] !== PENDING || this.#ruleTruth[rule] !== TRUE) continue;
      if (this.#since[rule]! + ON_DELAY - this.#elapsed[rule]! !== at) continue;
      this.#phase[rule] = ACTIVE;
      this.#open[rule] = this.events.push({ rule, start: this.#onset[rule]!, activatedAt: at, endAt: null }) -
        1;
      for (let k = 3 * rule; k < 3 * rule + 3; k++) this.#latch(this.#places[k]!, 1);
    }
    if (this.#firstDue > 1_000) {
      this.#due = this.#due.slice(this.#firstDue);
      this.#firstDue = 0;
    }
  }
}

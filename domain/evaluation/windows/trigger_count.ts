import {
  type Code,
  compareLatched,
  compareNumber,
  compareText,
  folded,
  type Limits,
  ONE_OF,
} from "../evaluating/comparison.ts";
import { FALSE, negated, TRUE, type Truth, truthOfBoolean, UNKNOWN } from "../evaluating/truth.ts";
import type { Comparable } from "../intake/last_goods.ts";
import type { StreamHistory } from "./stream_history.ts";

/** A comparison with constants whose beginnings are counted. */
export interface Trigger {
  code: Code;
  negate: boolean;
  limits: Limits;
  list: { literals: readonly (number | string)[]; ignoreCase: boolean } | null;
}

/** FALSE once the value resets; UNKNOWN between the lines, and where the comparison is not possible. */
function truthOf({ code, negate, limits, list }: Trigger, x: Comparable): Truth {
  const truth = typeof x === "string"
    ? compareText(
      code,
      folded(x, { ignoreCase: list?.ignoreCase === true }),
      (list?.literals ?? []).map(String),
    )
    : code === ONE_OF
    ? truthOfBoolean(list?.literals.includes(x) === true)
    : compareNumber(code, x, limits);
  if (truth === FALSE && limits.deadband > 0 && typeof x === "number") {
    return compareLatched(code, x, limits) === FALSE ? FALSE : UNKNOWN;
  }
  return negate ? negated(truth) : truth;
}

/** A row that does not count as good. */
const NOT_USABLE = -1;

interface TriggerWindow {
  history: StreamHistory;
  worst: number;
  /** The first row in the window. */
  first: number;
}

/**
 * How often a trigger became TRUE in a window that moves on: rows come at its end and leave at its start. A row begins
 * one where it is TRUE and the last known truth before it FALSE, whichever row that was of; the first known truth of a
 * window that begins without one begins none.
 */
export class TriggerCount {
  #first: number;
  #end: number;
  readonly #base: number;
  readonly #ring;
  readonly #epoch: number;
  /** From `#base` on: the truth of each row, and whether it begins one. */
  readonly #truths: number[] = [];
  readonly #begins: number[] = [];
  #count = 0;
  #last: Truth;
  /** The truth of the newest usable sample up to the window's start. */
  #start: Truth;
  /** No row of the window before this one has a known truth. */
  #known = 0;

  constructor(private readonly span: TriggerWindow, private readonly trigger: Trigger) {
    const { history, first, worst } = span;
    this.#first = this.#end = this.#base = first;
    this.#ring = history.ring;
    this.#epoch = history.epoch;
    const before = history.usableBefore(first, worst);
    this.#start = this.#last = before === null ? UNKNOWN : truthOf(trigger, before);
  }

  canContinue({ history, first }: TriggerWindow): boolean {
    return this.span.history === history && this.#ring === history.ring && this.#epoch === history.epoch &&
      this.#first <= first && first <= this.#end;
  }

  moveTo(first: number): void {
    for (; this.#end < this.#ring.end; this.#end++) this.#take(this.#end);
    for (; this.#first < first; this.#first++) {
      const place = this.#first - this.#base, truth = this.#truths[place];
      this.#count -= this.#begins[place] ?? 0;
      if (truth === TRUE || truth === FALSE || truth === UNKNOWN) this.#start = truth;
    }
  }

  get value(): number {
    if (this.#start !== UNKNOWN) return this.#count;
    let place = Math.max(this.#known, this.#first - this.#base);
    while (place < this.#truths.length && !isKnown(this.#truths[place])) place++;
    this.#known = place;
    return this.#count - (this.#begins[place] ?? 0);
  }

  #take(row: number): void {
    const { history, worst } = this.span;
    const isUsable = (this.#ring.grade[row] ?? Infinity) <= worst;
    const truth = isUsable ? truthOf(this.trigger, history.valueAt(row)) : NOT_USABLE;
    const begins = Number(truth === TRUE && this.#last === FALSE);
    if (truth === TRUE || truth === FALSE) this.#last = truth;
    this.#truths.push(truth);
    this.#begins.push(begins);
    this.#count += begins;
  }
}

function isKnown(truth: number | undefined): boolean {
  return truth === TRUE || truth === FALSE;
}

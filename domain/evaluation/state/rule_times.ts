import { type Ticks, TICKS_PER_SECOND } from "../../shared/time.ts";
import { float64Rows, int32Rows } from "./columns.ts";
import { NONE } from "./row_index.ts";
import { NORMAL } from "./state_table.ts";

/**
 * Within this time of the second last activation, an activation is chattering. Older activations do not
 * count.
 */
export const CHATTERING_SPAN: Ticks = 60 * TICKS_PER_SECOND;

/** The times of a rule's state, in ticks; -Infinity: none. */
export interface TimesOfRule {
  onset: Ticks;
  activatedAt: Ticks;
  falseSince: Ticks;
  /** Elapsed delay at `since`: TRUE time while PENDING, FALSE time while CLEARING. */
  elapsed: Ticks;
  /** In a phase with a delay: the time of the last change of truth. */
  since: Ticks;
  lastActivation: Ticks;
  activationBefore: Ticks;
  /** 1 if the onset was at a deployment or first read. */
  initial: number;
}

export const NO_TIMES: Readonly<TimesOfRule> = {
  onset: -Infinity,
  activatedAt: -Infinity,
  falseSince: -Infinity,
  elapsed: 0,
  since: -Infinity,
  lastActivation: -Infinity,
  activationBefore: -Infinity,
  initial: 0,
};

/** Positions of the times in a rule's row. */
export const ONSET = 0, ACTIVATED_AT = 1, FALSE_SINCE = 2, ELAPSED = 3, SINCE = 4;
export const LAST_ACTIVATION = 5, ACTIVATION_BEFORE = 6, INITIAL = 7;
const WIDTH = 8;

/** Whether an activation can still affect results after the watermark. */
export function isRecent(activation: Ticks, watermark: Ticks): boolean {
  return !(activation < watermark - CHATTERING_SPAN);
}

/** A table with room for this many rows is never shrunk. */
const FEW = 1_024;

/**
 * The times of the few rules that are not simply NORMAL, in rows without gaps, so that memory used in a flood
 * of events can be released.
 */
export class RuleTimes {
  /** Eight values in each row. */
  values = new Float64Array(0);
  /** By rule: where its row begins, valid until the next `drop` or `tidy`; NONE if it has no row. */
  placeOf = new Int32Array(0);
  /** By row. */
  #rule = new Int32Array(0);
  #count = 0;
  #tidyFrom: Ticks = -Infinity;

  /** Number of rules with times. */
  get count(): number {
    return this.#count;
  }

  has(rule: number): boolean {
    return this.placeOf[rule] !== NONE;
  }

  /** Makes room for rules. New rules have no times. */
  ensureRules(rules: number): void {
    const had = this.placeOf.length;
    this.placeOf = int32Rows(this.placeOf, rules);
    this.placeOf.fill(NONE, had);
  }

  /** Where a rule's row begins; adds an empty row if there is none. */
  placeFor(rule: number): number {
    if (this.placeOf[rule] === NONE) this.write(rule, NO_TIMES);
    return this.placeOf[rule]!;
  }

  read(rule: number): Readonly<TimesOfRule> {
    const place = this.placeOf[rule]!;
    if (place === NONE) return NO_TIMES;
    const { values } = this;
    return {
      onset: values[place + ONSET]!,
      activatedAt: values[place + ACTIVATED_AT]!,
      falseSince: values[place + FALSE_SINCE]!,
      elapsed: values[place + ELAPSED]!,
      since: values[place + SINCE]!,
      lastActivation: values[place + LAST_ACTIVATION]!,
      activationBefore: values[place + ACTIVATION_BEFORE]!,
      initial: values[place + INITIAL]!,
    };
  }

  /** The last two activations that can still affect results, oldest first. */
  recentActivations(rule: number, watermark: Ticks): Ticks[] {
    const { activationBefore, lastActivation } = this.read(rule);
    return [activationBefore, lastActivation].filter((at) => Number.isFinite(at) && isRecent(at, watermark));
  }

  write(rule: number, times: Readonly<TimesOfRule>): void {
    const { onset, activatedAt, falseSince, elapsed, since } = times;
    const { lastActivation, activationBefore, initial } = times;
    if (this.placeOf[rule] === NONE) this.#append(rule);
    this.values.set(
      [onset, activatedAt, falseSince, elapsed, since, lastActivation, activationBefore, initial],
      this.placeOf[rule],
    );
  }

  drop(rule: number): void {
    const place = this.placeOf[rule]!;
    if (place === NONE) return;
    const last = --this.#count, moved = this.#rule[last]!;
    this.values.copyWithin(place, last * WIDTH, (last + 1) * WIDTH);
    this.#rule[place / WIDTH] = moved;
    this.placeOf[moved] = place;
    this.placeOf[rule] = NONE;
  }

  /** Drops times that no longer affect results and releases memory, from time to time. `phase`: by rule. */
  tidy(phase: Uint8Array, watermark: Ticks): void {
    if (watermark < this.#tidyFrom || this.#rule.length <= FEW) return;
    this.#tidyFrom = watermark + CHATTERING_SPAN;
    for (let row = this.#count - 1; row >= 0; row--) {
      const rule = this.#rule[row]!, newest = this.values[row * WIDTH + LAST_ACTIVATION]!;
      if (phase[rule] === NORMAL && !isRecent(newest, watermark)) this.drop(rule);
    }
    const enough = Math.max(FEW, 2 * this.#count);
    if (this.#rule.length > 2 * enough) this.#shrink(enough);
  }

  #append(rule: number): void {
    const row = this.#count++;
    this.values = float64Rows(this.values, this.#count * WIDTH);
    this.#rule = int32Rows(this.#rule, this.#count);
    this.#rule[row] = rule;
    this.placeOf[rule] = row * WIDTH;
  }

  #shrink(rows: number): void {
    this.values = this.values.slice(0, rows * WIDTH);
    this.#rule = this.#rule.slice(0, rows);
  }
}

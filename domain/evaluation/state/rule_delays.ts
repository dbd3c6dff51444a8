import { type Ticks, TICKS_PER_SECOND } from "../../shared/time.ts";
import type { RuleColumns } from "./rule_columns.ts";
import { ELAPSED, SINCE } from "./rule_times.ts";
import { CLEARING, PENDING } from "./state_table.ts";
import { FALSE, TRUE, type Truth, UNKNOWN } from "../evaluating/truth.ts";

/** Longest UNKNOWN span of a PENDING rule; it then returns to NORMAL. */
const LONGEST_UNKNOWN: Ticks = 600 * TICKS_PER_SECOND;

/** The delays of rules that are PENDING or CLEARING. UNKNOWN spans do not count. */
export class RuleDelays {
  readonly #rules: RuleColumns;

  constructor(rules: RuleColumns) {
    this.#rules = rules;
  }

  isDelayed(rule: number): boolean {
    const phase = this.#rules.phase[rule];
    return phase === PENDING || phase === CLEARING;
  }

  /** Whether the delay for `truth` has ended at `at`. */
  isDue(rule: number, { before, truth, at }: { before: Truth; truth: Truth; at: Ticks }): boolean {
    const { values, placeOf } = this.#rules.times;
    if (truth === UNKNOWN) {
      if (before !== UNKNOWN || !this.isDelayed(rule)) return false;
      return at - values[placeOf[rule]! + SINCE]! >= LONGEST_UNKNOWN;
    }
    const { onDelay, offDelay } = this.#rules.programOf(rule), delay = truth === TRUE ? onDelay : offDelay;
    if (delay === 0) return true;
    return this.isDelayed(rule) && this.elapsedAt(rule, { before, at }) >= delay;
  }

  /**
   * How much of the delay has elapsed at `at`: the time in which the rule had the truth that its phase
   * counts.
   */
  elapsedAt(rule: number, { before, at }: { before: Truth; at: Ticks }): Ticks {
    const { phase, times: { values, placeOf } } = this.#rules, place = placeOf[rule]!;
    const counted = phase[rule] === PENDING ? TRUE : FALSE;
    return values[place + ELAPSED]! + (before === counted ? at - values[place + SINCE]! : 0);
  }

  /** Pauses or resumes a delay when the truth changes at `at`. */
  stopOrGo(rule: number, { before, at }: { before: Truth; at: Ticks }): void {
    if (!this.isDelayed(rule)) return;
    const { values, placeOf } = this.#rules.times, place = placeOf[rule]!;
    values[place + ELAPSED] = this.elapsedAt(rule, { before, at });
    values[place + SINCE] = at;
  }

  /** The expected end of a rule's delay; Infinity when there is none or it is paused. */
  endOf(rule: number): Ticks {
    if (!this.isDelayed(rule)) return Infinity;
    const { phase, truth, times } = this.#rules, { onDelay, offDelay } = this.#rules.programOf(rule);
    const place = times.placeOf[rule]!, since = times.values[place + SINCE]!;
    const elapsed = times.values[place + ELAPSED]!;
    if (phase[rule] === PENDING) {
      return truth[rule] === UNKNOWN ? since + LONGEST_UNKNOWN : since + onDelay - elapsed;
    }
    return truth[rule] === FALSE ? since + offDelay - elapsed : Infinity;
  }
}

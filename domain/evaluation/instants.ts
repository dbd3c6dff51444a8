import type { Ticks } from "../shared/time.ts";
import { int32Rows } from "./columns.ts";
import type { Deployments } from "./deployments.ts";
import { GOOD } from "./sample_columns.ts";
import { byTimeAndRule } from "./transition_order.ts";
import type { KnownStream, Transition } from "./types.ts";
import { DONE, IN_ORDER } from "./waiting_columns.ts";

/** Judges rules at their instants, in order of time. */
export class Instants {
  readonly stats = { samples: 0, instants: 0, evaluations: 0, transitions: 0 };
  readonly #rows: Deployments;
  /** The rules to judge at the present instant. */
  #touched = new Int32Array(0);
  #touchedCount = 0;

  constructor(rows: Deployments) {
    this.#rows = rows;
  }

  /** Judges every instant up to and including `to`. */
  advance(to: Ticks): Transition[] {
    const out: Transition[] = [];
    this.#rows.pending.order();
    for (let at = this.#next(to); at <= to; at = this.#next(to)) this.#judge(at, out);
    this.stats.transitions += out.length;
    return out;
  }

  /** Judges rules outside the order of samples: on the held values, with `known` in place of them. */
  judgeApart(rules: readonly number[], { at, known }: { at: Ticks; known: KnownStream[] }): Transition[] {
    const out: Transition[] = [], { streams, judge, tags } = this.#rows;
    streams.whileHolding([...known, ...tags.knownAt(at)], () => {
      for (const rule of rules) judge.judge(rule, { at, initial: true }, out);
    });
    for (const rule of rules) this.#rows.arm(rule, at);
    this.stats.instants++;
    this.stats.evaluations += rules.length;
    this.stats.transitions += out.length;
    return out;
  }

  /** The time of the next instant at which something may change; Infinity if there is none up to `to`. */
  #next(to: Ticks): Ticks {
    const { pending, timers, tags } = this.#rows;
    const timer = timers.nextTime(), own = timer < tags.nextTime ? timer : tags.nextTime;
    const apart = own < pending.firstBehind ? own : pending.firstBehind;
    this.#takeQuiet(apart < to ? apart : to);
    const sample = pending.nextTime();
    return sample < own ? sample : own;
  }

  /** Takes in the samples up to `until` that come in order, until one may change a rule. */
  #takeQuiet(until: Ticks): void {
    const { samples, stream, state, head, end } = this.#rows.pending.columns;
    const { quietLow, quietHigh, newest } = this.#rows.streams;
    let entry = head, taken = 0;
    for (; entry < end; entry++) {
      if (state[entry] !== IN_ORDER) continue;
      const row = stream[entry], x = samples.value[entry], at = samples.time[entry];
      const isQuiet = samples.grade[entry] === GOOD && x > quietLow[row] && x < quietHigh[row];
      if (!isQuiet || at > until) break;
      newest.time[row] = at;
      newest.value[row] = x;
      state[entry] = DONE;
      taken++;
    }
    this.#rows.pending.columns.takenUpTo(entry, taken);
    this.stats.samples += taken;
    this.stats.instants += taken;
  }

  /** One instant: the samples of all streams, then each rule that they or a timer may change, once. */
  #judge(at: Ticks, out: Transition[]): void {
    const { pending, streams, timers, tags } = this.#rows;
    this.stats.instants++;
    for (let entry = pending.shiftAt(at); entry !== undefined; entry = pending.shiftAt(at)) {
      this.#takeSample(entry, at);
    }
    if (tags.nextTime === at) {
      for (const row of tags.advance()) this.#touchAll(streams.subscribers[row], at);
    }
    while (timers.nextTime() <= at) this.#takeTimer(timers.pop(), at);
    if (this.#touchedCount > 0) this.#judgeTouched(at, out);
  }

  #judgeTouched(at: Ticks, out: Transition[]): void {
    const from = out.length, instant = { at, initial: false };
    for (let i = 0; i < this.#touchedCount; i++) {
      this.#rows.judge.judge(this.#touched[i], instant, out);
      this.#rows.arm(this.#touched[i], at);
    }
    this.stats.evaluations += this.#touchedCount;
    this.#touchedCount = 0;
    if (out.length > from + 1) out.push(...out.splice(from).sort(byTimeAndRule));
  }

  #takeSample(entry: number, at: Ticks): void {
    const { pending: { samples }, streams } = this.#rows;
    const stream = this.#rows.pending.streamOf(entry), x = samples.value[entry];
    const isGood = samples.grade[entry] === GOOD, before = streams.newest.value[stream];
    this.stats.samples++;
    streams.take(stream, samples, entry);
    if (streams.read[stream] === 1) this.#touchChanged(stream, { isGood, before, x, at });
  }

  /** The rules that the sample `x` after `before` may change: all, where it is not known which. */
  #touchChanged(
    stream: number,
    { isGood, before, x, at }: { isGood: boolean; before: number; x: number; at: Ticks },
  ): void {
    const { streams, screens } = this.#rows;
    if (isGood && streams.isSettled[stream] === 1) return screens.passed(stream, { before, x }, this.#touch);
    const areDeployed = this.#touchAll(streams.subscribers[stream], at);
    if (isGood && areDeployed) screens.settle(stream, x);
    else streams.unsettle(stream);
  }

  /**
   * A sample at or before a rule's deployment is no instant of it, but it does move the rule's ages. Answers whether it
   * is one of all of them.
   */
  #touchAll(subscribers: readonly number[], at: Ticks): boolean {
    const { rules } = this.#rows;
    let areDeployed = true;
    for (const rule of subscribers) {
      if (at > rules.deployedAt[rule]) this.#touch(rule);
      else {
        areDeployed = false;
        this.#rows.arm(rule, rules.deployedAt[rule]);
      }
    }
    return areDeployed;
  }

  /** A timer may have moved to later since it was set. Ticks are whole: `at - 1` leaves `at` itself in. */
  #takeTimer(rule: number, at: Ticks): void {
    const next = this.#rows.judge.nextTimer(rule, at - 1);
    if (next <= at) this.#touch(rule);
    else if (next < Infinity) this.#rows.timers.arm(rule, next);
  }

  readonly #touch = (rule: number): void => {
    const { rules } = this.#rows;
    if (rules.touchedIn[rule] === this.stats.instants) return;
    rules.touchedIn[rule] = this.stats.instants;
    this.#touched = int32Rows(this.#touched, this.#touchedCount + 1);
    this.#touched[this.#touchedCount++] = rule;
  };
}

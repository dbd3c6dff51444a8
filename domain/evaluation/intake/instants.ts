import type { Ticks } from "../../shared/time.ts";
import type { Deployments } from "../deployment/deployments.ts";
import { GOOD } from "./sample_columns.ts";
import { byTimeAndRule } from "../evaluating/transition_order.ts";
import type { KnownStream, Transition } from "../types.ts";
import { DONE, IN_ORDER, PLAIN } from "./waiting_columns.ts";

/** Evaluates rules at their instants, in order of time. */
export class Instants {
  readonly stats = { samples: 0, instants: 0, evaluations: 0, transitions: 0 };
  readonly #rows: Deployments;

  constructor(rows: Deployments) {
    this.#rows = rows;
  }

  /** Evaluates every instant up to and including `to`. */
  advance(to: Ticks): Transition[] {
    const out: Transition[] = [];
    this.#rows.pending.order();
    this.#rows.screens.rouse();
    for (let at = this.#next(to); at <= to; at = this.#next(to)) this.#evaluate(at, out);
    this.stats.transitions += out.length;
    return out;
  }

  /**
   * Evaluates rules outside the order of samples, on the held values, with those of `known` in place of them.
   */
  evaluateApart(rules: readonly number[], { at, known }: { at: Ticks; known: KnownStream[] }): Transition[] {
    const out: Transition[] = [], { streams, evaluator, tags } = this.#rows;
    streams.whileHolding([...known, ...tags.knownAt(at)], () => {
      for (const rule of rules) evaluator.evaluate(rule, { at, initial: true }, out);
    });
    for (const rule of rules) this.#rows.arm(rule, at);
    this.stats.instants++;
    this.stats.evaluations += rules.length;
    this.stats.transitions += out.length;
    return out;
  }

  /** The time of the next instant. It is after `to`, or Infinity, when there is none up to `to`. */
  #next(to: Ticks): Ticks {
    const { pending, screens: { woken } } = this.#rows;
    const taken = this.#takeSamples(Math.min(to, this.#ownTime()));
    return woken.count > 0 ? taken : Math.min(pending.nextTime(), this.#ownTime());
  }

  /**
   * Takes samples, up to `to` or to a timer that one of them sets, until one wakes a rule. Returns that
   * sample's time, or the time of the first one left.
   */
  #takeSamples(to: Ticks): Ticks {
    const { pending, timers, screens: { woken } } = this.#rows;
    let until = to;
    for (;;) {
      this.stats.instants += this.#takeQuiet(Math.min(until, pending.firstBehind));
      if (pending.isManyBehind(until)) this.stats.instants += this.#takeQuietBehind(until);
      const at = pending.nextTime();
      if (at > until) return at;
      this.#takeSample(pending.shift(), at);
      if (woken.count > 0) return at;
      this.stats.instants++;
      until = Math.min(until, timers.nextTime());
    }
  }

  /** Takes samples that arrived in order, up to the first that may change a rule. Returns how many. */
  #takeQuiet(until: Ticks): number {
    const { columns } = this.#rows.pending, { stream, state, end, samples: { time, value } } = columns;
    const { quietLow, quietHigh, newest: { time: heldTime, value: heldValue } } = this.#rows.streams;
    let entry = columns.head, taken = 0;
    for (; entry < end; entry++) {
      if (state[entry] !== PLAIN) {
        if (state[entry] === IN_ORDER) break;
        continue;
      }
      const at = time[entry]!, row = stream[entry]!, x = value[entry]!;
      const isQuiet = x > quietLow[row]! && x < quietHigh[row]!;
      if (!isQuiet || at > until) break;
      heldTime[row] = at;
      heldValue[row] = x;
      state[entry] = DONE;
      taken++;
    }
    columns.takenUpTo(entry, taken);
    this.stats.samples += taken;
    return taken;
  }

  /**
   * Takes samples that arrived out of order, up to the next ordered one or the first that may change a rule.
   */
  #takeQuietBehind(to: Ticks): number {
    const { pending } = this.#rows, { behind, columns } = pending;
    const until = Math.min(to, columns.firstInOrder());
    const { row: entries, time, end } = behind, { stream, state, samples: { value, grade } } = columns;
    const { quietLow, quietHigh, newest: { time: heldTime, value: heldValue } } = this.#rows.streams;
    let i = behind.start, taken = 0;
    for (; i < end; i++) {
      const entry = entries[i]!, at = time[i]!, row = stream[entry]!, x = value[entry]!;
      if (state[entry] === DONE) continue;
      const isQuiet = x > quietLow[row]! && x < quietHigh[row]! && grade[entry] === GOOD;
      if (!isQuiet || at > until) break;
      heldTime[row] = at;
      heldValue[row] = x;
      state[entry] = DONE;
      taken++;
    }
    behind.start = i;
    columns.done += taken;
    pending.firstBehind = behind.firstTime(state);
    this.stats.samples += taken;
    return taken;
  }

  #ownTime(): Ticks {
    const { timers, tags } = this.#rows, timer = timers.nextTime();
    return timer < tags.nextTime ? timer : tags.nextTime;
  }

  /**
   * One instant: takes the samples of all streams, then evaluates each rule that they or a timer may change,
   * once.
   */
  #evaluate(at: Ticks, out: Transition[]): void {
    const { pending, timers, tags } = this.#rows;
    this.stats.instants++;
    while (pending.nextTime() === at) if (this.#takeQuiet(at) === 0) this.#takeSample(pending.shift(), at);
    if (tags.nextTime === at) {
      for (const row of tags.advance()) this.#wakeAll(row, at);
    }
    while (timers.nextTime() <= at) this.#takeTimer(timers.pop(), at);
    if (this.#rows.screens.woken.count > 0) this.#evaluateWoken(at, out);
  }

  #evaluateWoken(at: Ticks, out: Transition[]): void {
    const from = out.length, instant = { at, initial: false }, { woken } = this.#rows.screens;
    for (let i = 0; i < woken.count; i++) {
      this.#rows.evaluator.evaluate(woken.rows[i]!, instant, out);
      this.#rows.arm(woken.rows[i]!, at);
    }
    this.stats.evaluations += woken.count;
    woken.clear();
    if (out.length > from + 1) out.push(...out.splice(from).sort(byTimeAndRule));
  }

  #takeSample(entry: number, at: Ticks): void {
    const { pending: { samples }, streams, screens } = this.#rows;
    const stream = this.#rows.pending.streamOf(entry);
    this.stats.samples++;
    if (samples.grade[entry] === GOOD && streams.takeQuiet(stream, at, samples.value[entry]!)) return;
    const before = streams.newest.grade[stream] === GOOD ? streams.newest.value[stream]! : NaN;
    streams.take(stream, samples, entry);
    if (streams.read[stream] === 0) return;
    if (streams.isSettled[stream] === 1) screens.passed(stream, before);
    else if (this.#wakeAll(stream, at)) screens.settle(stream);
    else streams.unsettle(stream);
  }

  /**
   * Wakes the rules of a stream. A sample at or before a rule's deployment does not wake it, but changes its
   * ages. Returns whether every rule was woken.
   */
  #wakeAll(stream: number, at: Ticks): boolean {
    const { rules, screens: { woken, limits } } = this.#rows;
    let areDeployed = true;
    for (const rule of limits.rulesOf(stream)) {
      if (at > rules.deployedAt[rule]!) woken.add(rule);
      else {
        areDeployed = false;
        this.#rows.arm(rule, rules.deployedAt[rule]!);
      }
    }
    return areDeployed;
  }

  /** A timer may have been postponed since it was set. Ticks are whole, so that `at - 1` includes `at`. */
  #takeTimer(rule: number, at: Ticks): void {
    const next = this.#rows.evaluator.nextTimer(rule, at - 1);
    if (next <= at) this.#rows.screens.woken.add(rule);
    else if (next < Infinity) this.#rows.timers.arm(rule, next);
  }
}

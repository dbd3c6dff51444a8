import type { Ticks } from "../../domain/shared/time.ts";
import { msFromTicks, TICKS_PER_MS, ticksFromMs } from "../../domain/shared/time.ts";
import { mix } from "./chance.ts";
import { edgesBetween, type Schedule } from "./schedule.ts";

/** When a computed stream has samples. Both walks give each time once, strictly in order, ends included. */
export interface Cadence {
  forward(from: Ticks, to: Ticks): Iterable<Ticks>;
  backward(from: Ticks, to: Ticks): Iterable<Ticks>;
  /** About how many samples a second, never more than it really is by an order: sizes the pages of the feed. */
  perSecond: number;
}

export interface Rhythm {
  seed: number;
  periodMs: number;
  /** How much later than its beat a sample may come. Below the period. */
  jitterMs: number;
}

/** A sample each period, at the stream's own phase, late by a drawn jitter that has ticks in it. */
export function periodic(rhythm: Rhythm): Cadence {
  const period = rhythm.periodMs * TICKS_PER_MS;
  const phase = mix(rhythm.seed, 1) % rhythm.periodMs * TICKS_PER_MS;
  const jitter = Math.max(1, Math.min(rhythm.jitterMs, rhythm.periodMs - 1) * TICKS_PER_MS);
  const time = (k: number): Ticks => phase + k * period + mix(rhythm.seed ^ 0x1b873593, k) % jitter;
  const newest = (at: Ticks) => {
    const k = Math.floor((at - phase) / period);
    return time(k) > at ? k - 1 : k;
  };
  return {
    perSecond: 1000 / rhythm.periodMs,
    *forward(from, to) {
      let k = newest(from);
      if (time(k) < from) k++;
      for (let at = time(k); at <= to; at = time(++k)) yield at;
    },
    *backward(from, to) {
      let k = newest(to);
      for (let at = time(k); at >= from; at = time(--k)) yield at;
    },
  };
}

export interface Reporting<V> {
  seed: number;
  /** What is reported, as a pure function of milliseconds. It changes only at edges of the schedules. */
  value: (ms: number) => V;
  schedules: readonly Schedule[];
}

/** A value is reported again after this long without a change. */
export const HEARTBEAT_MS = 300_000;
const HEARTBEAT = HEARTBEAT_MS * TICKS_PER_MS;
const MAX_DELAY = 250 * TICKS_PER_MS;

/** How long after a change its report is stamped: the same for every report of a stream. */
export function reportDelay(seed: number): Ticks {
  return mix(seed, 2) % MAX_DELAY;
}

/** A sample at each change of the value and at each heartbeat. */
export function onChange<V>(reporting: Reporting<V>): Cadence {
  const delay = reportDelay(reporting.seed);
  const beatPhase = mix(reporting.seed, 3) % HEARTBEAT_MS * TICKS_PER_MS + delay;
  const times = (from: Ticks, to: Ticks): Ticks[] => {
    const found = new Set(changes(reporting, from - delay, to - delay).map((ms) => ticksFromMs(ms) + delay));
    for (let k = Math.ceil((from - beatPhase) / HEARTBEAT); beatPhase + k * HEARTBEAT <= to; k++) {
      found.add(beatPhase + k * HEARTBEAT);
    }
    return [...found].sort((a, b) => a - b);
  };
  return {
    perSecond: 1000 / HEARTBEAT_MS,
    *forward(from, to) {
      for (let start = from; start <= to; start += HEARTBEAT) {
        yield* times(start, Math.min(to, start + HEARTBEAT - 1));
      }
    },
    *backward(from, to) {
      for (let end = to; end >= from; end -= HEARTBEAT) {
        yield* times(Math.max(from, end - HEARTBEAT + 1), end).reverse();
      }
    },
  };
}

/** The milliseconds at which the value really changed: an edge may change nothing. */
function changes<V>(reporting: Reporting<V>, from: Ticks, to: Ticks): number[] {
  const stretch = { startMs: Math.ceil(from / TICKS_PER_MS) + msFromTicks(0), endMs: msFromTicks(to) };
  const edges = edgesBetween(reporting.schedules, stretch);
  return edges.filter((ms) => reporting.value(ms) !== reporting.value(ms - 1));
}

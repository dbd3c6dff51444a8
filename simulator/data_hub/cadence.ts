import type { Ticks } from "../../domain/shared/time.ts";
import { msFromTicks, TICKS_PER_MS, ticksFromMs } from "../../domain/shared/time.ts";
import { mix } from "./pseudo_random.ts";
import { edgesBetween, type Schedule } from "./schedule.ts";

/** The sample times of a computed stream. Both walks yield each time once, strictly in order, both ends included. */
export interface Cadence {
  forward(from: Ticks, to: Ticks): Iterable<Ticks>;
  backward(from: Ticks, to: Ticks): Iterable<Ticks>;
  /** Approximate samples per second, at most ten times too high. Sizes the pages of the feed. */
  perSecond: number;
}

export interface PeriodicOptions {
  seed: number;
  periodMs: number;
  /** Longest delay of a sample after its regular time; less than the period. */
  jitterMs: number;
}

/** One sample per period, at the stream's own phase, delayed by a random jitter in ticks. */
export function periodic(options: PeriodicOptions): Cadence {
  const period = options.periodMs * TICKS_PER_MS;
  const phase = mix(options.seed, 1) % options.periodMs * TICKS_PER_MS;
  const jitter = Math.max(1, Math.min(options.jitterMs, options.periodMs - 1) * TICKS_PER_MS);
  const time = (k: number): Ticks => phase + k * period + mix(options.seed ^ 0x1b873593, k) % jitter;
  const newest = (at: Ticks) => {
    const k = Math.floor((at - phase) / period);
    return time(k) > at ? k - 1 : k;
  };
  return {
    perSecond: 1000 / options.periodMs,
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

export interface OnChangeOptions<V> {
  seed: number;
  /** The reported value, a pure function of milliseconds. It changes only at edges of the schedules. */
  value: (ms: number) => V;
  schedules: readonly Schedule[];
}

/** An unchanged value is reported again after this time. */
export const HEARTBEAT_MS = 300_000;
const HEARTBEAT = HEARTBEAT_MS * TICKS_PER_MS;
const MAX_DELAY = 250 * TICKS_PER_MS;

/** The delay between a change and the timestamp of its report: constant for a stream. */
export function reportDelay(seed: number): Ticks {
  return mix(seed, 2) % MAX_DELAY;
}

/** A sample at each change of the value and at each heartbeat. */
export function onChange<V>(options: OnChangeOptions<V>): Cadence {
  const delay = reportDelay(options.seed);
  const heartbeatPhase = mix(options.seed, 3) % HEARTBEAT_MS * TICKS_PER_MS + delay;
  const times = (from: Ticks, to: Ticks): Ticks[] => {
    const found = new Set(changes(options, from - delay, to - delay).map((ms) => ticksFromMs(ms) + delay));
    for (let k = Math.ceil((from - heartbeatPhase) / HEARTBEAT); heartbeatPhase + k * HEARTBEAT <= to; k++) {
      found.add(heartbeatPhase + k * HEARTBEAT);
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

/** The milliseconds at which the value changes; not every edge changes it. */
function changes<V>(options: OnChangeOptions<V>, from: Ticks, to: Ticks): number[] {
  const range = { startMs: Math.ceil(from / TICKS_PER_MS) + msFromTicks(0), endMs: msFromTicks(to) };
  const edges = edgesBetween(options.schedules, range);
  return edges.filter((ms) => options.value(ms) !== options.value(ms - 1));
}

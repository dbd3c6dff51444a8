import type { Sample } from "../../domain/sample/types.ts";
import type { Ticks } from "../../domain/shared/time.ts";

/** A closed span of time. */
export interface Span {
  from: Ticks;
  to: Ticks;
}

/** When the value held counts again: at each multiple of `step` while the sender lived. */
export interface Repeating {
  /** 0: never. */
  step: Ticks;
  /** In order of time, without overlap. */
  lives: readonly Span[];
}

/** The times of repeats with from < time ≤ to. */
export function repeatTimes({ from, to }: Span, { step, lives }: Repeating): Ticks[] {
  const times: Ticks[] = [];
  if (step === 0) return times;
  for (const life of lives) {
    const last = Math.min(to, life.to);
    for (let time = firstAfter(Math.max(from, life.from - 1), step); time <= last; time += step) {
      times.push(time);
    }
  }
  return times;
}

/** The time of the last repeat at or before `at`; undefined: there is none. */
export function lastRepeat(at: Ticks, { step, lives }: Repeating): Ticks | undefined {
  if (step === 0) return undefined;
  for (const { from, to } of lives.toReversed()) {
    const time = Math.floor(Math.min(at, to) / step) * step;
    if (time >= from && time <= at) return time;
  }
  return undefined;
}

/** The samples of a span (from < time ≤ to) and the repeats between them; `held` is the sample before the span. */
export function withRepeats(
  samples: readonly Sample[],
  { held, span, repeating }: { held: Sample | null; span: Span; repeating: Repeating },
): Sample[] {
  const merged: Sample[] = [];
  let next = 0, value = held;
  for (const time of repeatTimes(span, repeating)) {
    while (next < samples.length && samples[next]!.time <= time) merged.push(value = samples[next++]!);
    if (value !== null && value.time !== time) merged.push({ ...value, time });
  }
  merged.push(...samples.slice(next));
  return merged;
}

function firstAfter(time: Ticks, step: Ticks): Ticks {
  return (Math.floor(time / step) + 1) * step;
}

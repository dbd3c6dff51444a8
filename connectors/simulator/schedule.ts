import { uniform } from "./chance.ts";

/** One happening: closed at its start, open at its end, in whole milliseconds since 1970. */
export interface Span {
  startMs: number;
  endMs: number;
}

/**
 * A series of happenings without memory. Spans are numbered, in order, and do not overlap; both functions are
 * pure, so the plant's past and future are known without storing them.
 */
export interface Schedule {
  span(cycle: number): Span;
  /** The number of the newest span that starts at or before an instant. */
  cycleAt(ms: number): number;
}

export interface EpisodePlan {
  seed: number;
  periodMs: number;
  /** Shortest and longest duration; each below the period. */
  durationMs: [number, number];
  /** Where in the period the episodes lie, 0 to 1. */
  phase: number;
  /** How much of the slack an episode may start late, 0 to 1. Default 0.3. */
  jitter?: number;
}

/** One episode a period, its start and duration drawn from the seed. */
export function episodes(plan: EpisodePlan): Schedule {
  const offsetMs = Math.round(plan.phase * plan.periodMs);
  const [shortest, longest] = plan.durationMs;
  const span = (cycle: number): Span => {
    const lasts = Math.round(shortest + (longest - shortest) * uniform(plan.seed, cycle));
    const slack = (plan.periodMs - lasts) * (plan.jitter ?? 0.3);
    const startMs = offsetMs + cycle * plan.periodMs +
      Math.floor(slack * uniform(plan.seed ^ 0x2545f491, cycle));
    return { startMs, endMs: startMs + lasts };
  };
  return { span, cycleAt: newestStart(span, (ms) => Math.floor((ms - offsetMs) / plan.periodMs)) };
}

/** Spans computed one by one from another schedule's; they must stay in order and apart. */
export function derive(base: Schedule, change: (span: Span) => Span): Schedule {
  const span = (cycle: number) => change(base.span(cycle));
  return { span, cycleAt: newestStart(span, (ms) => base.cycleAt(ms) + 1) };
}

function newestStart(span: (cycle: number) => Span, guess: (ms: number) => number): Schedule["cycleAt"] {
  return (ms) => {
    let cycle = guess(ms);
    while (span(cycle).startMs > ms) cycle--;
    return cycle;
  };
}

/** The same spans with both ends moved. */
export function moved(base: Schedule, by: { startMs: number; endMs: number }): Schedule {
  return derive(base, (span) => ({ startMs: span.startMs + by.startMs, endMs: span.endMs + by.endMs }));
}

/** What follows each span for a while. */
export function after(base: Schedule, lastsMs: number): Schedule {
  return derive(base, (span) => ({ startMs: span.endMs, endMs: span.endMs + lastsMs }));
}

const CHATTER_SLOTS = 64;

/** On and off in turn inside each span of another schedule: a switch that cannot make up its mind. */
export function chatter(base: Schedule, stepMs: number): Schedule {
  const span = (slot: number): Span => {
    const outer = base.span(Math.floor(slot / CHATTER_SLOTS));
    const startMs = outer.startMs + 2 * stepMs * (((slot % CHATTER_SLOTS) + CHATTER_SLOTS) % CHATTER_SLOTS);
    return { startMs: Math.min(startMs, outer.endMs), endMs: Math.min(startMs + stepMs, outer.endMs) };
  };
  const newestSlot = (ms: number) => {
    const cycle = base.cycleAt(ms);
    const turn = Math.floor((ms - base.span(cycle).startMs) / (2 * stepMs));
    return cycle * CHATTER_SLOTS + Math.min(turn, CHATTER_SLOTS - 1);
  };
  return { span, cycleAt: newestSlot };
}

/** The span in force at an instant, or undefined. */
export function spanAt(schedule: Schedule, ms: number): Span | undefined {
  const span = schedule.span(schedule.cycleAt(ms));
  return ms < span.endMs ? span : undefined;
}

export function isOn(schedule: Schedule, ms: number): boolean {
  return spanAt(schedule, ms) !== undefined;
}

/** The spans that touch a stretch of time, both ends included. */
export function spansBetween(schedule: Schedule, stretch: Span): Span[] {
  const found: Span[] = [];
  const newest = schedule.cycleAt(stretch.endMs);
  for (let cycle = schedule.cycleAt(stretch.startMs); cycle <= newest; cycle++) {
    const span = schedule.span(cycle);
    if (span.endMs >= stretch.startMs) found.push(span);
  }
  return found;
}

/** Every start and end inside a stretch, both ends included, in no particular order. */
export function edgesBetween(schedules: readonly Schedule[], stretch: Span): number[] {
  const edges: number[] = [];
  const keep = (ms: number) => ms >= stretch.startMs && ms <= stretch.endMs && edges.push(ms);
  for (const schedule of schedules) {
    for (const span of spansBetween(schedule, stretch)) {
      keep(span.startMs);
      keep(span.endMs);
    }
  }
  return edges;
}

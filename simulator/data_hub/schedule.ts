import { uniform } from "./pseudo_random.ts";

/** One episode in whole milliseconds since 1970; includes its start, excludes its end. */
export interface Span {
  startMs: number;
  endMs: number;
}

/**
 * A series of episodes. Spans are numbered, in order, and do not overlap. Both functions are pure, so the plant's past
 * and future can be computed without being stored.
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
  /** Offset of the episodes in the period, 0 to 1. */
  phase: number;
  /** Share of the free time by which an episode may start late, 0 to 1. Default 0.3. */
  jitter?: number;
}

/** One episode per period, with start and duration drawn from the seed. */
export function episodes(plan: EpisodePlan): Schedule {
  const offsetMs = Math.round(plan.phase * plan.periodMs);
  const [shortest, longest] = plan.durationMs;
  const span = (cycle: number): Span => {
    const durationMs = Math.round(shortest + (longest - shortest) * uniform(plan.seed, cycle));
    const slack = (plan.periodMs - durationMs) * (plan.jitter ?? 0.3);
    const startMs = offsetMs + cycle * plan.periodMs +
      Math.floor(slack * uniform(plan.seed ^ 0x2545f491, cycle));
    return { startMs, endMs: startMs + durationMs };
  };
  return { span, cycleAt: newestStart(span, (ms) => Math.floor((ms - offsetMs) / plan.periodMs)) };
}

/** Computes each span from a span of another schedule; they must stay in order without overlap. */
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

/** The spans with start and end shifted. */
export function moved(base: Schedule, by: { startMs: number; endMs: number }): Schedule {
  return derive(base, (span) => ({ startMs: span.startMs + by.startMs, endMs: span.endMs + by.endMs }));
}

/** A span of fixed length after each span. */
export function after(base: Schedule, durationMs: number): Schedule {
  return derive(base, (span) => ({ startMs: span.endMs, endMs: span.endMs + durationMs }));
}

const CHATTER_SLOTS = 64;

/** Alternates between on and off within each span of another schedule, as a chattering switch does. */
export function chatter(base: Schedule, stepMs: number): Schedule {
  const span = (slot: number): Span => {
    const outer = base.span(Math.floor(slot / CHATTER_SLOTS));
    const startMs = outer.startMs + 2 * stepMs * (((slot % CHATTER_SLOTS) + CHATTER_SLOTS) % CHATTER_SLOTS);
    return { startMs: Math.min(startMs, outer.endMs), endMs: Math.min(startMs + stepMs, outer.endMs) };
  };
  const newestSlot = (ms: number) => {
    const cycle = base.cycleAt(ms);
    const round = Math.floor((ms - base.span(cycle).startMs) / (2 * stepMs));
    return cycle * CHATTER_SLOTS + Math.min(round, CHATTER_SLOTS - 1);
  };
  return { span, cycleAt: newestSlot };
}

/** The span at an instant, or undefined. */
export function spanAt(schedule: Schedule, ms: number): Span | undefined {
  const span = schedule.span(schedule.cycleAt(ms));
  return ms < span.endMs ? span : undefined;
}

export function isOn(schedule: Schedule, ms: number): boolean {
  return spanAt(schedule, ms) !== undefined;
}

/** The spans that touch a time range, both ends included. */
export function spansBetween(schedule: Schedule, range: Span): Span[] {
  const found: Span[] = [];
  const newest = schedule.cycleAt(range.endMs);
  for (let cycle = schedule.cycleAt(range.startMs); cycle <= newest; cycle++) {
    const span = schedule.span(cycle);
    if (span.endMs >= range.startMs) found.push(span);
  }
  return found;
}

/** Every start and end inside a time range, both ends included, in no particular order. */
export function edgesBetween(schedules: readonly Schedule[], range: Span): number[] {
  const edges: number[] = [];
  const keep = (ms: number) => ms >= range.startMs && ms <= range.endMs && edges.push(ms);
  for (const schedule of schedules) {
    for (const span of spansBetween(schedule, range)) {
      keep(span.startMs);
      keep(span.endMs);
    }
  }
  return edges;
}

import type { Ms } from "../domain/shared/time.ts";

/** How many records of a list start in a span of time. */
export interface Bucket {
  startMs: Ms;
  /** Exclusive. */
  endMs: Ms;
  count: number;
}

/** Counts of records in buckets of several widths, each width a divisor of the one before. */
export interface HierarchicalCounts {
  /** Widest first. */
  widthsMs: readonly Ms[];
  /** The counted buckets of a level that start in the range, newest first. Below the widest: within one wider bucket. */
  read(level: number, range: { fromMs: Ms; toMs: Ms }): Promise<{ startMs: Ms; count: number }[]>;
}

/** A bucket and how finely it is counted. */
export interface Step extends Bucket {
  level: number;
}

/**
 * The fewest buckets that make up everything from an instant on, newest first: whole wide ones, then what of the
 * oldest is left in narrower ones. The instant must be a bound of the narrowest width.
 */
export async function stepsSince(ladder: HierarchicalCounts, fromMs: Ms): Promise<Step[]> {
  const reads = ladder.widthsMs.map((widthMs, level) => {
    const first = Math.ceil(fromMs / widthMs) * widthMs;
    const toMs = level === 0 ? Infinity : ceilTo(fromMs, ladder.widthsMs[level - 1]);
    return readSteps(ladder, { level, fromMs: first, toMs });
  });
  return (await Promise.all(reads)).flat();
}

function ceilTo(ms: Ms, widthMs: Ms): Ms {
  return Math.ceil(ms / widthMs) * widthMs;
}

async function readSteps(
  ladder: HierarchicalCounts,
  { level, fromMs, toMs }: { level: number; fromMs: Ms; toMs: Ms },
): Promise<Step[]> {
  if (fromMs >= toMs) return [];
  const buckets = await ladder.read(level, { fromMs, toMs });
  return buckets.map(({ startMs, count }) => ({
    startMs,
    endMs: startMs + ladder.widthsMs[level],
    count,
    level,
  }));
}

/** How many of a list's records lie in steps. */
export function countOf(steps: readonly Bucket[]): number {
  return steps.reduce((sum, step) => sum + step.count, 0);
}

/** Where a page begins. */
export interface CountPosition {
  /** Records before this instant come next … */
  beforeMs: Ms;
  /** … `skip` of which, counted with those from memory, are passed over. */
  skip: number;
  /** How many from memory come before that instant. */
  passed: number;
  /** The bucket of the narrowest width that the page begins in; absent when it begins beside all of them. */
  within?: Bucket;
}

/**
 * Finds the page that begins at `offset` of a list in two parts: what the ladder counts, and `startsMs` (newest
 * first) of what is in memory.
 */
export async function findPlace(
  ladder: HierarchicalCounts,
  { steps, startsMs, offset }: { steps: readonly Step[]; startsMs: readonly Ms[]; offset: number },
): Promise<CountPosition> {
  const walk = new Walk(startsMs, offset);
  let rest = steps;
  let restStartMs = -Infinity;
  for (;;) {
    const step = rest.find((step) => !walk.passes(step));
    if (step === undefined) return walk.place(restStartMs);
    if (walk.isBefore(step)) return walk.place(step.endMs);
    if (step.level === ladder.widthsMs.length - 1) return { ...walk.place(step.endMs), within: step };
    const { startMs: fromMs, endMs: toMs } = step;
    rest = await readSteps(ladder, { level: step.level + 1, fromMs, toMs });
    restStartMs = fromMs;
  }
}

class Walk {
  #counted = 0;

  constructor(readonly startsMs: readonly Ms[], readonly offset: number) {}

  /** Goes past a whole step when the page begins after it. */
  passes(step: Step): boolean {
    if (this.offset < this.#counted + step.count + this.#newerThan(step.startMs)) return false;
    this.#counted += step.count;
    return true;
  }

  /** The page begins with what is in memory, newer than the step. */
  isBefore(step: Step): boolean {
    return this.offset < this.#counted + this.#newerThan(step.endMs);
  }

  place(beforeMs: Ms): CountPosition {
    const passed = Math.min(this.#newerThan(beforeMs), this.offset - this.#counted);
    return { beforeMs, passed, skip: this.offset - this.#counted - passed };
  }

  /** How many from memory start at an instant or later: the first so many. */
  #newerThan(ms: Ms): number {
    let low = 0, high = this.startsMs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.startsMs[middle] >= ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

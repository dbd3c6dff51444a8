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
  /**
   * The non-empty buckets of a level that start in the range, newest first. Below the widest level the range is
   * within one wider bucket.
   */
  read(level: number, range: { fromMs: Ms; toMs: Ms }): Promise<{ startMs: Ms; count: number }[]>;
}

/** A bucket and its level. */
export interface Step extends Bucket {
  level: number;
}

/**
 * The fewest buckets that cover everything from an instant on, newest first: whole wide ones, then narrower
 * ones for the rest of the oldest. The instant must be a bound of the narrowest width.
 */
export async function stepsSince(hierarchy: HierarchicalCounts, fromMs: Ms): Promise<Step[]> {
  const reads = hierarchy.widthsMs.map((widthMs, level) => {
    const first = Math.ceil(fromMs / widthMs) * widthMs;
    const toMs = level === 0 ? Infinity : ceilTo(fromMs, hierarchy.widthsMs[level - 1]!);
    return readSteps(hierarchy, { level, fromMs: first, toMs });
  });
  return (await Promise.all(reads)).flat();
}

function ceilTo(ms: Ms, widthMs: Ms): Ms {
  return Math.ceil(ms / widthMs) * widthMs;
}

async function readSteps(
  hierarchy: HierarchicalCounts,
  { level, fromMs, toMs }: { level: number; fromMs: Ms; toMs: Ms },
): Promise<Step[]> {
  if (fromMs >= toMs) return [];
  const buckets = await hierarchy.read(level, { fromMs, toMs });
  return buckets.map(({ startMs, count }) => ({
    startMs,
    endMs: startMs + hierarchy.widthsMs[level]!,
    count,
    level,
  }));
}

/** How many records the steps contain. */
export function countOf(steps: readonly Bucket[]): number {
  return steps.reduce((sum, step) => sum + step.count, 0);
}

/** The position where a page begins. */
export interface CountPosition {
  /** Records before this instant come next … */
  beforeMs: Ms;
  /** … of which `skip`, counted together with those from memory, are skipped. */
  skip: number;
  /** How many from memory come before that instant. */
  passed: number;
  /** The narrowest bucket that the page begins in; absent when it begins outside all of them. */
  within?: Bucket;
}

/**
 * Finds the page that begins at `offset` of a list in two parts: what the hierarchy counts, and `startsMs`
 * (newest first) of what is in memory.
 */
export async function findPosition(
  hierarchy: HierarchicalCounts,
  { steps, startsMs, offset }: { steps: readonly Step[]; startsMs: readonly Ms[]; offset: number },
): Promise<CountPosition> {
  const walk = new Walk(startsMs, offset);
  let rest = steps;
  let restStartMs = -Infinity;
  for (;;) {
    const step = rest.find((step) => !walk.passes(step));
    if (step === undefined) return walk.position(restStartMs);
    if (walk.isBefore(step)) return walk.position(step.endMs);
    if (step.level === hierarchy.widthsMs.length - 1) return { ...walk.position(step.endMs), within: step };
    const { startMs: fromMs, endMs: toMs } = step;
    rest = await readSteps(hierarchy, { level: step.level + 1, fromMs, toMs });
    restStartMs = fromMs;
  }
}

class Walk {
  #counted = 0;

  constructor(readonly startsMs: readonly Ms[], readonly offset: number) {}

  /** Skips a whole step when the page begins after it. */
  passes(step: Step): boolean {
    if (this.offset < this.#counted + step.count + this.#newerThan(step.startMs)) return false;
    this.#counted += step.count;
    return true;
  }

  /** Whether the page begins with a record from memory that is newer than the step. */
  isBefore(step: Step): boolean {
    return this.offset < this.#counted + this.#newerThan(step.endMs);
  }

  position(beforeMs: Ms): CountPosition {
    const passed = Math.min(this.#newerThan(beforeMs), this.offset - this.#counted);
    return { beforeMs, passed, skip: this.offset - this.#counted - passed };
  }

  /** How many records from memory start at an instant or later; these are the first ones. */
  #newerThan(ms: Ms): number {
    let low = 0, high = this.startsMs.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (this.startsMs[middle]! >= ms) low = middle + 1;
      else high = middle;
    }
    return low;
  }
}

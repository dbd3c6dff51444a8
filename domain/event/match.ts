import type { Ticks } from "../shared/time.ts";

/** The span of an event. `end` is Infinity while it is active, and `start` if it is retracted. */
export interface EventSpan {
  start: Ticks;
  end: Ticks;
}

/**
 * Matches new events of a rule with old ones: first by the same start, then by the longest overlap. Of equal
 * overlaps, the earlier new event and then the earlier old event wins. Returns the old event's index for each
 * new event, undefined without a match. Each old event matches at most once.
 */
export function matchEvents(old: readonly EventSpan[], run: readonly EventSpan[]): (number | undefined)[] {
  const matched = new Array<number | undefined>(run.length).fill(undefined);
  const free = new Set(old.keys());
  const take = (newer: number, older: number) => {
    matched[newer] = older;
    free.delete(older);
  };
  run.forEach(({ start }, i) => {
    const same = [...free].find((index) => old[index]?.start === start);
    if (same !== undefined) take(i, same);
  });
  for (const { newer, older } of overlaps(old, { run, matched, free })) {
    if (matched[newer] === undefined && free.has(older)) take(newer, older);
  }
  return matched;
}

interface Unmatched {
  run: readonly EventSpan[];
  matched: readonly (number | undefined)[];
  free: ReadonlySet<number>;
}

/** The pairs of unmatched events that overlap, longest overlap first. */
function overlaps(old: readonly EventSpan[], { run, matched, free }: Unmatched) {
  const found: { newer: number; older: number; length: number }[] = [];
  run.forEach((event, newer) => {
    if (matched[newer] !== undefined) return;
    for (const older of free) {
      const length = overlapOf(event, old[older]!);
      if (length > 0) found.push({ newer, older, length });
    }
  });
  return found.sort((a, b) =>
    a.length === b.length
      ? run[a.newer]!.start - run[b.newer]!.start || old[a.older]!.start - old[b.older]!.start
      : b.length - a.length
  );
}

function overlapOf(a: EventSpan, b: EventSpan): number {
  return Math.min(a.end, b.end) - Math.max(a.start, b.start);
}

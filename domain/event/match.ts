import type { Ticks } from "../shared/time.ts";

/** When an event was; `end` is Infinity while it is active, and `start` for one that never was. */
export interface EventSpan {
  start: Ticks;
  end: Ticks;
}

/**
 * Which old event of a rule each new one is: the one with the same start, else of those left the one that it overlaps
 * longest (of two equal overlaps the earlier new event, then the earlier old one, comes first). Answers by new event
 * the index of the old one, undefined for one that is new. Each old event is at most one new event.
 */
export function matchEvents(old: readonly EventSpan[], run: readonly EventSpan[]): (number | undefined)[] {
  const matched = new Array<number | undefined>(run.length).fill(undefined);
  const free = new Set(old.keys());
  const take = (newer: number, older: number) => {
    matched[newer] = older;
    free.delete(older);
  };
  run.forEach(({ start }, i) => {
    const same = [...free].find((index) => old[index].start === start);
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

/** Of the events left over, those that overlap, the longest overlap first. */
function overlaps(old: readonly EventSpan[], { run, matched, free }: Unmatched) {
  const found: { newer: number; older: number; length: number }[] = [];
  run.forEach((event, newer) => {
    if (matched[newer] !== undefined) return;
    for (const older of free) {
      const length = overlapOf(event, old[older]);
      if (length > 0) found.push({ newer, older, length });
    }
  });
  return found.sort((a, b) =>
    a.length === b.length
      ? run[a.newer].start - run[b.newer].start || old[a.older].start - old[b.older].start
      : b.length - a.length
  );
}

function overlapOf(a: EventSpan, b: EventSpan): number {
  return Math.min(a.end, b.end) - Math.max(a.start, b.start);
}

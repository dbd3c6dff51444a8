import type { Ms } from "../../domain/shared/time.ts";
import type { LeaseView, ObservedTime } from "./types.ts";

interface LastSeen {
  versionstamp: string;
  sinceMs: Ms;
}

export interface FailureDetectorOptions {
  /** A process lives as long as its record does not stay unchanged for longer. */
  leaseMs: Ms;
  /**
   * Looks further apart than this say nothing of the others: it may be the watcher who was away, or the store. A
   * process that lives renews its record within this time.
   */
  longestGapMs: Ms;
}

/** Tells the live processes from the dead by whether they renew their records, by the watcher's own clock. */
export class FailureDetector {
  #seen = new Map<string, LastSeen>();
  #lookedMs = -Infinity;

  constructor(readonly options: FailureDetectorOptions) {}

  /** The processes that live, as far as this look and those before it tell. */
  look(processes: LeaseView["processes"], { steadyMs, wallMs }: ObservedTime): Set<string> {
    const { leaseMs, longestGapMs } = this.options;
    const wasAway = steadyMs - this.#lookedMs > longestGapMs;
    const live = new Set<string>();
    const seen = new Map<string, LastSeen>();
    for (const [id, { versionstamp, untilMs }] of processes) {
      const before = this.#seen.get(id);
      const isUnchanged = !wasAway && before?.versionstamp === versionstamp;
      const lastSeen = isUnchanged ? before : { versionstamp, sinceMs: steadyMs };
      seen.set(id, lastSeen);
      // One that ran out long ago is watched for a moment only; the store may have been away, and its process lives.
      const watchedMs = wallMs - untilMs > leaseMs ? 2 * longestGapMs : leaseMs;
      if (steadyMs - lastSeen.sinceMs <= watchedMs) live.add(id);
    }
    this.#seen = seen;
    this.#lookedMs = steadyMs;
    return live;
  }
}

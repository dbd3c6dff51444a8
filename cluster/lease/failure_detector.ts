import type { Ms } from "../../domain/shared/time.ts";
import type { LeaseView, ObservedTime } from "./types.ts";

interface LastSeen {
  versionstamp: string;
  sinceMs: Ms;
}

export interface FailureDetectorOptions {
  /** A process counts as dead once its record has not changed for longer than this. */
  leaseMs: Ms;
  /**
   * Observations further apart than this say nothing about the others: the observer or the store may have been
   * away. A live process renews its record within this time.
   */
  longestGapMs: Ms;
}

/** Decides which processes are alive by whether they renew their records, measured by the observer's own clock. */
export class FailureDetector {
  #seen = new Map<string, LastSeen>();
  #observedMs = -Infinity;

  constructor(readonly options: FailureDetectorOptions) {}

  /** The live processes, by this observation and the earlier ones. */
  observe(processes: LeaseView["processes"], { steadyMs, wallMs }: ObservedTime): Set<string> {
    const { leaseMs, longestGapMs } = this.options;
    const wasAway = steadyMs - this.#observedMs > longestGapMs;
    const live = new Set<string>();
    const seen = new Map<string, LastSeen>();
    for (const [id, { versionstamp, untilMs }] of processes) {
      const before = this.#seen.get(id);
      const isUnchanged = !wasAway && before?.versionstamp === versionstamp;
      const lastSeen = isUnchanged ? before : { versionstamp, sinceMs: steadyMs };
      seen.set(id, lastSeen);
      // A record that expired long ago is observed for a moment only. Its process may still be alive if the
      // store was away.
      const watchedMs = wallMs - untilMs > leaseMs ? 2 * longestGapMs : leaseMs;
      if (steadyMs - lastSeen.sinceMs <= watchedMs) live.add(id);
    }
    this.#seen = seen;
    this.#observedMs = steadyMs;
    return live;
  }
}

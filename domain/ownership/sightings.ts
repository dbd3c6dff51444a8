import type { Ms } from "../shared/time.ts";
import type { OwnershipTime, OwnershipView } from "./types.ts";

interface Sighting {
  versionstamp: string;
  sinceMs: Ms;
}

export interface SightingsOptions {
  /** A process lives as long as its record does not stay unchanged for longer. */
  leaseMs: Ms;
  /**
   * Looks further apart than this say nothing of the others: it may be the watcher who was away, or the store. A
   * process that lives renews its record within this time.
   */
  longestGapMs: Ms;
}

/** Tells the live processes from the dead by whether they renew their records, by the watcher's own clock. */
export class Sightings {
  #seen = new Map<string, Sighting>();
  #lookedMs = -Infinity;

  constructor(readonly options: SightingsOptions) {}

  /** The processes that live, as far as this look and those before it tell. */
  look(processes: OwnershipView["processes"], { steadyMs, wallMs }: OwnershipTime): Set<string> {
    const { leaseMs, longestGapMs } = this.options;
    const wasAway = steadyMs - this.#lookedMs > longestGapMs;
    const live = new Set<string>();
    const seen = new Map<string, Sighting>();
    for (const [id, { versionstamp, untilMs }] of processes) {
      const before = this.#seen.get(id);
      const isUnchanged = !wasAway && before?.versionstamp === versionstamp;
      const sighting = isUnchanged ? before : { versionstamp, sinceMs: steadyMs };
      seen.set(id, sighting);
      // One that ran out long ago is watched for a moment only; the store may have been away, and its process lives.
      const watchedMs = wallMs - untilMs > leaseMs ? 2 * longestGapMs : leaseMs;
      if (steadyMs - sighting.sinceMs <= watchedMs) live.add(id);
    }
    this.#seen = seen;
    this.#lookedMs = steadyMs;
    return live;
  }
}

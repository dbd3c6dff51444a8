/** Counts of skipped data since the client was created. */
export interface Counters {
  /** Events whose time could not be read. */
  unreadableTimes: number;
  /** Events whose time is before 1970 or after 2199. */
  impossibleTimes: number;
  /** Feed items of Data Hub streams that Andon does not read. */
  unknownResources: number;
}

export function createCounters(): Counters {
  return { unreadableTimes: 0, impossibleTimes: 0, unknownResources: 0 };
}

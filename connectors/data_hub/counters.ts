/** Counts of skipped data since the client was created, for the metrics of the source. */
export interface Counters {
  /** Events whose time could not be read. */
  unreadableTimes: number;
  /** Feed items of Data Hub streams that Andon does not read. */
  unknownResources: number;
}

export function createCounters(): Counters {
  return { unreadableTimes: 0, unknownResources: 0 };
}

/** What was left out since the client was made, for the source's figures. */
export interface Counters {
  /** Events whose time could not be read. */
  unreadableTimes: number;
  /** Items of the feed for a Data Hub stream that none of ours reads. */
  unknownResources: number;
}

export function createCounters(): Counters {
  return { unreadableTimes: 0, unknownResources: 0 };
}

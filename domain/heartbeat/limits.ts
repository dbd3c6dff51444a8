/** How many heartbeats of other systems there may be, and what one may hold. */
export const HEARTBEAT_LIMITS = {
  heartbeats: 100,
  name: 64,
  leastDeadlineSeconds: 60,
  /** A week. */
  mostDeadlineSeconds: 604_800,
  /** Of one heartbeat. */
  beatsPerMinute: 30,
} as const;

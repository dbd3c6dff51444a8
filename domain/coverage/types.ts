/** Why an instance could not judge; what several of them are true of counts as the last named. */
export const BLIND_CAUSES = ["no_data", "bad_quality", "stopped", "source_lost", "undeployed"] as const;
export type BlindCause = (typeof BLIND_CAUSES)[number];

/** Shares of a time: that in which an instance could judge, and by causes that in which it could not; together 1. */
export interface Coverage {
  share: number;
  blind: Record<BlindCause, number>;
}

/** How long an instance was blind in an hour, milliseconds: the mean over its rules. */
export interface BlindHour {
  noDataMs: number;
  badQualityMs: number;
}

/** The share of an instance's rules that are blind now. */
export interface BlindShare {
  instanceId: number;
  noData: number;
  badQuality: number;
}

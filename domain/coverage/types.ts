/** The causes for which an instance cannot be evaluated. When several apply, the last one listed counts. */
export const BLIND_CAUSES = ["no_data", "bad_quality", "stopped", "source_lost", "undeployed"] as const;
export type BlindCause = (typeof BLIND_CAUSES)[number];

/** Shares of a span, 1 in total: the time in which an instance could be evaluated, and the rest by cause. */
export interface Coverage {
  share: number;
  blind: Record<BlindCause, number>;
}

/** For how long an instance was blind in an hour, in milliseconds: the mean over its rules. */
export interface BlindHour {
  noDataMs: number;
  badQualityMs: number;
}

/** The shares of an instance's rules that are blind now. */
export interface BlindShare {
  instanceId: number;
  noData: number;
  badQuality: number;
}

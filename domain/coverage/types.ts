export type { Coverage } from "./schema.ts";

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

import type { AlarmColumns } from "../domain/alarm_statistics/columns.ts";
import type { BlindColumns } from "../domain/coverage/blind_time.ts";
import type { Coverage } from "../domain/coverage/types.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";

export interface AlarmEvents {
  /**
   * What was active at any time since then, and some that ended earlier the same day (UTC), in blocks of no order;
   * without what is retracted or backfilled. An event that closes meanwhile may be there twice, once as active.
   * VALIDATION_FAILED (path `hours`) beyond 2,000,000 closed ones; UNAVAILABLE when too many looks wait.
   */
  since(sinceMs: number): Promise<AlarmColumns[]>;
}

/** What a shard tells of its instances' blind time. */
export interface ToldBlindTime {
  shard: number;
  /** Null: as told before. */
  hours: BlindColumns[] | null;
  noData: number;
  badQuality: number;
}

/** The coverage of some deployed instances. */
export interface CoverageBounds {
  instances: number;
  lowest: number;
  mean: number;
}

export interface CoverageOfAll {
  /** Null: none is deployed. */
  bounds: CoverageBounds | null;
  /** Instances with a blind rule now; one with a rule of bad quality counts there. */
  noData: number;
  badQuality: number;
}

export interface Coverages {
  /** What a shard told, in place of what it told before. */
  take(told: ToldBlindTime): void;
  /** Andon begins to judge: what lies between the last generation and now counts as a stop. */
  began(): Promise<void>;
  /** Of the last 24 hours, back to a whole one, as far as the instance was there. */
  recent(instance: InstanceRecord): Coverage;
  /** Since an instant, back to a whole hour. */
  since(instance: InstanceRecord, sinceMs: number): Promise<Coverage>;
  /** Of the deployed instances of some templates in the last 24 hours, at most ten seconds old; null: there is none. */
  ofTemplates(templateIds: readonly number[]): CoverageBounds | null;
  ofAll(): CoverageOfAll;
}

import type { AlarmColumns } from "../domain/alarm_statistics/columns.ts";
import type { BlindColumns } from "../domain/coverage/blind_time.ts";
import type { Span } from "../domain/coverage/spans.ts";
import type { Coverage } from "../domain/coverage/types.ts";
import type { InstanceRecord } from "../domain/instance/types.ts";

export interface AlarmEvents {
  /**
   * Events active at any time since then, and some that ended earlier on the same UTC day, in unordered blocks,
   * without retracted and backfilled ones. An event that closes meanwhile may be included twice, once as
   * active. VALIDATION_FAILED (path `hours`) beyond 2,000,000 closed events; UNAVAILABLE when too many queries
   * wait.
   */
  since(sinceMs: number): Promise<AlarmColumns[]>;
}

/** A shard's report of its instances' blind time. */
export interface BlindTimeReport {
  shard: number;
  /** Null: unchanged since the last report. */
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
  /** Null: no instance is deployed. */
  bounds: CoverageBounds | null;
  /** Instances with a blind rule at present; one with a rule of bad quality counts as `badQuality`. */
  noData: number;
  badQuality: number;
}

/** A deployed instance that was without usable data in a span, although the source was there and Andon ran. */
export interface InstanceWithoutData {
  instance: InstanceRecord;
  noDataMs: number;
  badQualityMs: number;
}

/** Where data was missing in a span. */
export interface MissingData {
  /** The start of the span, a whole hour. */
  fromMs: number;
  /** When the source was lost, and when Andon did not run: oldest first, within the span. */
  lost: Span[];
  stopped: Span[];
  /** Those without data for a minute or more, the longest time first. */
  instances: InstanceWithoutData[];
}

export interface Coverages {
  /** Replaces a shard's previous report. */
  take(report: BlindTimeReport): void;
  /** The evaluation starts: the span since the last generation counts as a stop. Keeps the first start. */
  began(): Promise<void>;
  /** The parts of a span in which Andon ran: after its first start, without its stops. */
  running(span: Span): Promise<Span[]>;
  /** Coverage of the last 24 hours, from a whole hour on, for as long as the instance existed. */
  recent(instance: InstanceRecord): Coverage;
  /** Coverage since an instant, rounded down to the hour. */
  since(instance: InstanceRecord, sinceMs: number): Promise<Coverage>;
  /**
   * Where data was missing since an instant of the last 24 hours, rounded down to the hour. `places`: only
   * instances at these plant nodes.
   */
  missing(sinceMs: number, places?: ReadonlySet<string>): MissingData;
  /**
   * Coverage of the deployed instances of some templates in the last 24 hours, cached for ten seconds; null:
   * none is deployed. `places`: only of instances at these plant nodes.
   */
  ofTemplates(templateIds: readonly number[], places?: ReadonlySet<string>): CoverageBounds | null;
  ofAll(): CoverageOfAll;
}

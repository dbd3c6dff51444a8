import { BACKTEST_LIMITS } from "../backtest/types.ts";

const { spanDays, events } = BACKTEST_LIMITS;

/** What one backfill may ask for: beyond, it is refused, and writes nothing. */
export const BACKFILL_LIMITS = { spanDays, events } as const;

/**
 * Stands where an event has its deployment: no deployment has this number, so that nothing that judges a deployment
 * again ever meets a backfilled event, and a backfill after another deployment meets its own.
 */
export const BACKFILLED_DEPLOYMENT = 0;

/** What a backfill came to. */
export interface BackfillResult {
  instance_id: number;
  from: string;
  to: string;
  dry_run: boolean;
  /** Events that began and ended in the span. */
  found: number;
  /** Of these, written now; with `dry_run` those that would be. */
  written: number;
  /** Of these, already there, in whatever way, or deleted by hand. */
  known: number;
  /** Events left out: they had begun before the span, or were active where it ends. */
  begun_before: number;
  open_at_end: number;
  samples: number;
  evaluations: number;
  missing_streams: string[];
}

import { BACKTEST_LIMITS } from "../backtest/types.ts";

const { spanDays, events } = BACKTEST_LIMITS;

/** The limits of one backfill. A larger one is refused and writes nothing. */
export const BACKFILL_LIMITS = { spanDays, events } as const;

/**
 * The deployment number of backfilled events. No deployment has it, so corrections of a deployment never
 * touch these events, and a later backfill finds its own earlier events.
 */
export const BACKFILLED_DEPLOYMENT = 0;

/** The result of a backfill. */
export interface BackfillResult {
  instance_id: number;
  from: string;
  to: string;
  dry_run: boolean;
  /** Events that began and ended in the span. */
  found: number;
  /** Number of these that were written; with `dry_run`, that would be written. */
  written: number;
  /** Number of these that existed already, from any origin, or were deleted by hand. */
  known: number;
  /** Events left out: they began before the span, or were active at its end. */
  begun_before: number;
  open_at_end: number;
  samples: number;
  evaluations: number;
  missing_streams: string[];
}

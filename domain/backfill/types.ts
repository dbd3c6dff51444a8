import { BACKTEST_LIMITS } from "../backtest/types.ts";

export type { BackfillResult } from "./schema.ts";

const { spanDays, events } = BACKTEST_LIMITS;

/** The limits of one backfill. A larger one is refused and writes nothing. */
export const BACKFILL_LIMITS = { spanDays, events } as const;

/**
 * The deployment number of backfilled events. No deployment has it, so corrections of a deployment never
 * touch these events, and a later backfill finds its own earlier events.
 */
export const BACKFILLED_DEPLOYMENT = 0;

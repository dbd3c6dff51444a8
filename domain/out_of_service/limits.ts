/** `ahead`: how far a planned one may begin in the future; `open`: how many may be planned or run at a time. */
export const OUT_OF_SERVICE_LIMITS = { days: 30, daysAhead: 365, open: 1_000, workOrder: 100 } as const;

const DAY_MS = 86_400_000;

/** The longest interval, milliseconds. */
export const LONGEST_MS = OUT_OF_SERVICE_LIMITS.days * DAY_MS;
export const FURTHEST_AHEAD_MS = OUT_OF_SERVICE_LIMITS.daysAhead * DAY_MS;

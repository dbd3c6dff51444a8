/** The most variables of one source. */
export const MOST_ITEMS = 10_000;

/** Most items of a bulk request that is carried out one item after the other. */
export const MOST_ONE_BY_ONE = 1_000;

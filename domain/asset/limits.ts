/** The longest ids and names of streams that are taken from a source, in characters. */
export const LISTED_LIMITS = { id: 900, name: 1_000 } as const;

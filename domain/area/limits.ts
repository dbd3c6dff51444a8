/** How many areas there may be, and plant nodes that one area names. */
export const AREA_LIMITS = { areas: 200, nodes: 200 } as const;

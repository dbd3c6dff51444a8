/** How many teams there may be, and users of one. */
export const TEAM_LIMITS = { teams: 100, users: 50 } as const;

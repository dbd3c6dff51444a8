/** How many comments an event keeps. */
export const MOST_COMMENTS = 200;

/** How many comments an event keeps. */
export const MOST_COMMENTS = 200;

/** How many acknowledgements an event keeps: the first one and the latest others. */
export const MOST_ACKNOWLEDGEMENTS = 50;

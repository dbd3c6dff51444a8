/** A word of letters of any script; of those that have capitals, small ones. */
export const CATEGORY = /^[\p{Ll}\p{Lm}\p{Lo}\p{M}]{1,40}$/u;

/** Longest texts that a body may carry, in characters as JSON Schema counts them: Unicode code points. */
export const TEXT_LIMITS = {
  name: 200,
  description: 2_000,
  /** Instructions to a model, and messages to it. */
  message: 20_000,
  flocId: 100,
  enrichmentKey: 100,
  enrichmentValue: 1_000,
} as const;
/** The largest message to a model, bytes of UTF-8: 20,000 letters of any alphabet fit. */
export const MAX_MESSAGE_BYTES = 60_000;
export const MAX_ENRICHMENT_PAIRS = 50;
/** The largest enrichment of an event, bytes of JSON: 50 pairs of 100 and 1,000 letters of any alphabet fit. */
export const MAX_ENRICHMENT_BYTES = 162 * 1024;

/** True for a text of at most so many characters: Unicode code points, as JSON Schema counts. */
export function hasAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && characters(text) <= max);
}

/** Unicode code points. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The text, or its beginning with `…` behind it where it has more characters. */
export function cutText(text: string, max: number): string {
  return hasAtMost(text, max) ? text : `${[...text.slice(0, 2 * max)].slice(0, max - 1).join("")}…`;
}

/** What a text takes in UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** What a value takes as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value));
}

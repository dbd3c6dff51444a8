/** Limits of texts in a request body, in Unicode code points, as JSON Schema counts characters. */
export const TEXT_LIMITS = {
  name: 200,
  description: 2_000,
  /** Instructions to a model, and messages to it. */
  message: 20_000,
  flocId: 100,
  enrichmentKey: 100,
  enrichmentValue: 1_000,
} as const;
/** The largest message to a model, in bytes of UTF-8: 20,000 letters of any alphabet fit. */
export const MAX_MESSAGE_BYTES = 60_000;
export const MAX_ENRICHMENT_PAIRS = 50;
/**
 * The largest enrichment of an event, in bytes of JSON: 50 pairs of 100 and 1,000 letters of any alphabet
 * fit.
 */
export const MAX_ENRICHMENT_BYTES = 162 * 1024;

/** Whether a text has at most `max` characters (Unicode code points). */
export function hasAtMost(text: string, max: number): boolean {
  return text.length <= max || (text.length <= 2 * max && characters(text) <= max);
}

/** Unicode code points. */
export function characters(text: string): number {
  let count = 0;
  for (const _ of text) count++;
  return count;
}

/** The text, cut to `max` characters with a final `…` if it is longer. */
export function cutText(text: string, max: number): string {
  return hasAtMost(text, max) ? text : `${[...text.slice(0, 2 * max)].slice(0, max - 1).join("")}…`;
}

/** Length in bytes of UTF-8. */
export function utf8Bytes(text: string): number {
  return new TextEncoder().encode(text).byteLength;
}

/** Length in bytes of a value as JSON in UTF-8. */
export function jsonBytes(value: unknown): number {
  return utf8Bytes(JSON.stringify(value));
}

/** Control characters, line and paragraph separators, marks that turn the direction of text, and halves of a pair. */
const NOT_IN_A_LINE = /[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]/u;
const NOT_IN_LINES = /[[\p{Cc}\p{Cs}\p{Zl}\p{Zp}\p{Bidi_Control}\ufeff]--[\t\n\r]]/v;

/** Why a text cannot be shown as it is: it names the character. `lines`: tabs and line breaks may stand in it. */
export function characterProblem(text: string, { lines }: { lines: boolean }): string | undefined {
  const found = (lines ? NOT_IN_LINES : NOT_IN_A_LINE).exec(text);
  if (found === null) return undefined;
  const codePoint = (found[0].codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0");
  const place = characters(text.slice(0, found.index)) + 1;
  const taken = lines ? "tabs and line breaks are the only control characters" : "no control character is";
  return `Character ${place} is U+${codePoint}; remove it: ${taken} allowed here`;
}

/** Orders texts by code units, as Deno KV and all lists do. */
export function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

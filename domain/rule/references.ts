import { cutText } from "../shared/text.ts";

/** A reference to a placeholder: `<NAME>`. Any other `<` is text. */
const REFERENCE = /<([A-Z][A-Z0-9_]{0,63})>/g;
const WHOLE_REFERENCE = /^<([A-Z][A-Z0-9_]{0,63})>$/;

export const PLACEHOLDER_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/** The names that a text refers to, in order, each once. */
export function referencesIn(text: string): string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map((match) => match[1]))];
}

/** The name when the whole text is one reference. */
export function wholeReference(text: string): string | undefined {
  return WHOLE_REFERENCE.exec(text)?.[1];
}

/**
 * Puts values in the place of references; one without a value stays as it is written. What comes to more than `most`
 * characters is cut there, and nothing is put in beyond.
 */
export function replaceReferences(
  text: string,
  { valueOf, most }: { valueOf: (name: string) => string | undefined; most: number },
): string {
  let replaced = "";
  for (const [at, part] of text.split(REFERENCE).entries()) {
    replaced += at % 2 === 0 ? part : valueOf(part) ?? `<${part}>`;
    if (replaced.length > 2 * most) break;
  }
  return cutText(replaced, most);
}

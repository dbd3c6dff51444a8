import { cutText } from "../shared/text.ts";

/** A reference to a placeholder: `<NAME>`. Any other `<` is text. */
const REFERENCE = /<([A-Z][A-Z0-9_]{0,63})>/g;
export const WHOLE_REFERENCE = /^<([A-Z][A-Z0-9_]{0,63})>$/;

export const PLACEHOLDER_NAME = /^[A-Z][A-Z0-9_]{0,63}$/;

/** The placeholder names in a text, in order, each once. */
export function referencesIn(text: string): string[] {
  return [...new Set([...text.matchAll(REFERENCE)].map((match) => match[1]!))];
}

/** The placeholder's name when the whole text is one reference. */
export function wholeReference(text: string): string | undefined {
  return WHOLE_REFERENCE.exec(text)?.[1];
}

/**
 * Replaces references with their values. References without a value stay as written. Cuts a result longer
 * than `most` characters.
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

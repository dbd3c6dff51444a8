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

/** Puts values in the place of references; one without a value stays as it is written. */
export function replaceReferences(text: string, valueOf: (name: string) => string | undefined): string {
  return text.replace(REFERENCE, (reference, name: string) => valueOf(name) ?? reference);
}

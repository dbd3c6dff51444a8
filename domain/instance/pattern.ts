/** A text in which each `*` matches one or more characters except dots. */
export interface Pattern {
  text: string;
  /** One list for each dotted part: the literals around its stars. A part without a star has one literal. */
  parts: string[][];
  stars: number;
}

const STAR = "*";

/** The pattern of a text, or a sentence that says why it is none. */
export function parsePattern(text: string): Pattern | string {
  if (text.includes("**")) return "Two * side by side match the same as one; remove one";
  const parts = text.split(".").map((part) => part.split(STAR));
  return { text, parts, stars: starsIn(text) };
}

export function starsIn(text: string): number {
  return text.split(STAR).length - 1;
}

/** Replaces the stars of a text with the captures, in order. There may be more captures than stars. */
export function fillStars(text: string, captures: readonly string[]): string {
  return text.split(STAR).reduce((filled, literal, i) => filled + captures[i - 1] + literal);
}

/** The patterns whose literal parts have the same positions. */
interface Shape<Key> {
  literalAt: number[];
  patterns: Map<string, [Key, Pattern][]>;
}

/**
 * Finds the patterns that match a name. A name finds them by the literal parts of patterns with the same number of
 * parts, so that the time grows with the names and not with names times patterns.
 */
export class PatternIndex<Key> {
  /** The shapes by their number of parts. */
  readonly #shapes = new Map<number, Shape<Key>[]>();

  constructor(patterns: ReadonlyMap<Key, Pattern>) {
    for (const [key, pattern] of patterns) {
      const literalAt = pattern.parts.flatMap((part, at) => part.length === 1 ? [at] : []);
      const shapes = this.#shapes.get(pattern.parts.length) ?? [];
      this.#shapes.set(pattern.parts.length, shapes);
      let shape = shapes.find((one) => one.literalAt.join() === literalAt.join());
      if (shape === undefined) shapes.push(shape = { literalAt, patterns: new Map() });
      const literals = signature(pattern.parts.map(([literal = ""]) => literal), literalAt);
      shape.patterns.set(literals, [...shape.patterns.get(literals) ?? [], [key, pattern]]);
    }
  }

  /** Calls `found` for each pattern that matches the name, with what its stars match. */
  match(name: string, found: (key: Key, captures: string[]) => void): void {
    const parts = name.split(".");
    for (const shape of this.#shapes.get(parts.length) ?? []) {
      for (const [key, pattern] of shape.patterns.get(signature(parts, shape.literalAt)) ?? []) {
        const captures = capturesOf(pattern, parts);
        if (captures !== undefined) found(key, captures);
      }
    }
  }
}

/** Whether a pattern matches each of the names. */
export function* matchesOf(pattern: Pattern, names: Iterable<string>): Generator<boolean> {
  for (const name of names) {
    const parts = name.split(".");
    yield parts.length === pattern.parts.length && capturesOf(pattern, parts) !== undefined;
  }
}

function signature(parts: readonly string[], literalAt: readonly number[]): string {
  let text = "";
  for (const at of literalAt) text += `${parts[at]}.`;
  return text;
}

function capturesOf(pattern: Pattern, parts: readonly string[]): string[] | undefined {
  const captures: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    if (!takePart(pattern.parts[at]!, parts[at]!, captures)) return undefined;
  }
  return captures;
}

/**
 * Matches one part: it starts with the first literal and ends with the last; the others match at their first
 * occurrence.
 */
function takePart(literals: readonly string[], part: string, captures: string[]): boolean {
  if (literals.length === 1) return literals[0] === part;
  const first = literals[0]!, last = literals.at(-1)!;
  if (!part.startsWith(first)) return false;
  let from = first.length;
  for (const literal of literals.slice(1, -1)) {
    const at = part.indexOf(literal, from + 1);
    if (at === -1) return false;
    captures.push(part.slice(from, at));
    from = at + literal.length;
  }
  const end = part.length - last.length;
  if (end <= from || !part.endsWith(last)) return false;
  captures.push(part.slice(from, end));
  return true;
}

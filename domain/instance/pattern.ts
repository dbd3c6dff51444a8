/** A text in which each `*` matches one or more characters except dots. */
export interface Pattern {
  text: string;
  /** One list for each dotted part: the literals around its stars. A part without a star has one literal. */
  parts: string[][];
  stars: number;
}

/** A stream that a pattern matched, with the texts that its stars matched. */
export interface Match {
  captures: string[];
  stream: string;
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

/**
 * The matches of every pattern among the names. It ends at the first pattern with more than `most`, so that many
 * patterns that match everything cannot fill the memory. A name finds its patterns by the literal parts of patterns
 * with the same number of parts, so that the time grows with the names and not with names times patterns.
 */
export function matchAll<Key>(
  patterns: ReadonlyMap<Key, Pattern>,
  { names, most }: { names: Iterable<string>; most: number },
): Map<Key, Match[]> {
  const found = new Map<Key, Match[]>([...patterns.keys()].map((key) => [key, []]));
  const shapes = shapesOf(patterns);
  for (const stream of names) {
    const parts = stream.split(".");
    for (const shape of shapes.get(parts.length) ?? []) {
      for (const [key, pattern] of shape.patterns.get(signature(parts, shape.literalAt)) ?? []) {
        const captures = capturesOf(pattern, parts);
        const matches = found.get(key);
        if (captures === undefined || matches === undefined) continue;
        matches.push({ captures, stream });
        if (matches.length > most) return found;
      }
    }
  }
  return found;
}

/** How many of the names a pattern matches. */
export function countMatches(pattern: Pattern, names: Iterable<string>): number {
  let count = 0;
  for (const name of names) {
    const parts = name.split(".");
    if (parts.length === pattern.parts.length && capturesOf(pattern, parts) !== undefined) count++;
  }
  return count;
}

/** The patterns whose literal parts have the same positions. */
interface Shape<Key> {
  literalAt: number[];
  patterns: Map<string, [Key, Pattern][]>;
}

/** The shapes by their number of parts. */
function shapesOf<Key>(patterns: ReadonlyMap<Key, Pattern>): Map<number, Shape<Key>[]> {
  const byLength = new Map<number, Shape<Key>[]>();
  for (const [key, pattern] of patterns) {
    const literalAt = pattern.parts.flatMap((part, at) => part.length === 1 ? [at] : []);
    const shapes = byLength.get(pattern.parts.length) ?? [];
    byLength.set(pattern.parts.length, shapes);
    let shape = shapes.find((one) => one.literalAt.join() === literalAt.join());
    if (shape === undefined) shapes.push(shape = { literalAt, patterns: new Map() });
    const literals = signature(pattern.parts.map(([literal]) => literal), literalAt);
    shape.patterns.set(literals, [...shape.patterns.get(literals) ?? [], [key, pattern]]);
  }
  return byLength;
}

function signature(parts: readonly string[], literalAt: readonly number[]): string {
  let text = "";
  for (const at of literalAt) text += `${parts[at]}.`;
  return text;
}

function capturesOf(pattern: Pattern, parts: readonly string[]): string[] | undefined {
  const captures: string[] = [];
  for (let at = 0; at < parts.length; at++) {
    if (!takePart(pattern.parts[at], parts[at], captures)) return undefined;
  }
  return captures;
}

/**
 * Matches one part: it starts with the first literal and ends with the last; the others match at their first
 * occurrence.
 */
function takePart(literals: readonly string[], part: string, captures: string[]): boolean {
  if (literals.length === 1) return literals[0] === part;
  if (!part.startsWith(literals[0])) return false;
  let from = literals[0].length;
  for (const literal of literals.slice(1, -1)) {
    const at = part.indexOf(literal, from + 1);
    if (at === -1) return false;
    captures.push(part.slice(from, at));
    from = at + literal.length;
  }
  const last = literals[literals.length - 1];
  const end = part.length - last.length;
  if (end <= from || !part.endsWith(last)) return false;
  captures.push(part.slice(from, end));
  return true;
}

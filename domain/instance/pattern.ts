/** A text in which each `*` stands for one or more characters other than a dot. */
export interface Pattern {
  text: string;
  /** One a dotted part: the literals around its stars; a part without a star has one literal. */
  parts: string[][];
  stars: number;
}

/** What a pattern found: the streams by what their stars stand for. */
export interface Match {
  captures: string[];
  stream: string;
}

const STAR = "*";

/** The pattern of a text; a sentence where it can be none. */
export function parsePattern(text: string): Pattern | string {
  if (text.includes("**")) return "Two * side by side say nothing; leave one of them out";
  const parts = text.split(".").map((part) => part.split(STAR));
  return { text, parts, stars: starsIn(text) };
}

export function starsIn(text: string): number {
  return text.split(STAR).length - 1;
}

/** The text with its stars replaced by the captures, in order. It may have fewer stars than there are captures. */
export function fillStars(text: string, captures: readonly string[]): string {
  return text.split(STAR).reduce((filled, literal, i) => filled + captures[i - 1] + literal);
}

/**
 * What every pattern matches among the names, by the pattern's key. A name is looked up by the literal parts that
 * patterns of its length have, so that the time grows with the names, not with names times patterns.
 */
export function matchAll<Key>(
  patterns: ReadonlyMap<Key, Pattern>,
  names: Iterable<string>,
): Map<Key, Match[]> {
  const found = new Map<Key, Match[]>([...patterns.keys()].map((key) => [key, []]));
  const shapes = shapesOf(patterns);
  for (const stream of names) {
    const parts = stream.split(".");
    for (const shape of shapes.get(parts.length) ?? []) {
      for (const [key, pattern] of shape.patterns.get(signature(parts, shape.literalAt)) ?? []) {
        const captures = capturesOf(pattern, parts);
        if (captures !== undefined) found.get(key)?.push({ captures, stream });
      }
    }
  }
  return found;
}

/** Patterns with whole literals at the same places. */
interface Shape<Key> {
  literalAt: number[];
  patterns: Map<string, [Key, Pattern][]>;
}

/** By how many parts a name must have. */
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

/** The first literal begins the part and the last ends it; between them each is taken where it first comes. */
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

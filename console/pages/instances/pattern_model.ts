import { matchesOf, parsePattern, starsIn } from "../../../domain/instance/pattern.ts";
import type { DataType, KnownStream } from "../../streams/stream_index.ts";

/** The streams that a pattern matches. */
export interface Matched {
  count: number;
  /** Why the pattern is invalid. */
  issue?: string;
  /** Some of their names. */
  examples: readonly string[];
}

const MAX_EXAMPLES = 3;

/** The streams of a type that a typed pattern matches; undefined if the text is not a pattern. */
export function matchedBy(
  text: string,
  { streams, type }: { streams: readonly KnownStream[]; type: DataType },
): Matched | undefined {
  if (starsIn(text) === 0) return undefined;
  const pattern = parsePattern(text);
  if (typeof pattern === "string") return { count: 0, issue: pattern, examples: [] };
  const names = streams.filter(({ data_type }) => data_type === type).map(({ stream_name }) => stream_name);
  const matches = [...matchesOf(pattern, names)];
  const found = names.filter((_, at) => matches[at]);
  return { count: found.length, examples: found.slice(0, MAX_EXAMPLES) };
}

/** A part of a stream's name in a pattern: itself, or a star. */
export interface PatternSegment {
  text: string;
  isStar: boolean;
}

/** The parts of a pattern made from this stream's name; undefined if it was made from another. */
export function segmentsOf(pattern: string, example: string): PatternSegment[] | undefined {
  const [typed, known] = [pattern.split("."), example.split(".")];
  if (example === "" || typed.length !== known.length) return undefined;
  const fits = typed.every((part, at) => part === "*" || part === known[at]);
  return fits ? known.map((text, at) => ({ text, isStar: typed[at] === "*" })) : undefined;
}

/** The pattern with one part turned into a star, or back. */
export function withSegment(segments: readonly PatternSegment[], at: number): string {
  return segments.map(({ text, isStar }, index) => (index === at ? !isStar : isStar) ? "*" : text).join(".");
}

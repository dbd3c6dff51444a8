import { matchAll, parsePattern, starsIn } from "../../../domain/instance/pattern.ts";
import type { DataType, KnownStream } from "../../streams/stream_index.ts";

/** How many streams a text means: those that a pattern matches, or the one that it names. */
export interface Matched {
  count: number;
  /** Why it can be no pattern. */
  issue?: string;
  /** Some of their names. */
  examples: readonly string[];
}

const SHOWN = 3;

/** What a typed text finds among the streams of a type; undefined: it is a constant, or nothing yet. */
export function matchedBy(
  text: string,
  { streams, type }: { streams: readonly KnownStream[]; type: DataType },
): Matched | undefined {
  if (starsIn(text) === 0) return undefined;
  const pattern = parsePattern(text);
  if (typeof pattern === "string") return { count: 0, issue: pattern, examples: [] };
  const names = streams.filter(({ data_type }) => data_type === type).map(({ stream_name }) => stream_name);
  const found = matchAll(new Map([["", pattern]]), names).get("") ?? [];
  return { count: found.length, examples: found.slice(0, SHOWN).map(({ stream }) => stream) };
}

/** A part of a stream's name as it stands in a pattern: itself, or a star. */
export interface PatternPart {
  text: string;
  isStar: boolean;
}

/** The parts of a pattern that was made of a stream's name; undefined: it was made of another. */
export function partsOf(pattern: string, example: string): PatternPart[] | undefined {
  const [given, known] = [pattern.split("."), example.split(".")];
  if (example === "" || given.length !== known.length) return undefined;
  const fits = given.every((part, at) => part === "*" || part === known[at]);
  return fits ? known.map((text, at) => ({ text, isStar: given[at] === "*" })) : undefined;
}

/** The pattern with one part turned into a star, or back. */
export function withPart(parts: readonly PatternPart[], at: number): string {
  return parts.map(({ text, isStar }, index) => (index === at ? !isStar : isStar) ? "*" : text).join(".");
}

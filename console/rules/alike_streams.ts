import { matchesOf, parsePattern } from "../../domain/instance/pattern.ts";

/** Streams whose names match one pattern. */
export interface AlikeStreams {
  /** "Works.*.Filler.Temperature" */
  pattern: string;
  /** The streams that it matches, the one that it was made from among them. */
  names: readonly string[];
}

/** Most patterns that are offered: the narrowest, and the widest. */
const MOST_OFFERED = 4;

/**
 * The patterns over the names of other streams that measure the same, few matches first: their last parts are the same,
 * and other parts differ. Digits alone may differ within a part, so that "Pump1" is like "Pump2" rather than "Boiler".
 */
export function alikeStreams(own: string, names: readonly string[]): AlikeStreams[] {
  if (own.includes("*")) return [];
  const parts = own.split(".");
  const others = names.map((name) => name.split(".")).filter((other) => isCandidate(other, parts));
  const places = new Map(others.map((other) => {
    const differing = [...parts.keys()].filter((at) => other[at] !== parts[at]);
    return [differing.join(), differing];
  }));
  // A name of one part says too little to match any other.
  const stars = parts.length > 1 ? [onlyDigits, () => "*"] : [onlyDigits];
  const patterns = new Set(
    [...places.values()].flatMap((at) => stars.map((star) => withStars(parts, at, star))),
  );
  const found = new Map<string, AlikeStreams>();
  for (const pattern of patterns) {
    const matched = matching(pattern, names), key = matched.join("\n");
    if (matched.length > 1 && !found.has(key)) found.set(key, { pattern, names: matched });
  }
  const sorted = [...found.values()].sort((a, b) => a.names.length - b.names.length);
  return sorted.length <= MOST_OFFERED ? sorted : [...sorted.slice(0, MOST_OFFERED - 1), sorted.at(-1)!];
}

/** As many parts and the same last one; a name of one part may differ in its digits. */
function isCandidate(other: readonly string[], parts: readonly string[]): boolean {
  if (other.length !== parts.length) return false;
  const [last, own] = [other.at(-1)!, parts.at(-1)!];
  if (parts.length > 1) return last === own && other.some((part, at) => part !== parts[at]);
  return last !== own && onlyDigits(last) === onlyDigits(own) && onlyDigits(own) !== "*";
}

function withStars(
  parts: readonly string[],
  at: readonly number[],
  star: (part: string) => string,
): string {
  return parts.map((part, index) => at.includes(index) ? star(part) : part).join(".");
}

/** "Pump12" is "Pump*"; a part without digits is "*". */
function onlyDigits(part: string): string {
  return /\d/.test(part) ? part.replace(/\d+/g, "*") : "*";
}

function matching(pattern: string, names: readonly string[]): string[] {
  const parsed = parsePattern(pattern);
  if (typeof parsed === "string") return [];
  const matches = [...matchesOf(parsed, names)];
  return names.filter((_, at) => matches[at]);
}

/** The name of each instance of a pattern, with its stars: "Line* Filler bearing temperature". */
export function instancePattern(pattern: string, template: string): string {
  const parts = pattern.split("."), starred = parts.findIndex((part) => part.includes("*"));
  const from = Math.max(0, Math.min(parts.length - 3, starred < 0 ? parts.length : starred));
  const machine = parts.length > 1 ? parts.slice(from, -1) : starred < 0 ? [] : parts;
  return [...machine, template.toLowerCase().replaceAll("*", "")].join(" ");
}

/** The pattern of a stream of the same machine; undefined where the stream belongs to another one. */
export function besidePattern(
  stream: string,
  { own, pattern }: { own: string; pattern: string },
): string | undefined {
  const [parts, machine] = [stream.split("."), own.split(".").slice(0, -1)];
  const starred = pattern.split(".").slice(0, -1);
  if (machine.length === 0 || machine.some((part, at) => part !== parts[at])) return undefined;
  return [...starred, ...parts.slice(machine.length)].join(".");
}

import type { Literal } from "../rule/types.ts";
import { type Issue, Refusal } from "../shared/refusal.ts";
import { countMatches, fillStars, matchAll, parsePattern, type Pattern, starsIn } from "./pattern.ts";

/** Most instances that one call can create, deploy or undeploy. */
export const MOST_AT_ONCE = 10_000;

/** The body of POST /api/instances/bulk without its template. */
export interface BulkInput {
  instance_name: string;
  plant_node_floc_id: string | null;
  placeholders: Record<string, Literal>;
}

/** The placeholders of the body: patterns, and values that are the same for all instances. */
export interface BulkPatterns {
  patterns: Map<string, Pattern>;
  constants: Map<string, Literal>;
  issues: Issue[];
}

/** An instance that the patterns found. */
export interface Candidate {
  instance_name: string;
  plant_node_floc_id: string | null;
  /** The streams that match each placeholder's pattern; more than one is ambiguous. */
  streams: Map<string, string[]>;
  /**
   * Number of different texts matched by the stars; more than one: streams of several instances have one
   * name.
   */
  matches: number;
}

/** Parses the patterns, and checks them and the fields that use their stars. */
export function readPatterns(input: BulkInput): BulkPatterns {
  const read: BulkPatterns = { patterns: new Map(), constants: new Map(), issues: [] };
  for (const [name, given] of Object.entries(input.placeholders)) {
    if (typeof given !== "string" || starsIn(given) === 0) {
      read.constants.set(name, given);
      continue;
    }
    const pattern = parsePattern(given);
    if (typeof pattern !== "string") read.patterns.set(name, pattern);
    else read.issues.push({ path: `placeholders.${name}`, message: pattern });
  }
  read.issues.push(...starIssues(input, [...read.patterns]));
  return read;
}

function starIssues(input: BulkInput, patterns: [string, Pattern][]): Issue[] {
  const stars = patterns[0]?.[1].stars ?? 0;
  const uneven = patterns.filter(([, pattern]) => pattern.stars !== stars).map(([name, pattern]) => ({
    path: `placeholders.${name}`,
    message: `Has ${pattern.stars} * where "${
      patterns[0][0]
    }" has ${stars}; all patterns need the same number`,
  }));
  const fields = (["instance_name", "plant_node_floc_id"] as const).flatMap((path): Issue[] => {
    const wanted = starsIn(input[path] ?? "");
    if (wanted <= stars) return [];
    return [{ path, message: `Has ${wanted} *; the patterns of the placeholders have ${stars}` }];
  });
  return [...uneven, ...fields];
}

/**
 * The instances that the patterns find among the stream names, sorted by name. Throws VALIDATION_FAILED for a pattern
 * that matches more than `MOST_AT_ONCE` streams.
 */
export function findCandidates(
  input: BulkInput,
  { patterns, names }: { patterns: ReadonlyMap<string, Pattern>; names: readonly string[] },
): Candidate[] {
  const byName = new Map<string, Candidate & { captured: Set<string> }>();
  if (patterns.size === 0) return [candidateOf(input, [])];
  for (const [placeholder, matches] of matchAll(patterns, { names, most: MOST_AT_ONCE })) {
    if (matches.length > MOST_AT_ONCE) throw tooMany(placeholder, { patterns, names });
    for (const { captures, stream } of matches) {
      const instanceName = fillStars(input.instance_name, captures);
      let candidate = byName.get(instanceName);
      if (candidate === undefined) {
        candidate = { ...candidateOf(input, captures), captured: new Set() };
        byName.set(instanceName, candidate);
      }
      candidate.captured.add(captures.join("."));
      candidate.matches = candidate.captured.size;
      const streams = candidate.streams.get(placeholder);
      if (streams === undefined) candidate.streams.set(placeholder, [stream]);
      else streams.push(stream);
    }
  }
  return [...byName.values()].sort((a, b) => byText(a.instance_name, b.instance_name));
}

/**
 * Leaves out the candidates with one of these instance names or streams. Issues name the entries that match none.
 */
export function excludeCandidates(
  candidates: readonly Candidate[],
  exclude: readonly string[],
): { left: Candidate[]; issues: Issue[] } {
  const unmatched = new Set(exclude), names = new Set(exclude);
  const left = candidates.filter((candidate) => {
    const met = [candidate.instance_name, ...[...candidate.streams.values()].flat()]
      .filter((name) => names.has(name));
    for (const name of met) unmatched.delete(name);
    return met.length === 0;
  });
  const issues = exclude.flatMap((name, at): Issue[] =>
    unmatched.has(name)
      ? [{ path: `exclude.${at}`, message: `No instance or stream of the patterns has the name "${name}"` }]
      : []
  );
  return { left, issues };
}

function tooMany(
  placeholder: string,
  { patterns, names }: { patterns: ReadonlyMap<string, Pattern>; names: readonly string[] },
): Refusal {
  const pattern = patterns.get(placeholder);
  const matched = pattern === undefined ? 0 : countMatches(pattern, names);
  const message = `Matches ${matched} streams; at most ${MOST_AT_ONCE} instances are created in one request`;
  const issues = [{ path: `placeholders.${placeholder}`, message }];
  return new Refusal("VALIDATION_FAILED", `${issues[0].path}: ${message}`, {
    issues,
    matched,
    limit: MOST_AT_ONCE,
  });
}

function candidateOf(input: BulkInput, captures: string[]): Candidate {
  const { instance_name, plant_node_floc_id: node } = input;
  return {
    instance_name: fillStars(instance_name, captures),
    plant_node_floc_id: node === null ? null : fillStars(node, captures),
    streams: new Map(),
    matches: 1,
  };
}

function byText(a: string, b: string): number {
  if (a === b) return 0;
  return a < b ? -1 : 1;
}

import type { Literal } from "../rule/types.ts";
import { type Issue, Refusal } from "../shared/refusal.ts";
import { type BindingContext, type BindingInput, bindInputs, type Bound } from "./binding.ts";
import { fillStars, matchesOf, parsePattern, type Pattern, PatternIndex, starsIn } from "./pattern.ts";
import { byText } from "../shared/text.ts";

/** Most instances that one call can create, deploy or undeploy. */
export const MOST_AT_ONCE = 10_000;
/** Most instances that patterns can find, those that are left out included. */
export const MOST_FOUND = 2 * MOST_AT_ONCE;

/** The body of POST /api/instances/bulk without its template. */
export interface BulkInput {
  instance_name: string;
  /** Undefined: each instance has the location of its stream's asset. */
  plant_node_floc_id?: string | null;
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
  plant_node_floc_id?: string | null;
  /** The streams that match each placeholder's pattern; more than one is ambiguous. */
  streams: Map<string, string[]>;
  /** The stars matched different texts: streams of several instances have one name. */
  isMixed: boolean;
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
  const [first, leading] = patterns[0] ?? [], stars = leading?.stars ?? 0;
  const uneven = patterns.filter(([, pattern]) => pattern.stars !== stars).map(([name, pattern]) => ({
    path: `placeholders.${name}`,
    message: `Has ${pattern.stars} * where "${first}" has ${stars}; all patterns need the same number`,
  }));
  const fields = (["instance_name", "plant_node_floc_id"] as const).flatMap((path): Issue[] => {
    const wanted = starsIn(input[path] ?? "");
    if (wanted <= stars) return [];
    return [{ path, message: `Has ${wanted} *; the patterns of the placeholders have ${stars}` }];
  });
  return [...uneven, ...fields];
}

/** The bindings that are the same for all instances, and what the template does not take. */
export function bindConstants({ patterns, constants }: BulkPatterns, context: BindingContext): Bound {
  const given = [...constants].map(([name, text]): BindingInput => {
    const path = `placeholders.${name}`;
    return { name, path, namePath: path, text };
  });
  const { bindings, issues } = bindInputs(given, context);
  const declared = new Set(context.placeholders.map((one) => one.placeholder_name));
  const unknown = [...patterns.keys()].filter((name) => !declared.has(name)).map((name) => (
    { path: `placeholders.${name}`, message: `The template declares no placeholder "${name}"` }
  ));
  return { bindings, issues: [...unknown, ...issues] };
}

/** What the patterns of a body search. */
export interface Search {
  patterns: ReadonlyMap<string, Pattern>;
  names: readonly string[];
}

/**
 * The instances that the patterns find among the stream names, sorted by name. A step looks at one name. Throws
 * VALIDATION_FAILED for a pattern that matches more than `MOST_AT_ONCE` streams, and for patterns that find more than
 * `MOST_FOUND` instances.
 */
export function* findCandidates(input: BulkInput, search: Search): Generator<void, Candidate[]> {
  if (search.patterns.size === 0) return [candidateOf(input, [])];
  const found = new Found(input, search);
  for (const name of search.names) {
    const excessive = found.add(name);
    if (excessive !== undefined) yield* refuseMatches(excessive, search);
    yield;
  }
  return found.candidates();
}

/** The candidates of the names so far. */
class Found {
  readonly #byName = new Map<string, Candidate & { captures: string[] }>();
  readonly #matches = new Map<string, number>();
  readonly #index: PatternIndex<string>;

  constructor(private readonly input: BulkInput, { patterns }: Search) {
    this.#index = new PatternIndex(patterns);
  }

  /** Returns a placeholder whose pattern matches too many names. */
  add(stream: string): string | undefined {
    let excessive: string | undefined;
    const alone = [stream];
    this.#index.match(stream, (placeholder, captures) => {
      const matches = (this.#matches.get(placeholder) ?? 0) + 1;
      this.#matches.set(placeholder, matches);
      if (matches > MOST_AT_ONCE) excessive ??= placeholder;
      const { streams } = this.#candidateOf(captures), others = streams.get(placeholder);
      // The list of a single stream is shared by all its placeholders.
      if (others === undefined) streams.set(placeholder, alone);
      else if (others.length === 1) streams.set(placeholder, [...others, stream]);
      else others.push(stream);
    });
    return excessive;
  }

  candidates(): Candidate[] {
    return [...this.#byName.values()].sort((a, b) => byText(a.instance_name, b.instance_name));
  }

  #candidateOf(captures: string[]): Candidate {
    const name = fillStars(this.input.instance_name, captures);
    const known = this.#byName.get(name);
    if (known !== undefined) {
      known.isMixed ||= known.captures.some((text, at) => text !== captures[at]);
      return known;
    }
    if (this.#byName.size === MOST_FOUND) throw tooManyFound();
    const candidate = { ...candidateOf(this.input, captures), captures };
    this.#byName.set(name, candidate);
    return candidate;
  }
}

/**
 * Leaves out the candidates with one of these instance names or streams; a step looks at one candidate. Issues name the
 * entries that match none.
 */
export function* excludeCandidates(
  candidates: readonly Candidate[],
  exclude: readonly string[],
): Generator<void, { left: Candidate[]; issues: Issue[] }> {
  if (exclude.length === 0) return { left: [...candidates], issues: [] };
  const unmatched = new Set(exclude), names = new Set(exclude);
  const left: Candidate[] = [];
  for (const candidate of candidates) {
    const met = [candidate.instance_name, ...[...candidate.streams.values()].flat()]
      .filter((name) => names.has(name));
    for (const name of met) unmatched.delete(name);
    if (met.length === 0) left.push(candidate);
    yield;
  }
  const issues = exclude.flatMap((name, at): Issue[] =>
    unmatched.has(name)
      ? [{ path: `exclude.${at}`, message: `No instance or stream of the patterns has the name "${name}"` }]
      : []
  );
  return { left, issues };
}

/** Refuses a pattern, with the number of streams that it matches. */
function* refuseMatches(placeholder: string, { patterns, names }: Search): Generator<void, never> {
  const pattern = patterns.get(placeholder);
  let matched = 0;
  for (const isMatch of pattern === undefined ? [] : matchesOf(pattern, names)) {
    if (isMatch) matched++;
    yield;
  }
  const message = `Matches ${matched} streams; at most ${MOST_AT_ONCE} instances are created in one request`;
  const path = `placeholders.${placeholder}`;
  throw new Refusal("VALIDATION_FAILED", `${path}: ${message}`, {
    issues: [{ path, message }],
    matched,
    limit: MOST_AT_ONCE,
  });
}

function tooManyFound(): Refusal {
  const message =
    `The patterns match more than ${MOST_FOUND} instances; at most ${MOST_AT_ONCE} are created in ` +
    "one request. Use longer patterns";
  const issues = [{ path: "placeholders", message }];
  return new Refusal("VALIDATION_FAILED", message, { issues, limit: MOST_AT_ONCE });
}

function candidateOf(input: BulkInput, captures: string[]): Candidate {
  const { instance_name, plant_node_floc_id: node } = input;
  return {
    instance_name: fillStars(instance_name, captures),
    plant_node_floc_id: typeof node === "string" ? fillStars(node, captures) : node,
    streams: new Map(),
    isMixed: false,
  };
}

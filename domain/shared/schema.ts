import { z } from "zod";
import { type BoundedSchema, ListBounds } from "./list_bounds.ts";
import { type Issue, MOST_ISSUES } from "./refusal.ts";
import {
  characterProblem,
  characters,
  hasAtMost,
  jsonBytes,
  MAX_ENRICHMENT_BYTES,
  MAX_ENRICHMENT_PAIRS,
  MAX_MESSAGE_BYTES,
  TEXT_LIMITS,
  utf8Bytes,
} from "./text.ts";

interface TextLength {
  min?: number;
  max: number;
}

/** A text of one line that a person writes: without control characters. */
export function lineText(length: TextLength): z.ZodString {
  return withoutControlCharacters(limitedText(length), { lines: false });
}

/** A text that a person writes: without control characters other than tabs and line breaks. */
export function linesText(length: TextLength): z.ZodString {
  return withoutControlCharacters(limitedText(length), { lines: true });
}

function withoutControlCharacters(text: z.ZodString, kind: { lines: boolean }): z.ZodString {
  return text.refine((given) => characterProblem(given, kind) === undefined, {
    error: ({ input }) => characterProblem(String(input), kind),
  });
}

/**
 * A text with limits in characters. The API document gets them as `minLength` and `maxLength`. Takes any character,
 * as names of streams, constants and passwords need it.
 */
export function limitedText({ min = 0, max }: TextLength): z.ZodString {
  const most = z.string().refine((text) => hasAtMost(text, max), `Takes at most ${max} characters`);
  if (min === 0) return most.meta({ maxLength: max });
  const least = min === 1 ? "Must not be empty" : `Must have at least ${min} characters`;
  return most.refine((text) => text.length >= 2 * min || characters(text) >= min, least)
    .meta({ minLength: min, maxLength: max });
}

/** A name: not blank, up to 200 characters. */
export function nameText(): z.ZodString {
  return lineText({ max: TEXT_LIMITS.name }).regex(/\S/, "Must not be empty");
}

/** An id in a request body. */
export function idNumber() {
  const text = `Must be a whole number from 1 to ${Number.MAX_SAFE_INTEGER}`;
  return z.int(text).min(1, text).max(Number.MAX_SAFE_INTEGER, text);
}

/** A description: may be empty, up to 2,000 characters; null clears it. */
export function descriptionText() {
  return clearableText(linesText({ max: TEXT_LIMITS.description }));
}

/** Instructions to a model: may be empty, up to 20,000 characters; null clears them. */
export function instructionsText() {
  return clearableText(linesText({ max: TEXT_LIMITS.message }));
}

function clearableText(text: z.ZodString) {
  return text.nullable().transform((given) => given ?? "").pipe(text);
}

/**
 * A message to a model: not blank, at most 20,000 characters and 60,000 bytes, so that one stored value holds
 * it.
 */
export function messageText() {
  return linesText({ max: TEXT_LIMITS.message }).regex(/\S/, "Must not be empty")
    .refine(
      (text) => utf8Bytes(text) <= MAX_MESSAGE_BYTES,
      `Takes at most ${MAX_MESSAGE_BYTES} bytes of UTF-8`,
    )
    .describe(`At most ${MAX_MESSAGE_BYTES} bytes of UTF-8`);
}

/**
 * An object with at most `most` keys, each not blank and at most `keyMax` characters. The API document gets
 * the limits.
 */
export function limitedMap<V extends z.ZodType>(
  value: V,
  { most, keyMax, noun }: { most: number; keyMax: number; noun: string },
) {
  return z.record(lineText({ max: keyMax }).regex(/\S/, "Must not be empty"), value)
    .refine((map) => Object.keys(map).length <= most, `Takes at most ${most} ${noun}`)
    .meta({ maxProperties: most, propertyNames: { maxLength: keyMax, pattern: "\\S" } });
}

/** Pairs of texts: at most 50, with keys of 100 and values of 1,000 characters. */
export function enrichmentPairs() {
  const kib = MAX_ENRICHMENT_BYTES / 1024;
  return limitedMap(linesText({ max: TEXT_LIMITS.enrichmentValue }), {
    most: MAX_ENRICHMENT_PAIRS,
    keyMax: TEXT_LIMITS.enrichmentKey,
    noun: "pairs",
  }).refine((pairs) => jsonBytes(pairs) <= MAX_ENRICHMENT_BYTES, `Takes at most ${kib} KiB as JSON`)
    .describe(`Together at most ${kib} KiB as JSON`);
}

/** An integer id. */
export function id() {
  return z.int().min(1);
}

export function count() {
  return z.int().min(0);
}

/** An instant in UTC, milliseconds: `2026-01-31T08:15:02.123Z`. */
export function instant() {
  return z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{3}Z$/).meta({ format: "date-time" });
}

/** A source time in UTC with its full fraction: `2026-01-31T08:15:02.1234567Z`. */
export function fullInstant() {
  return z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}\.\d{7}Z$/).meta({ format: "date-time" });
}

/** A number, a text or a truth, as samples and constants are. */
export function plainValue() {
  return z.union([z.number(), z.string(), z.boolean()]);
}

export function texts() {
  return z.record(z.string(), z.string());
}

type WithoutDefault<F> = F extends z.ZodDefault<infer T> ? T : F;

type Stored<F> = WithoutDefault<F> extends z.ZodPipe<infer _, infer Out> ? Out : WithoutDefault<F>;

/** Fields of a body as they are stored and read: without defaults, and after what a body's null stands for. */
export function storedFields<S extends z.ZodRawShape>(fields: S): { [K in keyof S]: Stored<S[K]> } {
  return mapped(fields, (field) => {
    const given = withoutDefault(field);
    return given instanceof z.ZodPipe ? given.out : given;
  });
}

/** Fields of a body that changes only what it names: each optional, none with a default. */
export function changeFields<S extends z.ZodRawShape>(
  fields: S,
): { [K in keyof S]: z.ZodOptional<WithoutDefault<S[K]>> } {
  return mapped(fields, (field) => z.optional(withoutDefault(field)));
}

function withoutDefault(field: z.core.$ZodType): z.core.$ZodType {
  return field instanceof z.ZodDefault ? field.unwrap() : field;
}

/** The types of the mapped fields are the caller's to say: no mapping of values carries them. */
function mapped<To>(fields: z.ZodRawShape, map: (field: z.core.$ZodType) => z.core.$ZodType): To {
  return Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, map(field)])) as To;
}

/** A stored value as a body gives it: what has a default may be left out. */
export type Given<Stored, Input> =
  & Partial<Stored>
  & Pick<
    Stored,
    { [K in keyof Stored & keyof Input]: Pick<Input, K> extends Required<Pick<Input, K>> ? K : never }[
      keyof Stored & keyof Input
    ]
  >;

/** A schema whose input may carry what a read of the resource shows: what of it the body does not take is dropped. */
export function ignoring<S extends z.ZodObject>(read: readonly string[], schema: S) {
  const dropped = read.filter((name) => !(name in schema.shape));
  return z.preprocess((input: z.input<S>) => without(dropped, input), schema);
}

function without(names: readonly string[], input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

/**
 * Runs a refinement of an object even when some of its fields are invalid, so that all issues are reported at
 * once.
 */
export function onAnyObject({ value }: { value: unknown }): boolean {
  return typeof value === "object" && value !== null;
}

const boundsOf = new WeakMap<z.ZodType, ListBounds>();

/**
 * The lists and maps of an input that are longer than the schema allows. zod itself looks at every item before the
 * length, so this comes first wherever an input may be large.
 */
export function lengthIssues(schema: z.ZodType, input: unknown): Issue[] {
  let bounds = boundsOf.get(schema);
  if (bounds === undefined) {
    const stated: BoundedSchema = JSON.parse(JSON.stringify(
      z.toJSONSchema(schema, { io: "input", unrepresentable: "any" }),
    ));
    boundsOf.set(schema, bounds = new ListBounds(stated));
  }
  return bounds.issues(input);
}

/** One issue of an input. */
export const issue = z.strictObject({
  path: z.string().describe("Dotted path of the field; empty for the whole body"),
  message: z.string(),
}).meta({ id: "Issue" });

/** A problem with the parts of its path. */
export interface FoundIssue {
  path: PropertyKey[];
  message: string;
}

/**
 * The first problems that zod found, at most `MOST_ISSUES`. Unknown fields get one issue each; a union gets the issues
 * of its nearest branch.
 */
export function issuesOfZod(error: z.core.$ZodError): Issue[] {
  return foundIssues(error).map(({ path, message }) => ({ path: path.map(String).join("."), message }));
}

/** As `issuesOfZod`, with the parts of each path. */
export function foundIssues(error: z.core.$ZodError): FoundIssue[] {
  return firstIssues(error.issues, []);
}

function firstIssues(issues: readonly z.core.$ZodIssue[], prefix: PropertyKey[]): FoundIssue[] {
  const found: FoundIssue[] = [];
  for (const issue of issues) {
    if (found.length >= MOST_ISSUES) break;
    found.push(...issuesOf(issue, prefix));
  }
  return found.slice(0, MOST_ISSUES);
}

function issuesOf(issue: z.core.$ZodIssue, prefix: PropertyKey[]): FoundIssue[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.slice(0, MOST_ISSUES).map((key) => (
      { path: [...path, key], message: `Unknown field "${key}"` }
    ));
  }
  if (issue.code === "invalid_key") return [{ path, message: keyProblem(issue) }];
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const nearest = nearestBranch(issue.errors);
    if (nearest !== undefined) return firstIssues(nearest, path);
  }
  return [{ path, message: sentence(issue.message) }];
}

/** The problem of a map's key, reported at the path of the pair. */
function keyProblem({ issues }: z.core.$ZodIssueInvalidKey): string {
  return `The key: ${issues.map(({ message }) => sentence(message)).join("; ")}`;
}

/** The branch of a union that fits best: it matches the shape of the value and has the fewest problems. */
function nearestBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const inside = branches.filter((issues) =>
    issues.every((issue) => issue.path.length > 0 || issue.code === "unrecognized_keys")
  );
  return inside.sort((a, b) => a.length - b.length)[0];
}

function sentence(message: string): string {
  if (message.endsWith("received undefined")) return "Is required";
  const text = message.replace(/^Invalid input: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}

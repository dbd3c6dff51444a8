import { z } from "zod";
import type { Issue } from "./refusal.ts";

/** Longest texts that a body may carry, in UTF-16 units. */
export const TEXT_LIMITS = {
  name: 200,
  description: 2_000,
  /** Instructions to a model, and messages to it. */
  message: 20_000,
  enrichmentKey: 100,
  enrichmentValue: 1_000,
} as const;
export const MAX_ENRICHMENT_PAIRS = 50;

/** A name: not blank, up to 200 characters. */
export function nameText(): z.ZodString {
  return z.string().regex(/\S/, "Must not be empty").max(TEXT_LIMITS.name);
}

/** A description: may be empty, up to 2,000 characters; null clears it. */
export function descriptionText() {
  return z.string().max(TEXT_LIMITS.description).nullable().transform((text) => text ?? "");
}

/** Instructions to a model: may be empty, up to 20,000 characters; null clears them. */
export function instructionsText() {
  return z.string().max(TEXT_LIMITS.message).nullable().transform((text) => text ?? "");
}

/** A message to a model: not blank, up to 20,000 characters. */
export function messageText() {
  return z.string().regex(/\S/, "Must not be empty").max(TEXT_LIMITS.message);
}

/** Pairs of texts: at most 50, of 100 and 1,000 characters; null clears them. */
export function enrichmentPairs() {
  return z.record(
    z.string().regex(/\S/).max(TEXT_LIMITS.enrichmentKey),
    z.string().max(TEXT_LIMITS.enrichmentValue),
  )
    .refine((pairs) => Object.keys(pairs).length <= MAX_ENRICHMENT_PAIRS, "Takes at most 50 pairs")
    .nullable().transform((pairs) => pairs ?? {});
}

/** A schema whose input may carry the resource's read-only fields: they are dropped before it looks. */
export function ignoring<S extends z.ZodType>(readOnly: readonly string[], schema: S) {
  return z.preprocess((input: z.input<S>) => without(readOnly, input), schema);
}

function without(names: readonly string[], input: unknown): unknown {
  if (typeof input !== "object" || input === null || Array.isArray(input)) return input;
  return Object.fromEntries(Object.entries(input).filter(([name]) => !names.includes(name)));
}

/** For a refinement of an object that is looked at even when fields of it are wrong, so that all is told at once. */
export function onAnyObject({ value }: { value: unknown }): boolean {
  return typeof value === "object" && value !== null;
}

/** Every problem zod found, one a field: unknown fields each under their own path, a union's by its nearest branch. */
export function issuesOfZod(error: z.core.$ZodError): Issue[] {
  return error.issues.flatMap((issue) => issuesOf(issue, []));
}

function issuesOf(issue: z.core.$ZodIssue, prefix: PropertyKey[]): Issue[] {
  const path = [...prefix, ...issue.path];
  if (issue.code === "unrecognized_keys") {
    return issue.keys.map((key) => ({ path: dotted([...path, key]), message: `Unknown field "${key}"` }));
  }
  if (issue.code === "invalid_union" && issue.errors.length > 0) {
    const nearest = nearestBranch(issue.errors);
    if (nearest !== undefined) return nearest.flatMap((inner) => issuesOf(inner, path));
  }
  return [{ path: dotted(path), message: sentence(issue.message) }];
}

/** The branch of a union that fits best: one that goes into the value, with the fewest problems. */
function nearestBranch(branches: z.core.$ZodIssue[][]): z.core.$ZodIssue[] | undefined {
  const inside = branches.filter((issues) =>
    issues.every((issue) => issue.path.length > 0 || issue.code === "unrecognized_keys")
  );
  return inside.sort((a, b) => a.length - b.length)[0];
}

function dotted(path: PropertyKey[]): string {
  return path.map(String).join(".");
}

function sentence(message: string): string {
  if (message.endsWith("received undefined")) return "Is required";
  const text = message.replace(/^Invalid input: /, "");
  return text.charAt(0).toUpperCase() + text.slice(1);
}
